import Bytes
import Testing

@Suite struct JSONGrammarCheckTests {
    private func faults(_ text: String, split: Int? = nil) -> [String] {
        var check = JSONGrammarCheck()
        var found: [String] = []
        let bytes = Bytes(text)
        let place = split ?? bytes.count
        for piece in [bytes.slice(0..<place), bytes.slice(place..<bytes.count)] {
            check.add(piece) { found.append("\($0) \($1)") }
        }
        check.end { found.append("\($0) \($1)") }
        return found
    }

    private func places(_ text: String) -> [Int] {
        faults(text).compactMap { Int($0.prefix { $0 != " " }) }
    }

    @Test(arguments: [
        (#"{"a":[1,],"b":2,}"#, [7, 15]), ("[\"a\tb\"]", [3]), (#"["\x"]"#, [2]), (#"["\'"]"#, [2]),
        (#"["\u12"]"#, [2]),
        ("[NaN]", [1]), ("[-Infinity]", [1]), ("[007]", [1]), ("[1.]", [1]), ("[+1]", [1]), ("[.5]", [1]),
        ("[1 ,\n]", [3]), ("\"\u{1}", [1]), (#"["\u00zz"]"#, [2]),
    ])
    func whatReadersForgiveIsFoundAtItsPlace(text: String, places: [Int]) {
        #expect(self.places(text) == places)
    }

    @Test(arguments: [
        #"{"a":[1,-2.5e+3,0,true,false,null],"b":"\"\\\/\b\f\n\r\t\u00e9,}"}"#, "[]", "{}", " [ ] ",
        #"["é","😀",",]"]"#,
        "1", "",
    ])
    func whatIsRightIsLeftAlone(text: String) {
        #expect(faults(text) == [])
    }

    @Test func everySplitFindsTheSame() {
        let text = #"{"a":[1,],"b":"\u12x\q","c":NaN,}"#
        for split in 0...text.utf8.count { #expect(faults(text, split: split) == faults(text)) }
    }
}
