import Bytes
import Flow

/// Reads one field value from left to right and names what it reads. The grammars of fields are written with it.
///
/// A grammar steps forward and then names what it stepped over, so spans tile the value by construction: whatever is
/// stepped over without a name, or not reached at all, becomes a malformed span. It never goes back, and it makes at
/// most `limit` spans; then it seems to be at its end, and the rest of the value becomes one span that says so. It
/// lives for one value.
struct SpanScanner {
    let value: Bytes
    /// Which message the field is in: some directives mean other things in a request than in a response.
    let kind: MessageKind
    private let base: Int
    /// The next byte to read.
    private(set) var index = 0
    /// One past what may be read now; see `within`.
    private(set) var end: Int
    /// Where the last span ended.
    private(set) var named = 0
    /// The spans of the innermost open group, or of no group.
    private var pending: [Span] = []
    /// The groups that are open, outermost first: where each begins in the value, and the spans that stand before it in
    /// the group around it. Lists are handed on whole: cut out of one list, the spans of a group were copied, which was
    /// 3 % of what explaining an exchange took.
    private var open: [(start: Int, outer: [Span])] = []
    private var count = 0

    /// How many spans one value may become.
    static let limit = 2000

    init(_ value: Bytes, at offset: Int, in kind: MessageKind) {
        self.value = value
        self.kind = kind
        base = offset
        end = value.count
    }

    // MARK: Reading

    /// Whether as many spans were made as may be: who goes over a list can stop.
    private(set) var isFull = false
    var isAtEnd: Bool { index >= end || isFull }
    var peek: UInt8? { isAtEnd ? nil : value[index] }

    /// The byte `distance` bytes ahead.
    func peek(_ distance: Int) -> UInt8? {
        !isFull && distance < end - index ? value[index + distance] : nil
    }

    /// What was stepped over and has no name yet.
    var seen: Bytes { value.slice(named..<index) }

    /// What may still be read.
    var rest: Bytes { isAtEnd ? Bytes() : value.slice(index..<end) }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Steps forward, at most to the end.
    mutating func advance(_ distance: Int = 1) {
        guard !isAtEnd else { return }
        index += min(max(distance, 0), end - index)
    }

    mutating func advanceToEnd() {
        if !isAtEnd { index = end }
    }

    /// Steps over the longest run of bytes that fulfil the condition; says how many.
    @discardableResult
    mutating func skip(while condition: (UInt8) -> Bool) -> Int {
        guard !isAtEnd else { return 0 }
        let start = index
        // On the bytes themselves, with nothing else to look at: half of what a byte took.
        index = value.withSpan { span in
            var next = start
            while next < end, condition(span[next]) { next += 1 }
            return next
        }
        return index - start
    }

    /// How many bytes ahead fulfil the condition.
    func count(while condition: (UInt8) -> Bool) -> Int { rest.prefix(while: condition).count }

    // MARK: Naming

    /// Names what was stepped over since the last name; nothing when that is no byte.
    mutating func name(
        _ rule: String, _ spec: String, _ text: Wording, malformed: Bool = false
    ) {
        guard index > named, hasRoom() else { return }
        append(Span(rule, base + named..<base + index, spec, saying: text, malformed: malformed))
        named = index
    }

    /// Names what was stepped over as something that breaks the rule. When nothing was stepped over, something is
    /// missing here: then the span before is marked, and says what should have followed it.
    mutating func expected(_ rule: String, _ spec: String, _ what: String) {
        if index > named {
            name(rule, spec, "\(quoting: seen) is invalid here: expected \(what).", malformed: true)
        } else if !isFull, let last = pending.popLast() {
            append(
                Span(
                    last.rule, last.range, last.spec, "\(last.text) Expected \(what) after it.", malformed: true,
                    children: last.children))
        }
    }

    /// Begins a span with others in it, at the place the last span ended; `finish` names it.
    mutating func begin() {
        expectedNothing()
        open.append((named, pending))
        pending = []
    }

    /// What becomes of a group that has one span in it: it would say the same bytes twice.
    enum Lone {
        case stays
        /// The group's name goes to its only span.
        case isGroup
        /// The group is left out.
        case isChild
    }

    /// Ends what `begin` began, where the last span ended. Without a span in it, it is none itself.
    mutating func finish(
        _ rule: String, _ spec: String, _ text: Wording, malformed: Bool = false, lone: Lone = .stays
    ) {
        expectedNothing()
        guard let (start, outer) = open.popLast() else { return }
        var children = pending
        pending = outer
        if children.count == 1, lone != .stays, let only = children.popLast() {
            let isNamed = lone == .isGroup && !only.isMalformed
            append(isNamed ? Span(rule, only.range, spec, saying: text, malformed: malformed) : only)
        } else if !children.isEmpty {
            count += 1
            append(
                Span(
                    rule, base + start..<base + named, spec, saying: text, malformed: malformed, children: children))
        }
    }

    /// The bytes of the innermost open group so far.
    var group: Bytes { value.slice((open.isEmpty ? 0 : open[open.count - 1].start)..<index) }

    /// Reads a part of the value, to `newEnd`; what is left of that part then is malformed.
    mutating func within(_ newEnd: Int, _ rule: String, _ spec: String, _ body: (inout SpanScanner) -> Void) {
        let outer = end
        end = min(max(newEnd, index), outer)
        body(&self)
        leftOver(rule, spec)
        end = outer
    }

    /// Reads a part of the value that was found by whoever knows where it ends.
    mutating func within(_ part: Bytes, _ rule: String, _ spec: String, _ body: (inout SpanScanner) -> Void) {
        within(start(of: part) + part.count, rule, spec, body)
    }

    /// Where a part that is a slice of the value begins.
    func start(of part: Bytes) -> Int { part.range(in: value)?.lowerBound ?? index }

    /// Steps to the end of a part that is a slice of the value.
    mutating func advance(over part: Bytes) {
        advance(start(of: part) + part.count - index)
    }

    /// Names the bytes up to the end that the grammar has no place for.
    mutating func leftOver(_ rule: String, _ spec: String) {
        advanceToEnd()
        guard index > named, !isFull else { return }
        name(
            rule, spec, "\(quoting: seen) is unexpected: the \(rule) ends before it.", malformed: true)
    }

    /// The spans, which tile the value, and how many there are, those inside of others counted too.
    consuming func spans() -> (list: [Span], count: Int) {
        while !open.isEmpty { finish("field-value", "RFC 9110 §5.5", "A part of the value.") }
        var spans = pending
        guard named < value.count else { return (spans, count) }
        let size = value.count - named
        let text =
            isFull
            ? "The value has more than \(Self.limit) parts; the remaining \(Quantity.bytes(size)) are not described."
            : "\(quoting: value.slice(named..<value.count)) does not belong to the value."
        spans.append(
            Span("field-value", base + named..<base + value.count, "RFC 9110 §5.5", text, malformed: !isFull))
        return (spans, count + 1)
    }

    private mutating func expectedNothing() {
        if index > named, !isFull {
            name("field-value", "RFC 9110 §5.5", "\(quoting: seen) is not allowed here.", malformed: true)
        }
    }

    private mutating func hasRoom() -> Bool {
        if count >= Self.limit { isFull = true }
        if isFull { return false }
        count += 1
        return true
    }

    private mutating func append(_ span: consuming Span) {
        // Most values and most groups have fewer; growing costs more than room that is not used.
        if pending.isEmpty { pending.reserveCapacity(open.isEmpty ? 8 : 4) }
        pending.append(span)
    }
}
