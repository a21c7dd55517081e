import Bytes
import HTTPSemantics
import TestKit
import Testing

@Suite struct StructuredFieldsTests {
    private func token(_ text: Bytes, _ parameters: StructuredMap<BareItem> = [:]) -> StructuredItem {
        StructuredItem(.token(text), parameters: parameters)
    }

    // RFC 9651 §3.1
    @Test func aListHasItsItemsInOrder() throws {
        let field = try StructuredField(.list, "sugar, tea, rum")
        #expect(field == .list(["sugar", "tea", "rum"].map { .item(token($0)) }))
    }

    // RFC 9651 §3.1.1
    @Test func innerListsAndTheirItemsHaveParameters() throws {
        let field = try StructuredField(.list, "(\"foo\"; a=1;b=2);lvl=5, (\"bar\" \"baz\");lvl=1")
        let expected: [StructuredMember] = [
            .innerList(
                [StructuredItem(.string("foo"), parameters: ["a": .integer(1), "b": .integer(2)])],
                parameters: ["lvl": .integer(5)]),
            .innerList(
                [StructuredItem(.string("bar")), StructuredItem(.string("baz"))], parameters: ["lvl": .integer(1)]),
        ]
        #expect(field == .list(expected))
    }

    // RFC 9651 §3.2
    @Test func aDictionaryKeepsTheFirstPlaceAndTheLastValueOfAKey() throws {
        let field = try StructuredField(.dictionary, "a=1, b=?0, a=\"x\", c")
        guard case .dictionary(let map) = field else { return }
        #expect(map.entries.map(\.key) == ["a", "b", "c"])
        #expect(map["a"] == .item(StructuredItem(.string("x"))))
        #expect(map["c"] == .item(StructuredItem(.boolean(true))))
        #expect(map["d"] == nil)
        #expect(try field.serialized() == "a=\"x\", b=?0, c")
    }

    @Test func manyKeysAreFoundAndReplaced() throws {
        let text = (0..<40).map { "k\($0)=\($0)" }.joined(separator: ", ") + ", k3=99, k39=98"
        guard case .dictionary(let map) = try StructuredField(.dictionary, Bytes(text)) else { return }
        #expect(map.count == 40)
        #expect(map["k3"] == .item(StructuredItem(.integer(99))))
        #expect(map["k39"] == .item(StructuredItem(.integer(98))))
        #expect(map["k20"] == .item(StructuredItem(.integer(20))))
    }

    @Test(
        arguments: [
            ("42", .integer(42)), ("-0", .integer(0)), ("4.5", .decimal(StructuredDecimal(thousandths: 4500)!)),
            ("-0.001", .decimal(StructuredDecimal(thousandths: -1)!)), ("\"a \\\"b\\\\\"", .string("a \"b\\")),
            ("foo123/456", .token("foo123/456")), ("*", .token("*")), (":aGVsbG8=:", .byteSequence("hello")),
            ("?1", .boolean(true)), ("?0", .boolean(false)), ("@1659578233", .date(1_659_578_233)),
            ("%\"f%c3%bc!\"", .displayString("fü!")), ("  7  ", .integer(7)),
        ] as [(Bytes, BareItem)])
    func bareItemsHaveTheirTypes(text: Bytes, bare: BareItem) throws {
        #expect(try StructuredField(.item, text) == .item(StructuredItem(bare)))
    }

    @Test(
        arguments: [
            (.item, "", 0, .bareItem), (.item, "a b", 2, .end), (.item, "\"abc", 4, .closingQuote),
            (.item, "\"a\\n\"", 3, .escapedCharacter), (.item, "\"a\tb\"", 2, .printableCharacter),
            (.item, "1234567890123456", 15, .fewerDigits), (.item, "1.2345", 5, .fewerDigits), (.item, "1.", 2, .digit),
            (.item, "-", 1, .digit), (.item, ":a!b=:", 1, .base64), (.item, ":aGk=", 5, .closingColon),
            (.item, "?2", 1, .zeroOrOne), (.item, "@1.5", 1, .wholeSeconds), (.item, "%a", 1, .openingQuote),
            (.item, "%\"%C3\"", 3, .lowercaseHex), (.item, "%\"%c3\"", 2, .utf8), (.item, "a;B=1", 2, .key),
            (.list, "a b", 2, .comma), (.list, "a, ", 3, .member), (.list, "(a", 2, .closingParenthesis),
            (.list, "(a,b)", 2, .spaceOrParenthesis), (.list, "a,,b", 2, .bareItem), (.dictionary, "a=", 2, .bareItem),
            (.dictionary, "a=1,B=2", 4, .key),
        ] as [(StructuredField.Kind, Bytes, Int, StructuredFieldError.Expectation)])
    func anErrorHasItsPlace(
        kind: StructuredField.Kind, text: Bytes, offset: Int, expected: StructuredFieldError.Expectation
    ) {
        #expect(throws: StructuredFieldError(expected, at: offset)) { try StructuredField(kind, text) }
    }

    @Test func everyExpectationSaysWhatItIs() {
        let texts = StructuredFieldError.Expectation.allCases.map { StructuredFieldError($0, at: 0).text }
        #expect(Set(texts).count == texts.count)
    }

    @Test func partsTileTheValueUpToTheError() {
        let (parts, error) = StructuredField.parts(of: "a=(1  x;y=2), b;c, D", as: .dictionary)
        #expect(error == StructuredFieldError(.key, at: 19))
        var end = 0
        func check(_ parts: [StructuredPart]) {
            for part in parts {
                #expect(part.range.lowerBound == end)
                check(part.children)
                if part.children.isEmpty { end = part.range.upperBound }
                #expect(part.range.upperBound == end)
            }
        }
        check(parts)
        #expect(end == 19)
        #expect(parts.map(\.kind) == [.dictionaryMember, .comma, .space, .dictionaryMember, .comma, .space])
    }

    @Test func thePartsHaveABound() {
        let value = Bytes(Array(repeating: Array("a, ".utf8), count: 1000).joined() + Array("b".utf8))
        let (parts, error) = StructuredField.parts(of: value, as: .list, limit: 50)
        #expect(error == nil)
        #expect(parts.count <= 50)
        #expect(parts.last.map { $0.range.upperBound < value.count } == true)
    }

    @Test func whatIsReadIsWrittenSoThatItReadsTheSame() throws {
        var random = SeededGenerator(seed: 9651)
        let letters = Array("ab1 ,;=()\"?:%@*-.\\".utf8)
        var read = 0
        for _ in 0..<20_000 {
            let value = Bytes(
                (0..<Int.random(in: 0..<14, using: &random)).map { _ in letters.randomElement(using: &random)! })
            for kind in StructuredField.Kind.allCases {
                guard let field = try? StructuredField(kind, value) else { continue }
                read += 1
                #expect(try StructuredField(kind, field.serialized()) == field, "\(value)")
            }
        }
        #expect(read > 1000)
    }
}
