import Testing

@testable import Bytes

/// One mistake hides no other, and is not told twice.
@Suite struct TOMLRecoveryTests {
    private func read(_ text: String) -> (keys: [String], errors: [String]) {
        let (table, errors) = TOMLParser.parseAll(Bytes(text))
        func keys(_ table: TOMLTable, _ prefix: String) -> [String] {
            table.entries.flatMap { entry -> [String] in
                guard case .table(let inner) = entry.item.value else { return [prefix + entry.key] }
                return keys(inner, prefix + entry.key + ".")
            }
        }
        return (keys(table, ""), errors.map { "\($0.place.line):\($0.place.column) \($0.code)" })
    }

    @Test(arguments: [
        ("a = 1\nb = tru\nc = 2\n", ["a", "c"], ["2:5 unquotedString"]),
        ("a b\nc d\ne = 1\n", ["e"], ["1:3 expectedEquals", "2:3 expectedEquals"]),
        ("a = \"x\nb = 1\n", ["b"], ["1:5 openString"]),
        ("[proxy\nquiet = true\n[flows]\nn = 1\n", ["proxy.quiet", "flows.n"], ["1:7 expectedTableEnd"]),
        ("[a]\nx = 1\n[a]\ny = 1\nx = 2\n", ["a.x", "a.y"], ["3:2 repeatedKey", "5:1 repeatedKey"]),
        ("a = 1\na = 2\nb = 3\n", ["a", "b"], ["2:1 repeatedKey"]),
        // The lines of a value are no mistakes of their own.
        ("a = [\n  \"x\" \"y\",\n  \"z\",\n]\nb = 1\n", ["b"], ["2:7 expectedCommaOrBracket"]),
        // An array that is not closed takes the line on which it is noticed.
        ("a = [\n  \"x\",\nb = 1\n[c]\nd = 1\n", ["c.d"], ["3:1 unquotedString"]),
        ("a = [\n  \"x\",\n", [], ["1:5 openArray"]),
        ("a = [ 1, 2\n# words\n", [], ["1:5 openArray"]),
        ("a = \"\"\"\nwords here\nmore\n\"\"\"\nb = 1\n", ["b"], ["1:5 multilineString"]),
        ("a = { x = 1 }\nb = on\nc = 1\n", ["c"], ["1:5 inlineTable", "2:5 unquotedString"]),
        ("= 1\n\n[]\nb = 1\n", [], ["1:1 expectedKey", "3:2 expectedKey"]),
        ("a = 1", ["a"], []), ("", [], []),
    ])
    func allMistakesAreTold(text: String, keys: [String], errors: [String]) {
        let read = read(text)
        #expect(read.errors == errors, "\(text)")
        // Under a header without a name nothing is known.
        #expect(read.keys == keys || text.contains("[]"), "\(text): \(read.keys)")
    }

    @Test func whatCannotBeReadAtAllIsOneMistake() {
        #expect(read("\u{FEFF}a = 1\nb = tru\n").errors == ["1:1 byteOrderMark"])
        #expect(read(String(repeating: "#", count: TOMLParser.sizeLimit + 1)).errors.count == 1)
        #expect(read(String(repeating: "a b\n", count: 10_000)).errors.count == 50)
    }

    /// What has no mistake is read as it is without them.
    @Test func goodFilesAreReadAlike() throws {
        let text = "a.b = 1\n[t]\nx = [1,\n 2]\n[[u]]\ny = 'z'\n[[u]]\n"
        let (table, errors) = TOMLParser.parseAll(Bytes(text))
        let whole = try TOMLParser.parse(Bytes(text))
        #expect(errors.isEmpty && table == whole)
    }
}
