import Bytes
import HTTPModel
import TestKit
import Testing

@testable import HTTPWire

/// How fields stand in a block, found without the table: the same as whoever had it from the start finds.
@Suite struct RepresentationScanTests {
    @Test func itFindsWhatTheDecoderFinds() throws {
        var generator = SeededGenerator(seed: 21)
        var encoder = HPACKEncoder()
        var decoder = HPACKDecoder()
        let names: [Bytes] = [":path", "cookie", "x-a", "etag", "authorization"]
        for _ in 0..<200 {
            let fields = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
                HPACKField(
                    names.randomElement(using: &generator) ?? "x",
                    Bytes(
                        (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                            UInt8.random(in: 0...255, using: &generator)
                        }), isSensitive: Int.random(in: 0..<8, using: &generator) == 0)
            }
            var block: [UInt8] = []
            encoder.encode(OutgoingFields(fields), into: &block)
            let decoded = try decoder.decode(Bytes(block), from: 3)
            let origins = decoded.representations.filter(\.isField).map(\.origin)
            #expect(RepresentationScan.read(Bytes(block), origins: origins) == decoded.representations)
            for (one, line) in zip(decoded.representations.filter(\.isField), decoded.fields.lines) {
                guard let value = one.value else { continue }
                #expect(RepresentationScan.string(value, in: Bytes(block)) == decoded.fields.value(of: line))
            }
        }
    }

    @Test func aSizeUpdateTakesNobodysOrigin() {
        let origin = TableEntry.Origin(stream: 1, field: 0)
        let found = RepresentationScan.read(Bytes([0x3F, 0xE1, 0x1F, 0xBE]), origins: [origin])
        #expect(found.map(\.form) == [.sizeUpdate, .indexed])
        #expect(found.map(\.origin) == [nil, origin])
        #expect(found.first?.index == 4096)
    }

    @Test(
        arguments: [
            [0x82, 0x40], [0x82, 0x41, 0x85, 0x18], [0x82, 0xFF], [0x82, 0x3F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]])
    func itStopsWhereABlockCannotBeRead(block: [UInt8]) {
        #expect(RepresentationScan.read(Bytes(block)).map(\.range) == [0..<1])
    }
}
