import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// What a head says of the messages that its content has.
struct ContentOpener {
    private let fields: FieldSection

    init(_ fields: FieldSection) {
        self.fields = fields
    }

    /// The reader of such a content; nil when it has no messages.
    func side(_ kind: MessageKind) -> (any SideReader)? {
        parser(kind).map { ContentSide(fields, from: kind, $0) }
    }

    func parser(_ kind: MessageKind) -> (any ContentParser)? {
        guard let value = fields.first(.contentType),
            Self.beginnings.contains(where: { value.hasPrefix(ignoringCase: $0) })
        else { return nil }
        let type = MediaType(value)
        if type.is("text", "event-stream") { return kind == .response ? EventParser() : nil }
        if type.type.equalsIgnoringCase("multipart") {
            return type.parameter("boundary").flatMap { $0.isEmpty ? nil : PartParser(boundary: $0) }
        }
        if let call = RemoteCall.Kind(fields), call != .connect {
            return CallParser(call, coding: fields.first(named: call.encodingField))
        }
        if type.is("application", "json-seq") || type.hasSuffix("json-seq") { return SequenceParser() }
        return Self.lineTypes.contains(type.essence.lowercased) ? LineParser() : nil
    }

    /// Of types that have messages. Most have none, and each head is asked.
    private static let beginnings: [StaticString] = [
        "text/event-stream", "multipart/", "application/grpc", "application/connect+", "application/x-nd",
        "application/nd", "application/jsonl", "application/json-", "application/geo+json-", "application/x-json",
        "application/stream+", "text/x-ndjson",
    ]

    private static let lineTypes: Set<Bytes> = [
        "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
        "application/jsonlines", "application/x-jsonlines", "application/json-lines", "application/stream+json",
        "application/x-json-stream", "text/x-ndjson",
    ]
}
