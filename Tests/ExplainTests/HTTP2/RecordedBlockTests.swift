import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Explain

/// The field blocks of recorded heads, named octet by octet, and the table around them.
@Suite struct RecordedBlockTests {
    /// The requests of RFC 7541 appendix C.4, on streams 1, 3 and 5 of one connection.
    private static let blocks: [[UInt8]] = [
        [0x82, 0x86, 0x84, 0x41, 0x8C, 0xF1, 0xE3, 0xC2, 0xE5, 0xF2, 0x3A, 0x6B, 0xA0, 0xAB, 0x90, 0xF4, 0xFF],
        [0x82, 0x86, 0x84, 0xBE, 0x58, 0x86, 0xA8, 0xEB, 0x10, 0x64, 0x9C, 0xBF],
        [
            0x82, 0x87, 0x85, 0xBF, 0x40, 0x88, 0x25, 0xA8, 0x49, 0xE9, 0x5B, 0xA9, 0x7D, 0x7F, 0x89, 0x25, 0xA8, 0x49,
            0xE9, 0x5B, 0xB8, 0xE8, 0xB4, 0xBF,
        ],
    ]

    private func records() throws -> [FlowRecord] {
        var decoder = HPACKDecoder()
        return try Self.blocks.enumerated().map { place, octets in
            let stream = UInt32(place * 2 + 1)
            let block = try decoder.decode(Bytes(octets), from: stream)
            var record = FlowRecord(
                [
                    FlowEvent(
                        flow: FlowID(UInt64(place + 1)), time: Instant(nanoseconds: 5),
                        fact: .opened(.init(wallClock: 0, clientConnection: 7)))
                ])
            record?.requestHead = try FieldRules.request(block.fields)
            record?.request.stream = stream
            record?.request.block = HeadBlock(
                bytes: block.bytes,
                places: block.representations.map { one in
                    HeadBlock.Place(
                        offset: one.range.lowerBound, length: one.range.count,
                        form: HeadBlock.Form(rawValue: one.form.rawValue) ?? .literal, index: one.index,
                        isHuffman: one.value?.isHuffman == true,
                        origin: one.origin.map { HeadBlock.Origin(stream: $0.stream, field: $0.field) })
                })
            return try #require(record)
        }
    }

    private func only(_ blocks: [RecordedBlock]) throws -> RecordedBlock {
        #expect(blocks.count == 1)
        return try #require(blocks.first)
    }

    @Test func everyOctetIsNamed() throws {
        for record in try records() {
            let block = try only(RecordedBlock.blocks(of: record))
            let leaves = block.spans.flatMap(\.leaves)
            #expect(leaves.first?.offset == 0 && leaves.last?.range.upperBound == block.bytes.count)
            for (left, right) in zip(leaves, leaves.dropFirst()) { #expect(left.range.upperBound == right.offset) }
        }
        let second = try only(RecordedBlock.blocks(of: try records()[1]))
        let texts = second.spans.flatMap(\.leaves).map(\.text)
        #expect(texts.contains("Pattern 1: entry 62, which stream 1 added, “:authority: www.example.com”."))
        #expect(texts.contains("The value has 6 bytes in Huffman code."))
    }

    @Test func theTableIsMadeAgainFromTheBlocksBefore() throws {
        let all = try records()
        let block = try only(RecordedBlock.blocks(of: all[2], among: all)).block
        #expect(block.before.isWhole && block.after.isWhole)
        // RFC 7541 appendix C.4.2 and C.4.3.
        #expect(block.before.size == 110 && block.after.size == 164)
        #expect(block.before.entries.map(\.index) == [62, 63])
        #expect(block.after.entries.map(\.enteredBy) == [5, 3, 1])
    }

    @Test func withoutABlockBeforeOnlyWhatItNamesIsKnown() throws {
        let all = try records()
        for among in [[], [all[2]], [all[1], all[2]]] {
            let block = try only(RecordedBlock.blocks(of: all[2], among: among)).block
            #expect(!block.before.isWhole && !block.after.isWhole)
            #expect(block.before.entries.map(\.index) == [63])
            #expect(block.before.entries.map(\.enteredBy) == [1])
            #expect(block.after.entries.map(\.index) == [62, 64])
            #expect(block.after.entries.map(\.name) == ["custom-key", ":authority"])
        }
    }

    @Test func aConnectionOfAnotherIsNotTakenForThisOne() throws {
        var all = try records()
        all[0] = all[0].numbered(FlowID(9))
        all[0].opening = .init(wallClock: 0, clientConnection: 8)
        #expect(try only(RecordedBlock.blocks(of: all[1], among: all)).block.before.isWhole == false)
    }

    @Test func whatIsHiddenIsInNeitherOctetsNorWords() throws {
        let all = try records()
        let secret: Bytes = "custom-value"
        let block = try only(RecordedBlock.blocks(of: all[2], among: all) { $0 == secret })
        #expect(block.bytes.count == Self.blocks[2].count)
        #expect(!block.bytes.array.contains([0x25, 0xA8, 0x49, 0xE9, 0x5B, 0xB8]))
        #expect(!block.spans.flatMap(\.leaves).contains { $0.text.contains("custom-value") })
        #expect(!block.block.fields.contains { $0.value == secret })
        #expect(!block.block.after.entries.contains { $0.value == secret })
        // The name is no secret, and stays.
        #expect(block.block.fields.contains { $0.name == "custom-key" })
    }

    @Test func aHeadOfHTTP1HasNone() throws {
        var record = try records()[0]
        record.requestHead = RecordedHead.request("GET / HTTP/1.1\r\nHost: a\r\n\r\n").head
        #expect(RecordedBlock.blocks(of: record).isEmpty)
    }
}
