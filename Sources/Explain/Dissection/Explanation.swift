public import Flow
public import HTTPModel

/// One message named down to its bytes: the spans that tile it, its head where one could be read, where its body ends
/// and why, and what is wrong with it.
///
/// Made by `MessageReader`; a value, for anywhere. Offsets and lengths are bytes from the start of the input.
public struct Explanation: Sendable {
    /// The head, as far as it could be read.
    public enum Head: Sendable, Hashable {
        case request(RequestHead)
        case response(ResponseHead)
        /// The start line is none: there is nothing to go by.
        case unreadable
    }

    /// What the message is.
    public let kind: MessageKind
    /// Where it begins in the input.
    public let offset: Int
    /// How many bytes it has.
    public let length: Int
    /// They tile the message. What breaks a rule is a span of its own that says what was expected; where something is
    /// missing there may be a span of length 0.
    public let spans: [Span]
    /// Of a message with an `error` it is what a forgiving reader would make of it. The ranges inside of it count from
    /// the head's own first byte, at `headOffset`.
    public let head: Head
    /// Where the start line begins; empty lines may precede it.
    public let headOffset: Int
    /// How the end of the body was found; nil when the head does not end, or is unreadable.
    public let framing: FramingReasoning?
    /// The first thing that makes a strict reader refuse the message, its offset counted from the start of the input;
    /// nil for a message that Hark would forward.
    public let error: WireError?
    /// For responses: the method of the request that is answered.
    public let answered: Method?
    /// What was tolerated after the head; offsets count from the head's first byte, like those of its own quirks.
    public var bodyQuirks: [Quirk] = []

    /// What was tolerated in the message.
    public var quirks: [Quirk] { (request?.quirks ?? response?.quirks ?? []) + bodyQuirks }

    /// Where it lies in the input.
    public var range: Range<Int> { offset..<(offset + length) }

    /// The head when it is a request's.
    public var request: RequestHead? {
        if case .request(let head) = head { head } else { nil }
    }

    /// The head when it is a response's.
    public var response: ResponseHead? {
        if case .response(let head) = head { head } else { nil }
    }
}
