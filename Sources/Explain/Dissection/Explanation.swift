public import Flow
public import HTTPModel

/// One message explained down to its bytes: its spans, which cover it without gaps, its head if it could be read, where
/// its body ends and why, and what is wrong with it.
///
/// Made by `MessageReader`. Offsets and lengths are bytes from the start of the input.
public struct Explanation: Sendable {
    /// The head, as far as it could be read.
    public enum Head: Sendable, Hashable {
        case request(RequestHead)
        case response(ResponseHead)
        /// The start line is malformed, so the rest cannot be read.
        case unreadable
    }

    /// What the message is.
    public let kind: MessageKind
    /// Where it begins in the input.
    public let offset: Int
    /// How many bytes it has.
    public let length: Int
    /// They cover the message without gaps. Bytes that break a rule are a span of their own, which says what was
    /// expected; where something is missing, a span may have length 0.
    public let spans: [Span]
    /// If the message has an `error`, this is how a lenient reader would read it. Its ranges count from the head's own
    /// first byte, at `headOffset`.
    public let head: Head
    /// Where the start line begins; empty lines may precede it.
    public let headOffset: Int
    /// How the end of the body was found; nil when the head does not end, or is unreadable.
    public let framing: FramingReasoning?
    /// The first thing that makes a strict reader refuse the message, its offset counted from the start of the input;
    /// nil for a message that Hark would forward.
    public let error: WireError?
    /// For responses: the method of their request.
    public let answered: Method?
    /// What was tolerated after the head; offsets count from the head's first byte, like those of its own quirks.
    public var bodyQuirks: [Quirk] = []

    /// What was tolerated in the message.
    public var quirks: [Quirk] { (request?.quirks ?? response?.quirks ?? []) + bodyQuirks }

    /// Its position in the input.
    public var range: Range<Int> { offset..<(offset + length) }

    /// The head, if the message is a request.
    public var request: RequestHead? {
        if case .request(let head) = head { head } else { nil }
    }

    /// The head, if the message is a response.
    public var response: ResponseHead? {
        if case .response(let head) = head { head } else { nil }
    }
}
