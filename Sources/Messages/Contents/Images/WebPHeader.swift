import Bytes

/// WebP (RFC 9649 §2): simple lossy, simple lossless, extended.
enum WebPHeader {
    @Sendable static func read(_ bytes: Bytes) -> ImageFacts? {
        guard bytes.count >= 12, bytes.hasOpening("RIFF"), bytes.slice(8..<12).isExactly("WEBP") else { return nil }
        var facts = ImageFacts(kind: "WebP")
        var reader = BinaryReader(bytes)
        _ = reader.skip(12)
        guard let name = reader.take(4), reader.skip(4) else { return facts }
        if name.isExactly("VP8 ") {
            facts.colours = "lossy"
            // A frame tag of three bytes, a start code of three (RFC 6386 §9.1).
            _ = reader.skip(6)
            facts.width = reader.smallFirst(2).map { $0 & 0x3FFF }
            facts.height = reader.smallFirst(2).map { $0 & 0x3FFF }
        } else if name.isExactly("VP8L") {
            facts.colours = "lossless"
            // RFC 9649 §3.4: 14 bits each, less one.
            guard reader.skip(1), let bits = reader.smallFirst(4) else { return facts }
            facts.width = (bits & 0x3FFF) + 1
            facts.height = (bits >> 14 & 0x3FFF) + 1
            if bits >> 28 & 1 == 1 { facts.more.append("with alpha") }
        } else if name.isExactly("VP8X") {
            guard let flags = reader.byte(), reader.skip(3) else { return facts }
            facts.width = reader.smallFirst(3).map { $0 + 1 }
            facts.height = reader.smallFirst(3).map { $0 + 1 }
            if flags & 0x10 != 0 { facts.more.append("with alpha") }
            if flags & 0x02 != 0 { facts.more.append("animated") }
        }
        return facts
    }
}
