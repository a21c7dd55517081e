import Bytes
import HTTPWire
import TestKit
import Testing

/// What is written is read as the same fields, and nothing that should not be remembered is.
@Suite struct HPACKEncoderTests {
    private static func encode(_ fields: [HPACKField], _ encoder: inout HPACKEncoder) -> Bytes {
        var block: [UInt8] = []
        encoder.encode(OutgoingFields(fields), into: &block)
        return Bytes(block)
    }

    @Test func aBlockThatComesAgainIsAnIndexAField() throws {
        let fields = [
            HPACKField(":method", "GET"), HPACKField(":scheme", "https"), HPACKField(":authority", "example.com"),
            HPACKField(":path", "/"), HPACKField("user-agent", "test"), HPACKField("x-empty", ""),
        ]
        var encoder = HPACKEncoder()
        #expect(Self.encode(fields, &encoder).count > fields.count)
        #expect(Self.encode(fields, &encoder).count == fields.count)
    }

    @Test(
        arguments: [
            (HPACKField("authorization", "Basic YWxhZGRpbjpvcGVuc2VzYW1l"), .never),
            (HPACKField("proxy-authorization", "Basic YWxhZGRpbjpvcGVuc2VzYW1l"), .never),
            (HPACKField("cookie", "a=b"), .never), (HPACKField("cookie", "session=0123456789abcdef0123"), .incremental),
            (HPACKField("x-token", "abc", isSensitive: true), .never),
            // Even where the static table has it whole.
            (HPACKField(":method", "GET", isSensitive: true), .never),
            (HPACKField(":path", "/a/b"), .literal), (HPACKField("content-length", "17"), .literal),
            (HPACKField("server", "nginx"), .incremental), (HPACKField(":path", "/"), .indexed),
        ] as [(HPACKField, Representation.Form)])
    func eachFieldHasItsForm(field: HPACKField, form: Representation.Form) throws {
        var encoder = HPACKEncoder()
        var decoder = HPACKDecoder()
        let first = try decoder.decode(Self.encode([field], &encoder))
        #expect(first.representations.map(\.form) == [form])
        #expect(encoder.table.count == (form == .incremental ? 1 : 0))
        #expect(first.fields.pairs == [[field.name, field.value]])
        let second = try decoder.decode(Self.encode([field], &encoder))
        #expect(second.representations.map(\.form) == [form == .incremental ? .indexed : form])
    }

    @Test func aSmallerTableIsAnnouncedBeforeTheNextField() throws {
        var encoder = HPACKEncoder()
        var decoder = HPACKDecoder()
        _ = try decoder.decode(Self.encode([HPACKField("a", "b"), HPACKField("c", "d")], &encoder))
        encoder.setCapacity(0)
        encoder.setCapacity(100)
        decoder.setCapacity(0)
        decoder.setCapacity(100)
        let block = try decoder.decode(Self.encode([HPACKField("a", "b")], &encoder))
        // RFC 7541 §4.2: the smallest since the last block, and what holds now.
        #expect(block.representations.map(\.form) == [.sizeUpdate, .sizeUpdate, .incremental])
        #expect(block.representations.prefix(2).map(\.index) == [0, 100])
        #expect(encoder.table.limit == 100 && decoder.table.size == encoder.table.size)
    }

    @Test func moreThanTheUsualTableIsNotUsed() throws {
        var encoder = HPACKEncoder()
        encoder.setCapacity(1 << 20)
        var decoder = HPACKDecoder()
        #expect(try decoder.decode(Self.encode([HPACKField("a", "b")], &encoder)).representations.count == 1)
        #expect(encoder.table.limit == 4096)
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func whatIsWrittenIsReadAsTheSame(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var encoder = HPACKEncoder()
        var decoder = HPACKDecoder()
        let names: [Bytes] = [":path", "cookie", "x-a", "x-b", "etag", "server", "authorization", "content-type"]
        for _ in 0..<300 {
            if Int.random(in: 0..<20, using: &generator) == 0 {
                let size = Int.random(in: 0...5000, using: &generator)
                encoder.setCapacity(size)
                decoder.setCapacity(min(size, HPACKEncoder.mostTable))
            }
            let fields = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                let length = Int.random(in: 0...(Bool.random(using: &generator) ? 6 : 300), using: &generator)
                let value = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let text = Bool.random(using: &generator) ? value : value.map { _ in UInt8(ascii: "a") }
                return HPACKField(
                    names.randomElement(using: &generator) ?? "x", Bytes(text),
                    isSensitive: Int.random(in: 0..<9, using: &generator) == 0)
            }
            let block = try decoder.decode(Self.encode(fields, &encoder))
            #expect(block.fields.pairs == fields.map { [$0.name, $0.value] })
            let forms = block.representations.filter(\.isField).map(\.form)
            for (form, field) in zip(forms, fields) where field.isSensitive { #expect(form == .never) }
            #expect(encoder.table.size == decoder.table.size && encoder.table.count == decoder.table.count)
        }
    }
}
