import Bytes
import Flow
import HTTPModel

/// Reads the messages of a text that somebody pasted: bytes of the wire, or what tools print of them. Every byte is in
/// a message or in the rest. Used once for one input; the time it takes is linear.
struct PastedMessages {
    private(set) var messages: [ExplainedMessage] = []
    /// The bytes after the last message.
    private(set) var rest: Range<Int>

    private let input: Bytes
    private let starts: StartLines
    private let lines: LineReader
    private let kind: MessageKind?
    /// What a response answers whose request is not here; nil when nobody said.
    private var method: Method?
    /// A response without its body was taken for one to HEAD.
    private var hasAssumedHead = false
    private var hasBodies = false
    /// All of the responses are taken for such.
    private var assumesHead = false
    private var unanswered: [Method] = []
    private var answered = 0

    /// As `MessageReader.Limits`.
    private static let limits = MessageReader.Limits()

    init(_ input: Bytes, kind: MessageKind?, method: Method?) {
        self.input = input
        self.kind = kind
        self.method = method
        starts = StartLines(input)
        lines = LineReader(input: input, acceptsBareLineFeed: true)
        rest = input.count..<input.count
        // What HTTP/2 has in place of a head is all there is.
        if let list = FieldListDissection.explanation(ofText: input, kind) {
            messages = [ExplainedMessage(list, in: input)]
        } else if kind == nil, case let lists = FieldListDissection.lists(ofText: input, kind), !lists.isEmpty {
            messages = lists.map { list, isKnown in
                var message = ExplainedMessage(list, in: input)
                message.assumptions = [Self.missingStart(list.kind, isKnown: isKnown)]
                return message
            }
            rest = (messages.last?.explanation.range.upperBound ?? 0)..<input.count
        } else {
            read()
            // RFC 9110 §9.3.2: `curl -IL` prints several answers, and none of them has a body.
            if hasAssumedHead, !hasBodies, messages.count > 1, unanswered.isEmpty {
                self.method = .head
                assumesHead = true
                (messages, answered, rest) = ([], 0, input.count..<input.count)
                read()
            }
        }
    }

    /// What is missing of a list of header fields, and what that costs.
    private static func missingStart(_ kind: MessageKind, isKnown: Bool) -> Prose {
        let line: Prose =
            switch (isKnown, kind) {
            case (true, .request): "request line, such as \("GET / HTTP/1.1"),"
            case (true, .response): "status line, such as \("HTTP/1.1 200 OK"),"
            case (false, _): "request line or status line"
            }
        let taken: Prose = isKnown ? "" : " Hark assumes that these are fields of a response."
        return "The " + line + " is missing, so Hark explains each field and judges nothing. Put it first." + taken
    }

    private mutating func read() {
        var position = 0
        var left = Self.limits.spans * 8
        while position < input.count, messages.count < Self.limits.messages, left > 0 {
            let start = lines.afterEmptyLines(at: position)
            if let last = messages.indices.last, !MessageStart.isLikely(input, at: start) {
                // What no message covers belongs to the one before it, when others follow.
                guard let next = starts.first(from: start) ?? StartLines.glued(input, from: start) else { break }
                messages[last].surplus += next - position
                position = next
                continue
            }
            let (dissection, form) = message(at: position, from: start, limit: min(Self.limits.spans, left))
            var message = ExplainedMessage(dissection.explanation, in: input)
            message.isPasted = true
            message.bodyForm = form.form
            message.surplus = form.end - dissection.end
            messages.append(message)
            position = form.end
            left -= dissection.spans
            switch dissection.explanation.head {
            case .request(let head): unanswered.append(head.method)
            case .response(let head): if !head.isInterim { answered += 1 }
            case .unreadable: break
            }
            // Nobody can tell what follows, unless a start line does.
            if !dissection.mayBeFollowed, starts.first(from: position) == nil { break }
        }
        rest = position..<input.count
    }

    /// One message; its head is read first, which says how its body is to be found.
    private mutating func message(
        at position: Int, from start: Int, limit: Int
    ) -> (MessageDissection, (end: Int, form: BodyForm)) {
        let kind = self.kind ?? (input.hasVersion(at: start) ? .response : .request)
        let asked = answered < unanswered.count ? unanswered[answered] : method
        func dissect(to end: Int, _ method: Method) -> MessageDissection {
            let part = input.slice(0..<end)
            return MessageDissection(
                part, kind, at: position, answering: method,
                lines: LineReader(input: part, acceptsBareLineFeed: true), limit: limit, isPasted: true,
                followsRequest: messages.last?.kind == .request)
        }
        let headEnd = self.headEnd(from: start)
        let head = dissect(to: headEnd.end, asked ?? .get)
        guard let framing = head.explanation.framing, let fields = head.fields else {
            // A copy may lack the empty line that ends a head; then no body is here either.
            if head.fields != nil { return (dissect(to: headEnd.end, asked ?? .head), (head.end, .missing)) }
            // What is no message is told up to the next start line.
            let end = starts.first(from: max(headEnd.end, start + 1)) ?? input.count
            let whole = dissect(to: end, asked ?? .get)
            return (whole, (whole.end, .wire))
        }
        let body = PastedBody(input: input, starts: starts, lines: lines)
        var found = body.read(framing.kind, fields, from: headEnd.end, isTyped: headEnd.isTyped)
        if lines.afterEmptyLines(at: headEnd.end) < found.end { hasBodies = true }
        switch found.form {
        case .wire:
            let isWhole = framing.kind == .some(.none) || framing.kind == .tunnel
            if assumesHead, let status = head.explanation.response?.status, status >= 200, status != 204, status != 304
            {
                return (head, (head.end, .missing))
            }
            return isWhole ? (head, (head.end, .wire)) : (dissect(to: found.end, asked ?? .get), found)
        case .missing where kind == .response && asked == nil:
            // RFC 9110 §9.3.2: what `curl -I` prints, unless only the head was copied.
            found.end = headEnd.end
            hasAssumedHead = true
            return (dissect(to: headEnd.end, .head), found)
        case .missing, .shown: return (head, found)
        }
    }

    /// One past the empty line that ends a head, or where another one begins; and whether its lines end with LF alone.
    private func headEnd(from start: Int) -> (end: Int, isTyped: Bool) {
        var position = start
        var isTyped = false
        while position < input.count {
            let line = lines.line(at: position)
            if position == start {
                isTyped = line.ending == .bareLineFeed
            } else if starts.first(from: position) == position {
                break
            }
            position = line.next
            if line.isEmpty { break }
        }
        return (position, isTyped)
    }
}

extension MessageDissection {
    fileprivate var fields: FieldSection? { explanation.request?.fields ?? explanation.response?.fields }
}
