import Bytes
import HTTPModel
import HTTPSemantics

/// The answer to a call of gRPC or gRPC-Web: messages with their pauses, then how it ended. gRPC says that in trailers,
/// gRPC-Web in a last message of its own, for browsers show no trailers to pages.
struct CallAnswer {
    private let form: RemoteCall.Kind

    /// nil when the request is no such call.
    init?(to fields: FieldSection) {
        switch RemoteCall.Kind(fields) {
        case .some(.grpc): form = .grpc
        case .some(.grpcWeb(let isText)): form = .grpcWeb(isText: isText)
        case .some(.connectStream), .some(.connect), nil: return nil
        }
    }

    /// The one message of a request; nil when there is none that is whole, or several.
    func message(in body: Bytes) -> Bytes? {
        var plain = body
        if form == .grpcWeb(isText: true) {
            guard let decoded = Base64.decode(body.trimmed) else { return nil }
            plain = Bytes(decoded)
        }
        var frames = CallFrames(limit: plain.count)
        let found = frames.take(plain)
        // Nothing was offered that could be compressed.
        guard found.count == 1, frames.unfinished == 0, found[0].flags == 0 else { return nil }
        return found[0].bytes
    }

    func answer(_ messages: [(wait: Int, bytes: [UInt8])]) -> SiteResponse {
        var pieces = messages.map { SiteResponse.Piece(wait: $0.wait, data: coded(Self.framed($0.bytes, flags: 0))) }
        let status: [SiteResponse.Field] = [("grpc-status", "0")]
        guard form != .grpc else {
            return SiteResponse(200, [type], body: .chunked(pieces, trailers: status))
        }
        pieces.append(SiteResponse.Piece(data: coded(Self.framed(Array("grpc-status: 0\r\n".utf8), flags: 0x80))))
        return SiteResponse(200, [type], body: .chunked(pieces, trailers: []))
    }

    /// How it failed, with nothing before: in the head ("Trailers-Only").
    func failure(_ status: CallStatus, _ message: String) -> SiteResponse {
        // Only what is printable in ASCII, and no percent sign, may stand as it is.
        let coded = message.utf8.map { byte in
            let isPlain = byte >= ASCII.space && byte < ASCII.delete && byte != ASCII.percent
            return isPlain ? String(UnicodeScalar(byte)) : "%" + Hex.capitals([byte])
        }
        return SiteResponse(
            200, [type, ("grpc-status", String(status.rawValue)), ("grpc-message", coded.joined())], body: .bytes([]))
    }

    private var type: SiteResponse.Field {
        let name =
            switch form {
            case .grpc, .connectStream, .connect: "application/grpc+proto"
            case .grpcWeb(let isText): isText ? "application/grpc-web-text+proto" : "application/grpc-web+proto"
            }
        return ("Content-Type", name)
    }

    private func coded(_ bytes: [UInt8]) -> [UInt8] {
        form == .grpcWeb(isText: true) ? Array(Base64.encode(Bytes(bytes)).utf8) : bytes
    }

    private static func framed(_ bytes: [UInt8], flags: UInt8) -> [UInt8] {
        [flags] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) } + bytes
    }
}
