import Bytes
import Testing

@testable import Messages

/// Messages without a schema: how fields travel is exact, what they mean is a guess.
@Suite struct ProtobufMessageTests {
    private func line(_ bytes: [UInt8]) -> String { ProtobufMessage(Bytes(bytes)).line(limit: 1000).text }

    /// The examples of "Encoding" in the documents of Protocol Buffers.
    @Test func theDocumentsExamplesAreRead() {
        #expect(line([0x08, 0x96, 0x01]) == "{1: 150}")
        #expect(line([0x12, 0x07] + Array("testing".utf8)) == "{2: \"testing\"}")
        #expect(line([0x1A, 0x03, 0x08, 0x96, 0x01]) == "{3: {1: 150}}")
    }

    @Test func eachWayOfTravellingIsTold() {
        let bytes: [UInt8] = [
            0x08, 0x01, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1A, 2, 0xFF, 0xFE, 0x23, 0x28, 0x05, 0x24, 0x35, 1, 0, 0, 0,
        ]
        let fields = ProtobufMessage(Bytes(bytes)).fields
        #expect(fields.map(\.wire) == [.varint, .fixed64, .run, .startGroup, .fixed32])
        #expect(fields.map(\.number) == [1, 2, 3, 4, 6])
        #expect(fields.map(\.offset) == [0, 2, 11, 15, 19])
        #expect(fields[1].value == .raw(0x0807_0605_0403_0201))
        #expect(fields[2].value == .guessedBytes(Bytes([0xFF, 0xFE])))
        guard case .guessedMessage(let group) = fields[3].value else {
            Issue.record("the group was not read")
            return
        }
        #expect(group.fields.map(\.value) == [.raw(5)] && group.fields.map(\.number) == [5])
    }

    @Test func aRunIsATextAMessageOrBytes() {
        func guess(_ content: [UInt8]) -> ProtobufValue? {
            ProtobufMessage(Bytes([0x0A, UInt8(content.count)] + content)).fields.first?.value
        }
        #expect(guess(Array("grüße".utf8)) == .guessedText("grüße"))
        #expect(guess([]) == .guessedText(""))
        // It is UTF-8, and a message to its end; with a control character it is no text.
        if case .guessedMessage? = guess([0x08, 0x01]) {} else { Issue.record("a message was not seen") }
        // A line feed is the tag of a first text: a message before it is a text.
        if case .guessedMessage? = guess([0x0A, 0x03, 0x61, 0x62, 0x63]) {} else { Issue.record("no message") }
        #expect(guess(Array("two\nlines".utf8)) == .guessedText("two\nlines"))
        #expect(guess([0x08]) == .guessedBytes(Bytes([0x08])))
        #expect(guess([0xC3]) == .guessedBytes(Bytes([0xC3])))
        // No text: half a character. No message: a group that does not end.
        #expect(guess([0x0B, 0x08, 0x01]) == .guessedBytes(Bytes([0x0B, 0x08, 0x01])))
    }

    @Test(
        arguments: [
            ([0x08], 0), ([0x08, 0x01, 0x12, 0x05, 0x61], 2), ([0x00, 0x01], 0), ([0x0E, 1], 0), ([0x0F], 0),
            ([0x0C], 0), ([0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02], 0),
            ([0x15, 1, 2, 3], 0), ([0x08, 1, 0x13, 0x24], 3),
        ] as [([UInt8], Int)])
    func whereNoFieldCanBeReadIsTold(bytes: [UInt8], place: Int) {
        let message = ProtobufMessage(Bytes(bytes))
        let inner: Int? = message.fields.last.flatMap {
            if case .guessedMessage(let group) = $0.value { group.fault } else { nil }
        }
        #expect(message.fault == place || inner == place)
    }

    @Test func whatIsThereBeforeTheFaultIsKept() {
        #expect(line([0x08, 0x07, 0x12, 0x09]) == "{1: 7, ✗}")
        #expect(ProtobufMessage(Bytes()).fields.isEmpty && ProtobufMessage(Bytes()).fault == nil)
    }

    @Test func depthAndFieldsAreBounded() {
        var nested: [UInt8] = [0x08, 0x01]
        for _ in 0..<200 {
            let count = nested.count
            nested = [0x0A] + (count < 128 ? [UInt8(count)] : [UInt8(count & 0x7F | 0x80), UInt8(count >> 7)]) + nested
        }
        var depth = 0
        var message = ProtobufMessage(Bytes(nested))
        while case .guessedMessage(let inner)? = message.fields.first?.value {
            message = inner
            depth += 1
        }
        #expect(depth == ProtobufReader.deepest)
        let many = ProtobufMessage(Bytes([UInt8](repeating: 0x08, count: 250_000)))
        #expect(many.fields.count == 100_000 && many.isCut && many.fault == nil)
        let groups = ProtobufMessage(Bytes([UInt8](repeating: 0x0B, count: 100_000)))
        #expect(groups.fields.count == 1)
        #expect(!ProtobufMessage(Bytes([0x08, 1])).isCut)
    }

    @Test func signedNumbersAreFoldedAsTheDocumentsSay() {
        for (raw, number) in [
            (0, 0), (1, -1), (2, 1), (3, -2), (0xFFFF_FFFE, 0x7FFF_FFFF), (0xFFFF_FFFF, -0x8000_0000),
        ]
            as [(UInt64, Int64)]
        {
            #expect(ProtobufValue.zigzag(raw) == number)
        }
        #expect(ProtobufValue.zigzag(.max) == .min)
    }

    @Test func aLineHidesWhatItIsTold() {
        let bytes = Bytes([0x0A, 3] + Array("abc".utf8) + [0x10, 5])
        let line = ProtobufMessage(bytes).line(limit: 100) { name, _ in name == "1" }
        #expect(line == "{1: …, 2: 5}")
        #expect(ProtobufMessage(Bytes([0x08, 1, 0x10, 2])).line(limit: 3) == "{1: 1…")
    }

    @Test func inJSONGuessesAreMarkedAndLargeNumbersAreStrings() {
        var json = JSONWriter()
        json.beginObject()
        let bytes: [UInt8] = [0x08, 0x05, 0x12, 1, 0x61, 0x1A, 2, 0x08, 7, 0x22, 1, 0xFF, 0x28]
        json.protobufFields(ProtobufMessage(Bytes(bytes + [UInt8](repeating: 0xFF, count: 9) + [1, 0x30])))
        json.endObject()
        let text = json.withBytes { Bytes(Array($0)) }.text.filter { $0 != " " }
        #expect(
            text == """
                {"fields":[{"number":1,"wire":"VARINT","value":5},\
                {"number":2,"wire":"LEN","guess":"string","value":"a"},\
                {"number":3,"wire":"LEN","guess":"message","fields":[{"number":1,"wire":"VARINT","value":7}]},\
                {"number":4,"wire":"LEN","guess":"bytes","value":"/w=="},\
                {"number":5,"wire":"VARINT","value":"18446744073709551615"}],"malformedAt":23}
                """)
    }
}
