public import Bytes
public import Flow
public import HTTPModel

/// Reads raw messages and explains every byte. It never refuses: malformed parts are marked, and reading continues.
///
/// The same bytes give the same explanations. Time is linear in the input, and `Limits` bounds the result.
public struct MessageReader: Sendable {
    /// What was read.
    public struct Reading: Sendable {
        /// In order; they cover the input up to `rest`.
        public let messages: [Explanation]
        /// The bytes after the last message, as bytes from the start of the input.
        public let rest: Range<Int>
    }

    /// Limits of what is read from one input.
    public struct Limits: Sendable {
        /// How many messages are read.
        public let messages: Int
        /// About this many spans for a message, and eight times as many in total; the bytes after them become one span.
        public let spans: Int

        /// Limits that suit any input for people.
        public init(messages: Int = 1000, spans: Int = 16_000) {
            self.messages = max(1, messages)
            self.spans = max(64, spans)
        }
    }

    private let kind: MessageKind?
    private let method: Method
    private let lineFeeds: Bool
    private let isLive: Bool
    private let limits: Limits

    /// - Parameters:
    ///   - kind: what all messages are; nil tells each from its first line (`HTTP/` begins a response).
    ///   - toMethod: the method of the request that a response answers when that request does not come before it (RFC
    ///     9112 §6.3 rules 1 and 2).
    ///   - isLive: the bytes were HTTP/1 on the wire, whatever version they name; otherwise a tool may have
    ///     printed HTTP/2 in this form.
    ///   - acceptingLineFeeds: whether LF ends a line, as in pasted text. It is reported as malformed.
    public init(
        kind: MessageKind? = nil, toMethod: Method = .get, isLive: Bool = false, acceptingLineFeeds: Bool = true,
        limits: Limits = Limits()
    ) {
        self.isLive = isLive
        self.kind = kind
        method = toMethod
        lineFeeds = acceptingLineFeeds
        self.limits = limits
    }

    /// The messages of the input. An input that is not empty has at least one, even if it is junk.
    public func read(_ input: Bytes) -> Reading {
        // What HTTP/2 has in place of a head is all there is.
        if let list = FieldListDissection.explanation(ofText: input, kind) {
            return Reading(messages: [list], rest: input.count..<input.count)
        }
        let lines = LineReader(input: input, acceptsBareLineFeed: lineFeeds)
        var messages: [Explanation] = []
        var position = 0
        var unanswered: [Method] = []
        var answered = 0
        var left = limits.spans * 8
        while position < input.count, messages.count < limits.messages, left > 0 {
            let start = lines.afterEmptyLines(at: position)
            guard messages.isEmpty || MessageStart.isLikely(input, at: start) else { break }
            let kind = self.kind ?? (input.hasVersion(at: start) ? .response : .request)
            let method = answered < unanswered.count ? unanswered[answered] : self.method
            let dissection = MessageDissection(
                input, kind, at: position, answering: method, lines: lines, limit: min(limits.spans, left),
                isLive: isLive)
            messages.append(dissection.explanation)
            position = dissection.end
            left -= dissection.spans
            switch dissection.explanation.head {
            case .request(let head): unanswered.append(head.method)
            case .response(let head): if !head.isInterim { answered += 1 }
            case .unreadable: break
            }
            if !dissection.mayBeFollowed { break }
        }
        return Reading(messages: messages, rest: position..<input.count)
    }
}

/// Whether bytes after a message look like another one; otherwise they are left over.
enum MessageStart {
    static func isLikely(_ input: Bytes, at start: Int) -> Bool {
        guard start < input.count else { return false }
        if input.hasVersion(at: start) { return true }
        // A method: here a word of capitals and hyphens with a space behind it.
        let end = input.end(of: start..<min(start + 32, input.count)) { byte in
            (byte &- UInt8(ascii: "A") < 26) || byte == ASCII.hyphen
        }
        return end > start && end < input.count && input[end] == ASCII.space
    }
}

extension Bytes {
    /// Whether a version begins here, in whatever letters (RFC 9112 §2.3): `HTTP/1`.
    func hasVersion(at start: Int) -> Bool {
        if has("HTTP/", at: start) { return true }
        return start + 5 < count && ASCII.isDigit(self[start + 5])
            && slice(start..<start + 5).equalsIgnoringCase("http/")
    }
}
