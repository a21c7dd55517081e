import Bytes
import Testing

@testable import Messages

@Suite struct JSONLayoutTests {
    private func view(_ text: String, isCut: Bool = false, options: LayoutOptions = LayoutOptions()) -> String {
        var out = LineBuilder(lineLimit: options.lineLimit)
        var layout = JSONLayout(Bytes(text), options, isCut: isCut)
        layout.write(to: &out)
        out.end()
        return out.lines.map { String(repeating: " ", count: $0.depth) + $0.text.text }.joined(separator: "\n")
    }

    @Test func membersKeepTheirOrderAndNumbersTheirSpelling() {
        #expect(
            view(#"{"b":1.50,"a":{"x":1e2},"c":[]}"#) == """
                {
                 "b": 1.50,
                 "a": {
                  "x": 1e2
                 },
                 "c": []
                }
                """)
    }

    @Test func aShortArrayOfNumbersStaysOnOneLine() {
        #expect(view("[1,2, -3.0]") == "[1, 2, -3.0]")
        #expect(view("[[1],{}]") == "[\n [1],\n {}\n]")
    }

    @Test func aNameThatComesAgainIsShownAgainAndMarked() {
        #expect(view(#"{"a":1,"a":2}"#) == "{\n \"a\": 1,\n \"a\" ✗ again: 2\n}")
    }

    @Test func whatIsNoJSONIsShownWhereItIs() {
        #expect(view("[NaN]") == "[NaN ✗ not a JSON value ]")
        #expect(
            view("{\"a\":1 oops")
                == "{\n \"a\": 1\n✗ byte 7: a comma or } was expected here. The rest, unchanged:\noops")
        #expect(view("{\"a\":[") == "{\n \"a\": [\n✗ byte 6: the JSON ends here, with 2 brackets still open.")
        #expect(view("[\"a").hasSuffix("✗ byte 1: the string that begins here has no end."))
    }

    @Test func whatWasCutOffIsNotCalledDamaged() {
        for text in ["{\"a\":[", "{\"", "[\"a", "{\"a\":\"b\\", "{\"a\""] {
            #expect(!view(text, isCut: true).contains("✗"), "\(text)")
        }
    }

    @Test func severalValuesFollowOneAnother() {
        #expect(view("{}\n{}\n\u{1E}1") == "{}\n{}\n1")
    }

    @Test func surrogatesStayAsTheyAreSpelled() {
        #expect(view(#"["\ud800","é"]"#) == #"["\ud800", "é"]"#)
    }

    @Test func bracketsWithoutEndTakeNoMoreThanTheirLines() {
        let bytes = Bytes(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
        var out = LineBuilder(lineLimit: 1000)
        var layout = JSONLayout(bytes, LayoutOptions())
        layout.write(to: &out)
        #expect(out.isFull && out.lines.count == 1000)
        #expect(out.lines.allSatisfy { $0.depth <= LineBuilder.deepest })
    }

    @Test func secretsAreHiddenByTheirNames() {
        let options = LayoutOptions(isSecret: { name, _ in name == "password" })
        let text = view(#"{"password":"hunter2","user":"hunter2"}"#, options: options)
        #expect(text == "{\n \"password\": \"…\",\n \"user\": \"hunter2\"\n}")
        #expect(!view(#"{"password":12345}"#, options: options).contains("12345"))
    }
}
