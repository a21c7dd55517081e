package import Flow

/// What has to be there for a check to be asked at all, and what it may look at.
package enum Scope: Sendable, Hashable {
    /// One field of a message, by its name in lower case: asked when the message has it.
    case field(MessageKind, StaticName)
    /// One message, whatever the other is. A response alone is judged by these, and nothing made up for its request.
    case message(MessageKind)
    /// Each message that was recorded, whatever the other is; asked of one after the other (`Findings.side`).
    case each
    /// One field of each message that has it, by its name in lower case.
    case eachField(StaticName)
    /// Both messages, each as it was recorded.
    case exchange
    /// What carried the exchange in HTTP/2: asked when frames or a field block of it were recorded, whether or not its
    /// messages could be read.
    case stream
    /// What ran inside of the exchange: asked when some of it was recorded.
    case inner
    /// The bytes of a message, as the decoder of the wire read them; it says itself what it found.
    case wire
    /// One connection, as `ConnectionFacts` has it; asked once of each, when the session has ended.
    case connection
    /// All exchanges of a session, as `SessionVisits` has them; asked once, at its end.
    case session

    /// A field of the request.
    package static func request(_ field: StaticString) -> Scope { .field(.request, StaticName(field)) }
    /// A field of the response.
    package static func response(_ field: StaticString) -> Scope { .field(.response, StaticName(field)) }

    /// A field of either message.
    package static func either(_ field: StaticString) -> Scope { .eachField(StaticName(field)) }

    /// The same of one message, for a check that is asked of both.
    func narrowed(to side: MessageKind) -> Scope {
        switch self {
        case .each: .message(side)
        case .eachField(let field): .field(side, field)
        default: self
        }
    }

    /// What people call it.
    package var word: String {
        switch self {
        case .field, .eachField: "field"
        case .message, .each, .wire: "message"
        case .exchange: "exchange"
        case .stream: "stream"
        case .inner: "inner"
        case .connection: "connection"
        case .session: "session"
        }
    }

    /// The message whose bytes a finding is about, unless it says otherwise.
    package var message: MessageKind? {
        switch self {
        case .field(let message, _), .message(let message): message
        case .each, .eachField, .exchange, .stream, .inner, .wire, .connection, .session: nil
        }
    }
}

/// A name that stands in the source.
package struct StaticName: Sendable, Hashable {
    package let name: StaticString

    init(_ name: StaticString) {
        self.name = name
    }

    package static func == (left: StaticName, right: StaticName) -> Bool { left.text == right.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    package var text: String { name.description }
}
