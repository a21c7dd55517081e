package import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// What raw bytes are as a request. Pure functions.
package enum RawMessage {
    /// Why these bytes are not one request and nothing else; nil when they are.
    package static func problem(of bytes: Bytes) -> String? {
        var decoder = HTTP1Decoder(role: .request)
        var position = 0
        var announced: UInt64?
        do throws(WireError) {
            while true {
                let rest = bytes.slice(position..<bytes.count)
                guard let decoded = try rest.withSpan({ span throws(WireError) in try decoder.decode(span) }) else {
                    break
                }
                position += decoded.consumed
                if case .requestHead(_, let framing) = decoded.part, case .length(let length) = framing.kind {
                    announced = length
                }
                guard decoded.part == .end else { continue }
                let surplus = bytes.count - position
                if surplus == 0 { return nil }
                guard let announced else { return "\(surplus) bytes follow its end." }
                return "Content-Length is \(announced) bytes, but \(announced + UInt64(surplus)) follow the head."
            }
            _ = try decoder.endOfInput(unread: bytes.count - position)
            return "there is nothing to send."
        } catch {
            if error.code == .truncatedBody, let announced {
                return "Content-Length is \(announced) bytes, but fewer follow."
            }
            return "\(error.text) (Byte \(error.offset).)"
        }
    }

    /// The same with CR LF at the ends of the lines up to the first empty one.
    package static func withLineEnds(_ bytes: Bytes) -> Bytes {
        var written: [UInt8] = []
        var start = 0
        while let feed = bytes.firstIndex(of: ASCII.lineFeed, from: start) {
            let hasReturn = feed > start && bytes[feed - 1] == ASCII.carriageReturn
            let line = bytes.slice(start..<(hasReturn ? feed - 1 : feed))
            written += line
            written += [ASCII.carriageReturn, ASCII.lineFeed]
            start = feed + 1
            if line.isEmpty, written.count > 2 { break }
        }
        return Bytes(written + bytes.slice(start..<bytes.count))
    }

    /// Where the head of the first request ends; 0 when there is none.
    package static func headSize(of bytes: Bytes) -> Int {
        first(of: bytes)?.consumed ?? 0
    }

    /// How the head of the first request says where its body ends; nil when there is none that can be read.
    static func framing(of bytes: Bytes) -> Framing? {
        guard case .requestHead(_, let framing) = first(of: bytes)?.part else { return nil }
        return framing
    }

    private static func first(of bytes: Bytes) -> Decoded? {
        var decoder = HTTP1Decoder(role: .request)
        guard let decoded = try? bytes.withSpan({ span throws(WireError) in try decoder.decode(span) }),
            case .requestHead = decoded.part
        else { return nil }
        return decoded
    }

    /// The same with a Content-Length of what follows the head, when that makes it one request; nil when the head has
    /// none, or something else is wrong as well.
    static func withLength(_ bytes: Bytes) -> Bytes? {
        guard let first = first(of: bytes), case .requestHead(let head, let framing) = first.part,
            case .length = framing.kind,
            let line = head.fields.lines.first(where: { $0.known == .contentLength })
        else { return nil }
        let size = bytes.count - first.consumed
        // Empty lines before the head are none of it.
        let start = first.consumed - head.fields.raw.count
        let before = bytes.slice(0..<start + Int(line.valueStart))
        let behind = bytes.slice(start + Int(line.valueEnd)..<bytes.count)
        let mended = Bytes(Array(before) + Array(String(size).utf8) + behind)
        return problem(of: mended) == nil ? mended : nil
    }
}
