import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Messages

/// A part of a multipart content that is written otherwise than it is meant: coded by its own fields, or compressed
/// before it was put there.
enum PackedPart {
    /// It is as it is meant.
    case plain
    /// What it means.
    case unpacked(Bytes)
    /// Nobody can look into it.
    case sealed

    /// What a part may unpack to: texts are seldom packed further, and many parts stay bounded together.
    private static func limit(_ count: Int) -> Int { min(16 << 20, 64 * count + (64 << 10)) }

    /// - Parameters:
    ///   - codings: Content-Encoding, which parts have from some clients (RFC 7578 §4.8 leaves it to them).
    ///   - transfer: Content-Transfer-Encoding (RFC 2045 §6).
    init(_ content: Bytes, codings: Bytes?, transfer: Bytes?) {
        var bytes = content
        var isPlain = true
        if let transfer, transfer.equalsIgnoringCase("base64") {
            guard let decoded = Base64.decode(Bytes(content.filter { $0 > ASCII.space })) else {
                self = .sealed
                return
            }
            bytes = Bytes(decoded)
            isPlain = false
        } else if let transfer, transfer.equalsIgnoringCase("quoted-printable") {
            bytes = Self.unquoted(content)
            isPlain = false
        }
        var plan = ContentDecoder.Plan.nothing
        if let codings {
            let field = Bytes(Array("Content-Encoding: ".utf8) + codings.array + Array("\r\n\r\n".utf8))
            plan = ContentDecoder.plan(RecordedHead.section(field, hasStartLine: false))
        } else if bytes.starts(with: [0x1F, 0x8B]) {
            plan = .codings([.gzip])
        } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            plan = .codings([.zstd])
        }
        switch plan {
        case .nothing: break
        case .unknown:
            self = .sealed
            return
        case .codings(let codings):
            var unpacked: [UInt8] = []
            let limit = Self.limit(content.count)
            let result = ContentDecoder.decode(.inline(bytes), codings, limit: limit) { unpacked += $0 }
            guard result.fault == nil else {
                self = .sealed
                return
            }
            bytes = Bytes(unpacked)
            isPlain = false
        }
        self = bytes.isPacked ? .sealed : isPlain ? .plain : .unpacked(bytes)
    }

    /// RFC 2045 §6.7: `=3D` is an octet, `=` at a line's end joins lines.
    private static func unquoted(_ content: Bytes) -> Bytes {
        var plain: [UInt8] = []
        var index = 0
        while index < content.count {
            let byte = content[index]
            if byte == ASCII.equals, index + 2 < content.count, let high = ASCII.hexValue(content[index + 1]),
                let low = ASCII.hexValue(content[index + 2])
            {
                plain.append(high << 4 | low)
                index += 3
            } else if byte == ASCII.equals, let end = content.firstIndex(of: ASCII.lineFeed, from: index),
                end <= index + 2
            {
                index = end + 1
            } else {
                plain.append(byte)
                index += 1
            }
        }
        return Bytes(plain)
    }
}

extension Bytes {
    /// What no field tells of: archives, and files that were compressed before they were sent.
    var isPacked: Bool {
        let marks: [[UInt8]] = [
            [0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD], [0x50, 0x4B, 0x03, 0x04], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
            Array("BZh91AY".utf8),
        ]
        return marks.contains { starts(with: $0) }
    }
}
