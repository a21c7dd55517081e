import Bytes
import HTTPModel

/// Reads one head, line by line as they become complete (RFC 9112 §2.1): the decoder's state before and within it.
struct HeadReader: Sendable {
    /// The first line, by what it begins.
    enum Start: Sendable {
        case request(RequestLine)
        case response(StatusLine)
    }

    /// A head that is complete.
    struct Head {
        let start: Start
        let section: FieldSection
        let quirks: QuirkList
        /// Where the first line that ends with a line feed alone ends.
        let bareLineFeed: Int?
        /// Bytes of empty lines before it.
        let skipped: Int
    }

    /// A 1xx response has come, and the final one has not.
    let followsInterim: Bool
    /// Bytes of empty lines skipped before a request line.
    private(set) var skipped = 0
    private var scanner = LineScanner()
    private var start: Start?
    private var fields = FieldParser()
    private var bareLineFeed: Int?

    init(followsInterim: Bool = false) {
        self.followsInterim = followsInterim
    }

    /// Nothing of a message has been read; empty lines do not count.
    var isUntouched: Bool { !scanner.hasStarted && !followsInterim }

    /// The head when its empty line is there. `input` is everything unread.
    @inline(__always)
    mutating func read(
        _ input: UnsafeBufferPointer<UInt8>, _ role: HTTP1Decoder.Role, _ limits: Limits, _ tolerances: Tolerances
    ) throws(WireError) -> Head? {
        if role == .request, !scanner.hasStarted { try unsafe skipEmptyLines(input, limits) }
        // From here on offsets count from the first byte of the start line.
        let buffer = unsafe UnsafeBufferPointer(rebasing: input[skipped...])
        guard try unsafe readStart(buffer, role, limits, tolerances),
            let end = try unsafe readFields(buffer, role, limits, tolerances), let start
        else { return nil }
        let section = unsafe FieldSection(raw: Bytes(Array(buffer[..<end])), lines: fields.lines)
        return Head(
            start: start, section: section, quirks: fields.quirks, bareLineFeed: bareLineFeed, skipped: skipped)
    }

    /// RFC 9112 §2.2: a server should skip an empty line before a request line. Some clients send one after a body.
    private mutating func skipEmptyLines(
        _ input: UnsafeBufferPointer<UInt8>, _ limits: Limits
    ) throws(WireError) {
        while skipped + 1 < input.count, unsafe input[skipped] == ASCII.carriageReturn,
            unsafe input[skipped + 1] == ASCII.lineFeed
        {
            guard skipped / 2 < limits.emptyLines else {
                throw unsafe WireError(.malformedRequestLine, at: 0, length: 2, in: input)
            }
            skipped += 2
        }
    }

    @inline(__always)
    private mutating func readStart(
        _ input: UnsafeBufferPointer<UInt8>, _ role: HTTP1Decoder.Role, _ limits: Limits, _ tolerances: Tolerances
    ) throws(WireError) -> Bool {
        if start != nil { return true }
        switch role {
        case .request: try unsafe Self.checkRequest(input)
        case .response: try unsafe Self.checkResponse(input)
        }
        // One byte more than the head may have is enough to know that a line cannot end within it.
        let isBoundByHead = limits.head < limits.startLine
        guard
            let line = try unsafe scanner.lineEnd(
                in: input, limit: isBoundByHead ? limits.head : limits.startLine,
                tooLong: isBoundByHead ? .headTooLarge : .startLineTooLong,
                acceptsBareLineFeed: role == .response && tolerances.contains(.bareLineFeeds))
        else { return false }
        switch role {
        case .request: start = unsafe .request(try RequestLine(input, end: line.end, tolerances))
        case .response: start = unsafe .response(try StatusLine(input, end: line.end, tolerances))
        }
        take(line)
        fields.prepare()
        return true
    }

    /// The head's length when its empty line is there.
    @inline(__always)
    private mutating func readFields(
        _ input: UnsafeBufferPointer<UInt8>, _ role: HTTP1Decoder.Role, _ limits: Limits, _ tolerances: Tolerances
    ) throws(WireError) -> Int? {
        let place: FieldParser.Place = role == .request ? .request : .response
        let tolerated = role == .response ? tolerances : .none
        while true {
            let start = scanner.lineStart
            guard
                let line = try unsafe scanner.lineEnd(
                    in: input, limit: max(0, limits.head - 2), tooLong: .headTooLarge,
                    acceptsBareLineFeed: tolerated.contains(.bareLineFeeds),
                    acceptsBareCarriageReturn: tolerated.contains(.controlsInValues))
            else { return nil }
            if line.end > start {
                try unsafe fields.take(input, start, line, place: place, tolerated, limits: limits, base: 0)
            }
            take(line)
            if line.end == start { return line.next }
        }
    }

    @inline(__always)
    private mutating func take(_ line: LineScanner.LineEnd) {
        if line.isBare, bareLineFeed == nil { bareLineFeed = line.end }
        scanner.advance(past: line)
    }
}

// What no start line can begin with is found at the first such byte: nobody has to wait for the end of a line that is
// none, which a peer that speaks something else may never send.
extension HeadReader {
    /// RFC 9110 §9.1: a method is a token. A line that ends in it is judged as a whole.
    @inline(__always)
    private static func checkRequest(_ input: UnsafeBufferPointer<UInt8>) throws(WireError) {
        for index in 0..<min(methodLimit, input.count) {
            let byte = unsafe input[index]
            if OctetClass.token.contains(byte) { continue }
            if byte == ASCII.space && index > 0 || isLineEnd(byte) { return }
            throw unsafe WireError(.malformedMethod, at: index, in: input)
        }
    }

    /// No registered method is as long. A longer one is looked at with its line, and not again with each octet.
    private static let methodLimit = 32

    /// RFC 9112 §4: a version, and so its name. How that is spelled is judged with the whole line.
    @inline(__always)
    private static func checkResponse(_ input: UnsafeBufferPointer<UInt8>) throws(WireError) {
        let name: StaticString = "HTTP/"
        for index in 0..<min(5, input.count) {
            let (byte, expected) = unsafe (input[index], name.utf8Start[index])
            if byte == expected || index < 4 && byte == expected | 0x20 { continue }
            if isLineEnd(byte) { return }
            throw unsafe WireError(.malformedVersion, at: 0, length: index + 1, in: input)
        }
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == ASCII.carriageReturn || byte == ASCII.lineFeed }
}
