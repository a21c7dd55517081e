import Bytes
import Flow
import HTTPModel
import HTTPWire

/// Names every part of a head, and keeps what a forgiving reader would make of it.
///
/// Used once for one head, which begins at `start` and may have empty lines before it.
struct HeadSpans {
    let input: Bytes
    let kind: MessageKind
    let lines: LineReader
    /// About so many spans are made; what is left of the head then becomes one.
    let limit: Int

    /// A request stands before it, so that the empty lines are the text's: no connection carries both.
    var followsRequest = false

    private(set) var list: SpanList
    private(set) var startLine = StartLine()
    private(set) var fields: [FieldLine] = []
    /// The start line's first byte.
    private(set) var start: Int
    private static let usualFields = 20
    /// Whether the empty line is there that ends a head.
    private(set) var isComplete = false

    init(_ input: Bytes, _ kind: MessageKind, at start: Int, lines: LineReader, limit: Int) {
        self.input = input
        self.kind = kind
        self.lines = lines
        self.limit = limit
        self.start = start
        list = SpanList(at: start)
    }

    mutating func read() {
        start = lines.afterEmptyLines(at: start)
        emptyLines()
        let first = lines.line(at: start)
        guard first.start < first.end else { return }
        var reader = StartLineSpans(input)
        let parts = kind == .request ? reader.request(first.range) : reader.response(first.range)
        startLine = reader.found
        list.group(
            kind == .request ? "request-line" : "status-line",
            kind == .request ? "RFC 9112 §3" : "RFC 9112 §4",
            kind == .request
                ? "The request line: method, target and version."
                : "The status line: version, status code and reason.", parts)
        FieldLineSpans.lineEnd(
            of: first, kind == .request ? "Ends the request line." : "Ends the status line.", into: &list)
        fieldLines(from: first)
    }

    /// Gives away the spans; nothing more is read then.
    mutating func takeList() -> SpanList { list.take() }

    private mutating func emptyLines() {
        guard start > list.position else { return }
        let between = input.slice(list.position..<start)
        // What a person pasted: the tool that printed it, or an editor, parted the messages so.
        let isTyped =
            kind == .response && lines.acceptsBareLineFeed
            && (followsRequest || !between.contains(ASCII.carriageReturn))
        if isTyped {
            return list.leaf("CRLF", to: start, "RFC 9112 §2.2", "Empty lines between the messages of this text.")
        }
        let isMalformed =
            kind == .response || (input.index(of: ASCII.lineFeed, from: list.position, before: start) == list.position)
        list.leaf(
            "CRLF", to: start, "RFC 9112 §2.2",
            kind == .request
                ? "Empty lines before a request: a server should skip them. Some clients send one after a body."
                : "A status line was expected; a response cannot begin with empty lines.",
            malformed: isMalformed)
    }

    private mutating func fieldLines(from first: Line) {
        let reader = FieldLineSpans(
            input: input, lines: lines, kind: kind, hasPseudoFields: (startLine.version?.major ?? 1) >= 2)
        // Each line has a span and its line end another; most heads have fewer than so many.
        list.reserve(2 * Self.usualFields)
        fields.reserveCapacity(Self.usualFields)
        var previous = first
        while previous.ending != .none, previous.next < input.count {
            let line = lines.line(at: previous.next)
            if line.isEmpty {
                FieldLineSpans.lineEnd(of: line, "The empty line ends the head.", into: &list)
                isComplete = true
                return
            }
            guard list.count < limit else { return rest(from: line) }
            // A line that ends with the input before its first byte is none.
            guard line.start < line.end else { return }
            let (last, field) = reader.field(line, after: fields, into: &list)
            if let field { fields.append(field) }
            FieldLineSpans.lineEnd(of: last, "Ends the field line.", into: &list)
            previous = last
        }
    }

    /// Looks for the end of the head without naming anything more.
    private mutating func rest(from first: Line) {
        var line = first
        while !line.isEmpty, line.ending != .none, line.next < input.count { line = lines.line(at: line.next) }
        let end = line.isEmpty ? line.start : input.count
        let count = end - list.position
        list.leaf(
            "field-line", to: end, "RFC 9112 §5",
            "\(Quantity.count(count, "more byte")) of field lines, not described one by one: there are too many parts."
        )
        guard line.isEmpty else { return }
        FieldLineSpans.lineEnd(of: line, "The empty line ends the head.", into: &list)
        isComplete = true
    }
}

extension HeadSpans {
    /// What a forgiving reader makes of the head; ranges count from the start line's first byte.
    var head: Explanation.Head {
        let raw = input.slice(start..<list.position)
        let section = FieldSection(raw: raw, lines: fields.map { $0.moved(by: -start) })
        switch kind {
        case .request:
            guard let method = startLine.method, let target = startLine.target else { return .unreadable }
            return .request(
                RequestHead(
                    method: Method(input.slice(method)), target: requestTarget(target, method),
                    version: startLine.version ?? .http11, fields: section))
        case .response:
            guard let status = startLine.status else { return .unreadable }
            let reason = startLine.reason ?? start..<start
            return .response(
                ResponseHead(
                    status: status, version: startLine.version ?? .http11,
                    reasonRange: (reason.lowerBound - start)..<(reason.upperBound - start), fields: section))
        }
    }

    private func requestTarget(_ range: Range<Int>, _ method: Range<Int>) -> RequestTarget {
        func moved(_ part: Range<Int>) -> Range<Int> {
            (part.lowerBound + range.lowerBound - start)..<(part.upperBound + range.lowerBound - start)
        }
        let whole = moved(0..<range.count)
        guard let target = try? TargetParser.parse(input.slice(range), method: Method(input.slice(method))) else {
            return RequestTarget(form: .origin, range: whole, pathAndQuery: whole)
        }
        return RequestTarget(
            form: target.form, range: whole, scheme: target.scheme.map(moved), userinfo: target.userinfo.map(moved),
            host: target.host.map(moved), port: target.port, pathAndQuery: moved(target.pathAndQuery))
    }
}

extension FieldLine {
    fileprivate func moved(by distance: Int) -> FieldLine {
        FieldLine(
            start: Int(start) + distance, nameEnd: Int(nameEnd) + distance, valueStart: Int(valueStart) + distance,
            valueEnd: Int(valueEnd) + distance, end: Int(end) + distance, known: known)
    }
}
