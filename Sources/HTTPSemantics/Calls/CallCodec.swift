import Bytes
package import HTTPModel

/// In what form the messages of a call are, by their type's suffix.
package enum CallCodec: Sendable {
    case protobuf, json, other

    /// `application/grpc`, `application/grpc-web+proto`, `application/connect+json`, `application/proto`.
    package init(_ fields: FieldSection) {
        guard let type = fields.first(.contentType).map({ MediaType($0) }),
            type.type.equalsIgnoringCase("application")
        else {
            self = .other
            return
        }
        let subtype = type.subtype
        self.init(name: subtype.firstIndex(of: ASCII.plus).map { subtype.slice($0 + 1..<subtype.count) } ?? subtype)
    }

    /// As the suffix says it, or what Connect calls `encoding` in a query.
    init(name: Bytes) {
        switch name.lowercased.text {
        // Without a suffix they are those of Protocol Buffers (gRPC over HTTP/2, "Content-Type").
        case "proto", "protobuf", "grpc", "grpc-web", "grpc-web-text": self = .protobuf
        case "json": self = .json
        default: self = .other
        }
    }
}
