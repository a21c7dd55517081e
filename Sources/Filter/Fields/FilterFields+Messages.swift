import Bytes
import Flow
import HTTPSemantics

extension FilterFields {
    /// What runs inside of an exchange.
    static let inside: [FilterField] = [
        messages, frames,
        stream("client", of: .request), stream("upstream", of: .response),
        FilterField(
            "message.direction", .choice(FieldChoice(["sent", "received"])), "a message's direction",
            "It has messages that the client sent, or that it received", "message.direction = sent",
            .list("message_direction") { $0.messageDirections }),
        FilterField(
            "message.text", .text, "a message's text",
            "The text of a message in a WebSocket, an event stream or JSON lines", "message.text contains hello",
            .list("message_text") { $0.messageTexts }),
        FilterField(
            "event", .text, "an event's name", "The name of an event in an event stream", "event = message",
            .list("event") { $0.eventNames }),
        FilterField(
            "grpc.service", .text, "the service of an RPC", "Package and service of a gRPC, gRPC-Web or Connect RPC",
            "grpc.service = shop.Cart", .list("grpc_service") { $0.record.call.map { [$0.service] } ?? [] }),
        FilterField(
            "grpc.status", .number, "the status of an RPC", "The status number of an RPC; 0 is OK",
            "grpc.status > 0",
            .integer("grpc_status") { $0.record.call.flatMap { $0.outcome.map { Int64($0.rawValue) } } }),
        FilterField(
            "graphql.operation", .text, "the name of a GraphQL operation",
            "The operation name of a GraphQL request; without a name, its kind", "graphql.operation = Stations",
            .contents { $0.graphQLNames }),
    ]

    /// What HTTP/2 was on the wire.
    static let frames = FilterField(
        "frames", .number, "the number of frames", "HTTP/2 frames received and sent, on both sides",
        "frames > 100",
        .integer("frames") { subject in
            let (request, response) = (subject.record.request, subject.record.response)
            guard request.stream != nil || response.stream != nil else { return nil }
            return Int64(request.frameCount + response.frameCount)
        })

    /// On which stream of HTTP/2 it was.
    private static func stream(_ leg: String, of kind: MessageKind) -> FilterField {
        FilterField(
            "stream.\(leg)", .number, "the number of its stream",
            "The stream of HTTP/2 on the \(leg == "client" ? "client's" : "server's") connection",
            "stream.\(leg) = 5", .integer("stream_\(leg)") { $0.record[kind].stream.map { Int64($0) } })
    }

    static let messages = FilterField(
        "messages", .number, "the number of messages",
        "Number of messages in a WebSocket, an event stream, JSON lines or an RPC", "messages > 100",
        .integer("messages") { $0.messageCount })
}
