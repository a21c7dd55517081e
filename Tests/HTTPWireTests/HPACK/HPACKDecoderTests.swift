import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What a decoder refuses, at which octet, and what it keeps within its limits.
@Suite struct HPACKDecoderTests {
    @Test(
        arguments: [
            ("ff", .truncatedInteger, 1), ("82 ff 80", .truncatedInteger, 3),
            ("ff 80 80 80 80 01", .integerTooLarge, 0), ("82 7f 80 80 80 80 80 01", .integerTooLarge, 1),
            ("40", .truncatedString, 1), ("40 05 61", .truncatedString, 1), ("41 05 61 62", .truncatedString, 1),
            ("40 01 61 ff", .truncatedInteger, 4), ("40 01 61", .truncatedString, 3),
            // Thirty ones.
            ("00 84 ff ff ff ff 00", .endOfString, 5),
            // `a` is 00011: then three ones are owed, not zeros, and no octet more.
            ("00 81 18 00", .malformedPadding, 2), ("00 82 1f ff 00", .paddingTooLong, 3),
            ("00 81 ff 00", .paddingTooLong, 2),
            ("80", .indexZero, 0), ("be", .indexTooLarge, 0), ("82 be", .indexTooLarge, 1),
            ("ff 80 80 80 00", .indexTooLarge, 0), ("7e 01 61", .indexTooLarge, 0),
            ("82 20", .lateSizeUpdate, 1),
            ("20 20 20 20 20 20 20 20 20", .tooManySizeUpdates, 8), ("3f e2 1f", .sizeUpdateTooLarge, 0),
        ] as [(String, HPACKError.Code, Int)])
    func whatIsWrongIsNamedAtItsOctet(block: String, code: HPACKError.Code, offset: Int) {
        var decoder = HPACKDecoder()
        #expect(throws: HPACKError(code, offset: offset)) { try decoder.decode(bytes(block)) }
    }

    @Test func everyErrorIsReachedAndSaysWhere() {
        var decoder = HPACKDecoder()
        decoder.setCapacity(100)
        #expect(throws: HPACKError(.missingSizeUpdate, offset: 0)) { try decoder.decode(bytes("82")) }
        for code in HPACKError.Code.allCases {
            let error = HPACKError(code, offset: 0)
            #expect(error.text.hasSuffix(".") && error.spec.hasPrefix("RFC 7541 §"))
        }
    }

    @Test func aSmallerTableIsAcceptedOnceItIsAnnounced() throws {
        var decoder = HPACKDecoder()
        decoder.setCapacity(100)
        // 31 + 69 = 100.
        let block = try decoder.decode(bytes("3f 45 82"))
        #expect(block.representations.map(\.form) == [.sizeUpdate, .indexed])
        #expect(block.representations[0].index == 100 && block.fields.lines.count == 1)
        #expect(throws: HPACKError(.sizeUpdateTooLarge, offset: 0)) { try decoder.decode(bytes("3f 46")) }
    }

    @Test func anEntryThatIsTooLargeEmptiesTheTable() throws {
        var decoder = HPACKDecoder()
        _ = try decoder.decode(bytes("40 01 61 01 62"))
        #expect(decoder.table.count == 1)
        let large = [0x40, 0x01, 0x61, 0x7F, 0xE1, 0x1F] + [UInt8](repeating: 0x62, count: 127 + 0x61 + (0x1F << 7))
        let block = try decoder.decode(Bytes(large))
        #expect(block.fields.lines.count == 1 && decoder.table.count == 0 && decoder.table.size == 0)
    }

    @Test func theNameOfAnEntryOutlivesItsEviction() throws {
        var decoder = HPACKDecoder()
        // A table of 40 octets: the new entry takes its name from the one that it pushes out.
        let block = try decoder.decode(bytes("3f 09 40 01 61 01 62 7e 01 63"))
        #expect(HPACKExamplesTests.fields(block) == ["a: b", "a: c"])
        #expect(HPACKExamplesTests.table(decoder.table) == ["a: c"])
    }

    @Test func aListBeyondTheLimitIsDecodedToItsEndAndNotKept() throws {
        // A bomb: an entry of 1,000 octets, then named a thousand times in an octet each.
        var block: [UInt8] = [0x40, 0x01, 0x61, 0x7F, 0xE9, 0x06] + [UInt8](repeating: 0x62, count: 1000)
        block += [UInt8](repeating: 0xBE, count: 1000)
        block += [0x40, 0x01, 0x63, 0x01, 0x64]
        var decoder = HPACKDecoder(listLimit: 16 << 10)
        let decoded = try decoder.decode(Bytes(block))
        #expect(decoded.isExcessive)
        #expect(decoded.fields.lines.count == 15 && decoded.fields.raw.count < 16 << 10)
        #expect(decoded.listSize == 1001 * 1033 + 34)
        // What came last is in the table, as it is in the peer's.
        #expect(HPACKExamplesTests.table(decoder.table).first == "c: d")
        #expect(decoder.table.count == 2)
    }

    /// A name of 4 KB, and 128 Ki fields of two octets that enter it into the table again: 500 MB to copy.
    @Test(arguments: [[0x7E, 0x00], [0xBE], [0x0F, 0x2F, 0x00]] as [[UInt8]])
    func aBombIsNotDecodedToItsEnd(unit: [UInt8]) throws {
        let name: [UInt8] = [0x40, 0x7F, 0xA1, 0x1E] + [UInt8](repeating: 0x61, count: 4000) + [0x00]
        let count = ((256 << 10) - name.count) / unit.count
        var decoder = HPACKDecoder()
        let entries = (16 << 20) / 4032
        // As many as fit are no bomb.
        let before = name + [[UInt8]](repeating: unit, count: entries - 1).joined()
        let decoded = try decoder.decode(Bytes(before))
        #expect(decoded.isExcessive && decoded.listSize == entries * 4032)
        #expect(decoder.table.count == 1)
        var other = HPACKDecoder()
        let offset = before.count + unit.count
        #expect(throws: HPACKError(.bomb, offset: offset)) {
            try other.decode(Bytes(name + [[UInt8]](repeating: unit, count: count).joined()))
        }
    }

    /// The most that the static table makes of a block is no bomb.
    @Test func aBlockOfCommonFieldsIsDecodedToItsEnd() throws {
        // Entry 16, accept-encoding: gzip, deflate, counts for 60.
        var decoder = HPACKDecoder()
        let decoded = try decoder.decode(Bytes([UInt8](repeating: 0x90, count: 256 << 10)))
        #expect(decoded.isExcessive && decoded.listSize == 60 * (256 << 10))
    }

    @Test func thereAreNoMoreFieldsThanTheLimit() throws {
        var decoder = HPACKDecoder(countLimit: 3)
        let decoded = try decoder.decode(bytes("82 82 82 82"))
        #expect(decoded.isExcessive && decoded.fields.lines.count == 3 && decoded.representations.count == 3)
        #expect(try !decoder.decode(bytes("82 82 82")).isExcessive)
    }

    @Test func theTableIsNeverLargerThanItsLimit() throws {
        var generator = SeededGenerator(seed: 7)
        var decoder = HPACKDecoder()
        for number in 0..<2000 {
            let value = [UInt8](repeating: 0x61, count: Int.random(in: 0...100, using: &generator))
            let name = [UInt8](String(number).utf8)
            _ = try decoder.decode(Bytes([0x40, UInt8(name.count)] + name + [UInt8(value.count)] + value))
            #expect(decoder.table.size <= 4096)
            #expect(decoder.table.size == decoder.table.entries.reduce(0) { $0 + $1.size })
        }
        #expect(decoder.table.count > 20)
    }

    @Test func representationsTileTheirBlock() throws {
        var decoder = HPACKDecoder()
        let block = bytes("20 3f e1 1f 82 86 84 41 8c f1e3c2e5f23a6ba0ab90f4ff 00 01 61 81 1f 10 01 62 00 be 0f 2f 00")
        let decoded = try decoder.decode(block)
        var end = 0
        for representation in decoded.representations {
            #expect(representation.range.lowerBound == end)
            end = representation.range.upperBound
        }
        #expect(end == block.count)
        #expect(
            decoded.representations.map(\.form) == [
                .sizeUpdate, .sizeUpdate, .indexed, .indexed, .indexed, .incremental, .literal, .never, .indexed,
                .literal,
            ])
        #expect(decoded.representations.filter(\.isField).count == decoded.fields.lines.count)
        #expect(
            decoded.representations[6].value?.isHuffman == true && decoded.representations[6].name?.isHuffman == false)
    }

    @Test func anyBytesAreDecodedOrRefusedInPlace() {
        var generator = SeededGenerator(seed: 41)
        for _ in 0..<3000 {
            let block = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            var decoder = HPACKDecoder()
            do throws(HPACKError) {
                let decoded = try decoder.decode(Bytes(block))
                #expect(decoded.representations.last?.range.upperBound == block.count)
            } catch {
                #expect((0...block.count).contains(error.offset))
            }
        }
    }
}
