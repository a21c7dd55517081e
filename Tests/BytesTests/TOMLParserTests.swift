import Testing

@testable import Bytes

@Suite struct TOMLParserTests {
    private func parse(_ text: String) throws -> TOMLTable { try TOMLParser.parse(Bytes(text)) }

    /// Every value by its dotted path with its place, in the order of the file.
    private func flat(_ table: TOMLTable, _ path: String = "") -> [String] {
        table.entries.flatMap { flat($0.item, path + $0.key) }
    }

    private func flat(_ item: TOMLItem, _ path: String) -> [String] {
        switch item.value {
        case .table(let table): return flat(table, path + ".")
        case .array(let items): return items.enumerated().flatMap { flat($1, "\(path)[\($0)]") }
        case .string(let text): return ["\(path)=\"\(text)\""]
        case .integer(let number): return ["\(path)=\(number)"]
        case .float(let number): return ["\(path)=\(number)"]
        case .boolean(let truth): return ["\(path)=\(truth)"]
        case .date(let date): return ["\(path)=\(date.year)-\(date.month)-\(date.day)"]
        }
    }

    @Test func everyKindOfValueIsRead() throws {
        let table = try parse(
            #"""
            # settings
            text = "a \"b\" \\ \t \u00e9 \U0001F600"   # after a value
            raw = 'C:\new\"x"'
            many = [ "a", # first
              'b',
            ]
            empty = []
            deep = [[1, 2], []]
            whole = -1_000
            plus = +7
            zero = -0
            half = 0.5
            large = -6.5e+3
            small = 1E-2
            yes = true
            no = false
            day = 2028-02-29
            """#)
        #expect(
            flat(table) == [
                "text=\"a \"b\" \\ \t é 😀\"", #"raw="C:\new\"x"""#, "many[0]=\"a\"", "many[1]=\"b\"", "deep[0][0]=1",
                "deep[0][1]=2", "whole=-1000", "plus=7", "zero=0", "half=0.5", "large=-6500.0", "small=0.01",
                "yes=true", "no=false", "day=2028-2-29",
            ])
        #expect(table["empty"]?.item.value == .array([]))
        #expect(table["no such key"] == nil)
    }

    @Test func tablesAreNestedHoweverTheyAreWritten() throws {
        let table = try parse(
            """
            a.b = 1
            a . "c d".e = 2
            [f]
            g = 3
            [f.h.'i.j']
            k = 4
            [[ignore]]
            code = "x"
            [ignore.more]
            l = 5
            [[ignore]]
            code = "y"
            [f.h]
            m = 6
            """)
        #expect(
            flat(table).sorted() == [
                "a.b=1", "a.c d.e=2", "f.g=3", "f.h.i.j.k=4", "f.h.m=6", "ignore[0].code=\"x\"",
                "ignore[0].more.l=5", "ignore[1].code=\"y\"",
            ])
    }

    @Test func keysAndValuesHaveTheirPlaces() throws {
        let table = try parse("# é\r\n  \"é\" = [\r\n 1, \"😀\", 2]\r\n[t]\r\nk\t=\ttrue")
        let first = try #require(table["é"])
        #expect(first.place == TOMLPlace(line: 2, column: 3))
        #expect(first.item.place == TOMLPlace(line: 2, column: 9))
        guard case .array(let items) = first.item.value, case .table(let inner)? = table["t"]?.item.value else {
            Issue.record("no array or no table")
            return
        }
        #expect(items.map(\.place) == [2, 5, 10].map { TOMLPlace(line: 3, column: $0) })
        #expect(table["t"]?.place == TOMLPlace(line: 4, column: 2))
        #expect(inner["k"]?.item.place == TOMLPlace(line: 5, column: 5))
        #expect(first.item.value.kind == "an array")
    }

    @Test(arguments: ["", "\n", "# only a comment", "  \t\r\n\r\n", "[a]", "[a]\n[b]"])
    func filesWithoutValuesAreRead(text: String) throws {
        #expect(flat(try parse(text)) == [])
    }

    static let faults: [(String, TOMLError.Code, Int, Int)] = [
        ("a = 1\n= 2", .expectedKey, 2, 1), ("é = 1", .expectedKey, 1, 1), ("a. = 1", .expectedKey, 1, 4),
        ("[]", .expectedKey, 1, 2), ("[a.]", .expectedKey, 1, 4), ("a b = 1", .expectedEquals, 1, 3),
        ("a", .expectedEquals, 1, 2), ("a: 1", .expectedEquals, 1, 2), ("a =", .expectedValue, 1, 4),
        ("a = # no", .expectedValue, 1, 5), ("a = [,]", .expectedValue, 1, 6), ("a = [1,,2]", .expectedValue, 1, 8),
        ("a = on", .unquotedString, 1, 5), ("a = */*", .expectedValue, 1, 5), ("a = True", .upperCaseBoolean, 1, 5),
        ("a = FALSE", .upperCaseBoolean, 1, 5), ("[a", .expectedTableEnd, 1, 3), ("[a b]", .expectedTableEnd, 1, 4),
        ("[[a]", .expectedArrayTableEnd, 1, 5), ("[[a] ]", .expectedArrayTableEnd, 1, 5),
        ("[[a", .expectedArrayTableEnd, 1, 4), ("[a] b = 1", .expectedLineEnd, 1, 5),
        ("a = 1 b = 2", .expectedLineEnd, 1, 7), ("a = \"x\"y", .expectedLineEnd, 1, 8),
        ("a = [1 2]", .expectedCommaOrBracket, 1, 8), ("a = [1, 2\nb = 3", .expectedCommaOrBracket, 2, 1),
        ("a = [1,\n", .openArray, 1, 5), ("a = [", .openArray, 1, 5), ("a = [[1]", .openArray, 1, 5),
        ("a = \"b", .openString, 1, 5), ("a = 'b\nc'", .openString, 1, 5), ("\"a\n", .openString, 1, 1),
        ("a = 'it's'", .expectedLineEnd, 1, 9), (#"a = "\x41""#, .badEscape, 1, 6), (#"a = "\u12""#, .badEscape, 1, 6),
        (#"a = "\ud800""#, .badEscape, 1, 6), (#"a = "\U00110000""#, .badEscape, 1, 6), (#"a = "\"#, .badEscape, 1, 6),
        (#"a = "é\ ""#, .badEscape, 1, 7), ("a = 007", .badNumber, 1, 5), ("a = 1__0", .badNumber, 1, 5),
        ("a = 1_", .badNumber, 1, 5), ("a = 1.", .badNumber, 1, 5), ("a = .5", .badNumber, 1, 5),
        ("a = 1.e3", .badNumber, 1, 5), ("a = 1e", .badNumber, 1, 5), ("a = 1e5.0", .badNumber, 1, 5),
        ("a = 1.2.3", .badNumber, 1, 5), ("a = 5x", .badNumber, 1, 5), ("a = -", .badNumber, 1, 5),
        ("a = +-1", .badNumber, 1, 5), ("a = 03.5", .badNumber, 1, 5),
        ("a = 9223372036854775808", .integerTooLarge, 1, 5), ("a = 2026-02-29", .badDate, 1, 5),
        ("a = 2026-13-01", .badDate, 1, 5), ("a = 2026-1-1", .badDate, 1, 5), ("a = 0000-01-01", .badDate, 1, 5),
        ("a = 10-20", .badDate, 1, 5), ("a = 2026-01-01T00:00:00Z", .dateTime, 1, 5), ("a = 12:30", .dateTime, 1, 5),
        ("a = 12:30:00", .dateTime, 1, 5), ("a = 0x1F", .otherBase, 1, 5), ("a = 0b1", .otherBase, 1, 5),
        ("a = inf", .notFinite, 1, 5), ("a = -nan", .notFinite, 1, 5), ("a = 1e999", .notFinite, 1, 5),
        ("a = { b = 1 }", .inlineTable, 1, 5), ("a = [{}]", .inlineTable, 1, 6),
        ("a = \"\"\"\nb\"\"\"", .multilineString, 1, 5), ("a = '''b'''", .multilineString, 1, 5),
        ("a = 1\rb = 2", .loneCarriageReturn, 1, 6), ("a = \"\u{1}\"", .controlCharacter, 1, 6),
        ("a = '\u{7F}'", .controlCharacter, 1, 6), ("# \u{0}", .controlCharacter, 1, 3),
        ("# a\rb", .controlCharacter, 1, 4), ("\u{FEFF}a = 1", .byteOrderMark, 1, 1),
        ("a = 1\nb = 2\na = 3", .repeatedKey, 3, 1), ("a = 1\n\"a\" = 2", .repeatedKey, 2, 1),
        ("[a]\n[a]", .repeatedKey, 2, 2), ("a.b = 1\n[a]", .repeatedKey, 2, 2),
        ("[a]\n[[a]]", .notAnArrayOfTables, 2, 3),
        ("[[a]]\n[a]", .repeatedKey, 2, 2), ("[a.b]\n[a]\nb.c = 1", .repeatedKey, 3, 1),
        ("a = 1\na.b = 2", .notATable, 2, 1), ("a = 1\n[a.b]", .notATable, 2, 2), ("a = 1\n[a]", .repeatedKey, 2, 2),
        ("a = []\n[[a]]", .staticArray, 2, 3), ("a = 1\n[[a]]", .notAnArrayOfTables, 2, 3),
    ]

    @Test(arguments: faults)
    func whatIsMalformedIsNamedAtItsPlace(text: String, code: TOMLError.Code, line: Int, column: Int) {
        let error = #expect(throws: TOMLError.self) { try parse(text) }
        #expect(error?.code == code)
        #expect(error?.place == TOMLPlace(line: line, column: column))
        #expect(error?.text.isEmpty == false)
    }

    @Test func aRepeatedKeyNamesTheFirst() {
        let error = #expect(throws: TOMLError.self) { try parse("\n[x]\na = 1\n\na = 2") }
        #expect(error?.first == TOMLPlace(line: 3, column: 1))
        #expect(error?.text.contains("line 3") == true)
    }

    @Test func whatIsNoUTF8IsNamedAtItsPlace() {
        for bad: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80]] {
            let error = #expect(throws: TOMLError.self) { try TOMLParser.parse(Bytes(Array("# é\n# ".utf8) + bad)) }
            #expect(error?.code == .invalidUTF8)
            #expect(error?.place == TOMLPlace(line: 2, column: 3))
        }
    }

    /// A file cut off anywhere is read, or refused; what is read is the beginning of the whole.
    @Test func everyPrefixIsReadOrRefused() throws {
        let text = "[a]\nb = ['x', \"\\u00e9\"]\nc.d = 2027-03-01\n[[e]]\nf = 1.5e3 # g\n[[e]]\nf = -1\n"
        let whole = Array(text.utf8)
        for end in whole.indices {
            do {
                let table = try TOMLParser.parse(Bytes(Array(whole[..<end])))
                #expect(table.entries.count <= 2)
            } catch {
                #expect(error.place.line <= 7)
            }
        }
    }

    @Test func sizeAndDepthAreBounded() throws {
        let deepest = TOMLParser.depthLimit
        let arrays = { (count: Int) in
            "a = " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(throws: Never.self) { try parse(arrays(deepest)) }
        #expect(throws: TOMLError.self) { try parse(arrays(deepest + 1)) }
        #expect(throws: TOMLError.self) { try parse(arrays(100_000)) }
        let keys = { (count: Int) in Array(repeating: "k", count: count).joined(separator: ".") }
        #expect(throws: Never.self) { try parse("[\(keys(deepest))]\n\(keys(deepest)) = 1") }
        let error = #expect(throws: TOMLError.self) { try parse("\(keys(deepest + 1)) = 1") }
        #expect(error?.code == .tooDeep)
        let large = String(repeating: "#", count: TOMLParser.sizeLimit)
        #expect(throws: Never.self) { try parse(large) }
        #expect(#expect(throws: TOMLError.self) { try parse(large + "#") }?.code == .tooLarge)
    }

    /// Each line costs the same, whatever came before it.
    @Test(.timeLimit(.minutes(10))) func manyTablesAndKeysAreReadInLinearTime() throws {
        let tables = String(repeating: "[[t]]\nk = 1\n", count: 20_000)
        guard case .array(let items)? = try parse(tables)["t"]?.item.value else {
            Issue.record("no array")
            return
        }
        #expect(items.count == 20_000)
        let keys = (0..<20_000).map { "k\($0) = 1" }.joined(separator: "\n")
        #expect(try parse(keys).entries.count == 20_000)
    }

    @Test func theLineOfAnErrorCanBeShown() {
        let text = Bytes("a = 1\r\n  é = on\r\n")
        let shown = TOMLParser.excerpt(of: text, at: TOMLPlace(line: 2, column: 7))
        #expect(shown.line == "  é = on")
        #expect(shown.before == 6)
        #expect(TOMLParser.excerpt(of: text, at: TOMLPlace(line: 9, column: 1)).line == "")
    }
}
