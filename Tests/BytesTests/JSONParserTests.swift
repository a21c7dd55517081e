import Foundation
import TestKit
import Testing

@testable import Bytes

/// The tree as Foundation would make it, for comparison.
private func plain(_ node: JSONNode, _ file: Bytes) -> Any {
    switch node.value {
    case .null, .tooDeep: NSNull()
    case .boolean(let value): value
    case .number: node.double(in: file) ?? .nan
    case .string: node.string(in: file)?.text ?? ""
    case .array(let elements): elements.map { plain($0, file) }
    case .object(let members):
        Dictionary(
            members.map { ($0.key.bytes(in: file).text, plain($0.value, file)) }, uniquingKeysWith: { $1 })
    }
}

private func parse(_ text: Bytes) throws(JSONError) -> JSONNode {
    try text.withUnsafeBytes { raw throws(JSONError) in
        var parser = JSONParser(raw.bindMemory(to: UInt8.self))
        return try parser.tree()
    }
}

@Suite struct JSONParserTests {
    @Test(arguments: [
        #"{"a":[1,-2.5,1e3,0],"b":{"c":null,"d":true,"e":false},"f":""}"#,
        #" [ "x" , { } , [ ] ] "#,
        #"{"é":"\u00e9\n\t\\\"\/\b\f\r","pair":"\ud83d\ude00"}"#,
        "\"plain, longer than eight bytes, with ü in it\"",
    ])
    func itReadsWhatFoundationReads(text: String) throws {
        let file = Bytes(text)
        let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        let read = plain(try parse(file), file)
        #expect((read as? NSObject) == (expected as? NSObject))
    }

    @Test(arguments: [
        (#"[1,]"#, [1.0]), (#"[01]"#, [1]), (#"[1.50]"#, [1.5]),
    ])
    func whatLeavesNoDoubtIsForgiven(text: String, numbers: [Double]) throws {
        let file = Bytes(text)
        #expect(try parse(file).elements?.compactMap { $0.double(in: file) } == numbers)
    }

    @Test(arguments: ["NaN", "Infinity", "-Infinity", "null"])
    func whatIsNoNumberIsNull(text: String) throws {
        #expect(try parse(Bytes(text)).isNull)
    }

    @Test func invalidUTF8IsKept() throws {
        let file = Bytes([0x22, 0xFF, 0xC3, 0x28, 0x22])
        #expect(try parse(file).string(in: file) == Bytes([0xFF, 0xC3, 0x28]))
    }

    /// U+D800 in UTF-8's pattern is ED A0 80.
    @Test(arguments: [#""a\ud800b""#, #""a\uD800b""#])
    func aLoneSurrogateIsKept(text: String) throws {
        let file = Bytes(text)
        #expect(try parse(file).string(in: file) == Bytes([0x61, 0xED, 0xA0, 0x80, 0x62]))
    }

    @Test(arguments: [
        (#""\x41""#, #"\x41"#), (#""\u12G4""#, #"\u12G4"#), (#""\u12""#, #"\u12"#), ("\"a\tb\"", "a\tb"),
        (#""\ud800\u0041""#, "\u{FFFD}A"),
    ])
    func escapesThatAreNoneStayAsTheyAre(text: String, expected: String) throws {
        let file = Bytes(text)
        let read = try parse(file).string(in: file)?.text
        #expect(read?.replacing("\u{FFFD}\u{FFFD}\u{FFFD}", with: "\u{FFFD}") == expected)
    }

    @Test func ofARepeatedNameTheLastCounts() throws {
        let file: Bytes = #"{"a":1,"\u0061":2}"#
        #expect(try parse(file).member("a", in: file)?.integer(in: file) == 2)
    }

    @Test(
        arguments: [
            ("12", 12), ("-3", -3), ("4.0", 4), ("1e2", 100), ("9223372036854775807", Int64.max), ("1.5", nil),
            ("99999999999999999999", nil), ("1e400", nil),
        ] as [(String, Int64?)])
    func wholeNumbersAreWhole(text: String, expected: Int64?) throws {
        let file = Bytes(text)
        #expect(try parse(file).integer(in: file) == expected)
    }

    @Test(arguments: [
        (#"{"a" 1}"#, JSONError.Code.expectedColon, 5),
        (#"{"a":1 "b":2}"#, .expectedCommaOrEnd, 7),
        (#"{a:1}"#, .expectedKey, 1),
        (#"{"a":tru}"#, .expectedValue, 5),
        (#"["abc"#, .endOfFile, 5),
        ("[\"abc\n\"]", .openString, 1),
        (#"[1,2"#, .endOfFile, 4),
        ("[tr", .endOfFile, 3),
        ("[-]", .expectedValue, 2),
        ("", .endOfFile, 0),
    ])
    func anErrorNamesItsPlace(text: String, code: JSONError.Code, offset: Int) {
        #expect(throws: JSONError(code: code, offset: offset)) { try parse(Bytes(text)) }
    }

    @Test func depthIsBoundedAndWhatIsDeeperIsPassedOver() throws {
        let depth = 200_000
        let file = Bytes(
            Array(repeating: UInt8(ascii: "["), count: depth) + Array("\"]\"".utf8)
                + Array(repeating: UInt8(ascii: "]"), count: depth))
        var node = try parse(file)
        var levels = 0
        while let inner = node.elements?.first {
            node = inner
            levels += 1
        }
        #expect(levels == JSONParser.depthLimit)
        #expect(node.kind == "nested too deeply")
    }

    @Test func depthWithoutEndIsAnError() {
        let file = Bytes(Array(repeating: UInt8(ascii: "{"), count: 100_000))
        #expect(throws: JSONError.self) { try parse(file) }
        let arrays = Bytes(Array(repeating: UInt8(ascii: "["), count: 100_000))
        #expect(throws: JSONError(code: .endOfFile, offset: 100_000)) { try parse(arrays) }
    }

    @Test func theNumberOfValuesIsBounded() {
        let file = Bytes(Array("[".utf8) + Array(repeating: Array("0,".utf8), count: JSONParser.nodeLimit + 1).joined())
        #expect { try parse(file) } throws: { ($0 as? JSONError)?.code == .tooManyValues }
    }
}
