import Bytes
import HTTPModel
import HTTPSemantics
import HTTPWire
import Registry

/// What a forgiving reader makes of a start line. Ranges count from the start of the input.
struct StartLine {
    var method: Range<Int>?
    var target: Range<Int>?
    var version: HTTPVersion?
    var status: Int?
    var reason: Range<Int>?

    /// `HTTP/1.1`, and `HTTP/2` as tools print it for protocols that have no such line.
    static func version(_ bytes: Bytes) -> HTTPVersion? {
        guard bytes.has("HTTP/", at: 0), bytes.count == 6 || bytes.count == 8, ASCII.isDigit(bytes[5]) else {
            return nil
        }
        guard bytes.count == 8 else { return HTTPVersion(major: bytes[5] &- ASCII.zero, minor: 0) }
        guard bytes[6] == UInt8(ascii: "."), ASCII.isDigit(bytes[7]) else { return nil }
        return HTTPVersion(major: bytes[5] &- ASCII.zero, minor: bytes[7] &- ASCII.zero)
    }
}

/// Names the parts of a request line or status line (RFC 9112 §3, §4), whatever is in it.
struct StartLineSpans {
    let input: Bytes
    private(set) var found = StartLine()
    /// A request of HTTP/2 or 3, as tools write it down.
    private var isRetold = false
    private var isResponse = false

    init(_ input: Bytes) {
        self.input = input
    }

    /// `method SP request-target SP HTTP-version`, its bytes being `range`.
    mutating func request(_ range: Range<Int>) -> SpanList {
        var list = SpanList(at: range.lowerBound)
        let first = input.index(of: ASCII.space, from: range.lowerBound, before: range.upperBound)
        let lastWord = input.lastIndex(of: ASCII.space, in: range).map { $0 + 1 } ?? range.upperBound
        isRetold = input.has("HTTP/2", at: lastWord) || input.has("HTTP/3", at: lastWord)
        method(range.lowerBound..<(first ?? range.upperBound), &list)
        guard let first else {
            list.missing(
                "request-target", "RFC 9112 §3",
                "A space and a request target were expected; the line ends instead.")
            return list
        }
        list.leaf("SP", to: first + 1, "RFC 9112 §3", "One space separates the method from the request target.")

        // The version is looked for from behind, so that white space within the target does not hide it.
        var versionStart: Int?
        var space = range.upperBound
        while versionStart == nil, let before = input.lastIndex(of: ASCII.space, in: first..<space) {
            if input.has("HTTP/", at: before + 1) { versionStart = before + 1 }
            space = before
        }
        let last = input.lastIndex(of: ASCII.space, in: (first + 1)..<range.upperBound)
        let isTargetMissing = versionStart == first + 1
        let targetEnd = isTargetMissing ? first + 1 : versionStart.map { $0 - 1 } ?? last ?? range.upperBound
        target(list.position..<targetEnd, &list)
        guard let start = versionStart ?? last.map({ $0 + 1 }) else {
            list.missing(
                "HTTP-version", "RFC 9112 §3",
                "A space and the version were expected, such as HTTP/1.1; the line ends instead.")
            return list
        }
        list.leaf("SP", to: start, "RFC 9112 §3", "One space separates the request target from the version.")
        let end = input.index(of: ASCII.space, from: start, before: range.upperBound) ?? range.upperBound
        version(start..<end, &list)
        list.leaf(
            "request-line", to: range.upperBound, "RFC 9112 §3",
            "Unexpected text: the line must end after the version.", malformed: true)
        return list
    }

    private mutating func method(_ range: Range<Int>, _ list: inout SpanList) {
        let end = input.end(of: range, while: OctetClass.token.contains)
        guard !range.isEmpty else {
            return list.missing("method", "RFC 9110 §9.1", "The line must begin with a method, such as GET.")
        }
        guard end == range.upperBound else {
            return list.leaf(
                "method", to: range.upperBound, "RFC 9110 §9.1",
                "A method is a token, which cannot contain \(Quotation.byte(input[end])).", malformed: true)
        }
        let name = input.slice(range)
        found.method = range
        guard let meaning = Vocabulary.methods[name] else {
            return list.leaf(
                "method", to: end, "RFC 9110 §9.1",
                "\(quoting: name) is not a registered method that Hark knows; only the server can say what it "
                    + "does."
            )
        }
        // RFC 8441 §4: a path means an extended one, which HTTP/1 does not have.
        if isRetold, name == "CONNECT", input.has(" /", at: end) {
            return list.leaf(
                "method", to: end, "RFC 8441 §4", "CONNECT: opens a stream of HTTP/2 for the protocol in :protocol.")
        }
        list.leaf("method", to: end, meaning.spec, "\(meaning.name): \(meaning.text)")
    }

    private mutating func target(_ range: Range<Int>, _ list: inout SpanList) {
        guard !range.isEmpty else {
            return list.missing(
                "request-target", "RFC 9112 §3.2", "A request target was expected, such as /index.html.")
        }
        found.target = range
        // RFC 8441 §4: the target of an extended CONNECT is a path.
        let isExtended = isRetold && input[range.lowerBound] == ASCII.slash
        let isConnect = !isExtended && found.method.map { input.slice($0) == "CONNECT" } ?? false
        var urls = URLSpans(input)
        urls.requestTarget(range, isConnect: isConnect, &list)
    }

    private mutating func version(_ range: Range<Int>, _ list: inout SpanList) {
        let text = input.slice(range)
        guard let version = StartLine.version(text) else {
            if isResponse, text.count > 5, text.slice(0..<5).equalsIgnoringCase("http/"),
                let version = StartLine.version(Bytes(Array("HTTP/".utf8) + text.dropFirst(5)))
            {
                found.version = version
                return list.leaf(
                    "HTTP-version", to: range.upperBound, "RFC 9112 §2.3",
                    "HTTP/ in capitals was expected; Hark accepts \(quoting: text) instead.", malformed: true)
            }
            guard !range.isEmpty else {
                return list.missing("HTTP-version", "RFC 9112 §2.3", "The version was expected, such as HTTP/1.1.")
            }
            return list.leaf(
                "HTTP-version", to: range.upperBound, "RFC 9112 §2.3",
                "\(quoting: text) is not a version: HTTP/ in capitals, a digit, a point and a digit were expected.",
                malformed: true)
        }
        found.version = version
        switch version {
        case .http11:
            list.leaf(
                "HTTP-version", to: range.upperBound, "RFC 9112 §2.3",
                "The sender uses HTTP/1.1: the connection stays open unless a message says close.")
        case .http10:
            list.leaf(
                "HTTP-version", to: range.upperBound, "RFC 9112 §2.3",
                """
                The sender uses HTTP/1.0: no chunks, and the connection closes unless both sides agree to keep it \
                open.
                """
            )
        case HTTPVersion(major: 2, minor: 0)..., HTTPVersion(major: 1, minor: 2)...:
            later(version, to: range.upperBound, &list)
        default:
            list.leaf(
                "HTTP-version", to: range.upperBound, "RFC 9112 §2.3",
                "HTTP/1.0 or HTTP/1.1 was expected; \(quoting: text) has no messages of this form.",
                malformed: true)
        }
    }
}

extension StartLineSpans {
    /// HTTP/1.2 and later, and the versions that have no start lines.
    private func later(_ version: HTTPVersion, to end: Int, _ list: inout SpanList) {
        if version.major == 1 {
            list.leaf(
                "HTTP-version", to: end, "RFC 9110 §2.5",
                "A later minor version than HTTP/1.1. It is compatible, so Hark reads it as HTTP/1.1."
            )
        } else {
            list.leaf(
                "HTTP-version", to: end, version.major == 2 ? "RFC 9113 §8.3" : "RFC 9114 §4.3",
                """
                The exchange used \(version.name), which has fields instead of this line. Tools write this line for \
                readability.
                """)
        }
    }

    /// `HTTP-version SP status-code SP [ reason-phrase ]`.
    mutating func response(_ range: Range<Int>) -> SpanList {
        var list = SpanList(at: range.lowerBound)
        let first = input.index(of: ASCII.space, from: range.lowerBound, before: range.upperBound)
        isResponse = true
        version(range.lowerBound..<(first ?? range.upperBound), &list)
        guard let first else {
            list.missing(
                "status-code", "RFC 9112 §4", "A space and a status code were expected; the line ends instead.")
            return list
        }
        list.leaf("SP", to: first + 1, "RFC 9112 §4", "One space separates the version from the status code.")
        let code = input.end(of: (first + 1)..<range.upperBound) { $0 == ASCII.space }
        list.leaf("SP", to: code, "RFC 9112 §4", "A single space was expected before the status code.", malformed: true)
        if glued(code, before: range.upperBound, &list) { return list }
        let second = input.index(of: ASCII.space, from: code, before: range.upperBound)
        status(code..<(second ?? range.upperBound), &list)
        guard let second else {
            // RFC 9112 §4: the space belongs there even when no reason follows. It is often left out.
            found.reason = range.upperBound..<range.upperBound
            return list
        }
        list.leaf("SP", to: second + 1, "RFC 9112 §4", "One space separates the status code from the reason phrase.")
        reason((second + 1)..<range.upperBound, &list)
        return list
    }

    /// A reason that follows the code without a space; read all the same as long as it does not begin with a digit.
    private mutating func glued(_ start: Int, before end: Int, _ list: inout SpanList) -> Bool {
        let codeEnd = start + 3
        guard codeEnd < end, input[codeEnd] != ASCII.space, !ASCII.isDigit(input[codeEnd]),
            input.slice(start..<codeEnd).allSatisfy(ASCII.isDigit)
        else { return false }
        status(start..<codeEnd, &list)
        list.missing("SP", "RFC 9112 §4", "A space was expected between the status code and the reason phrase.")
        reason(codeEnd..<end, &list)
        return true
    }

    private mutating func status(_ range: Range<Int>, _ list: inout SpanList) {
        let text = input.slice(range)
        guard range.count == 3, let number = text.decimal, number >= 100 else {
            guard !range.isEmpty else {
                return list.missing("status-code", "RFC 9112 §4", "Three digits were expected, such as 200.")
            }
            return list.leaf(
                "status-code", to: range.upperBound, "RFC 9112 §4",
                "\(quoting: text) is not a status code: three digits from 100 on were expected.", malformed: true)
        }
        let code = Int(number)
        found.status = code
        list.leaf(
            "status-code", to: range.upperBound, Vocabulary.statuses[code]?.spec ?? "RFC 9110 §15",
            Self.phrase(for: code))
    }

    private static func phrase(for code: Int) -> Wording {
        let family = StatusClass(code)
        guard let meaning = Vocabulary.statuses[code] else {
            return "\(code) is not a registered status. Clients treat it like \(family.general). "
                + "\(family.text)"
        }
        guard meaning.standing != .unregistered else {
            return "\(code) \(meaning.name) (\(family.name), in no registry): \(meaning.text)"
        }
        return "\(code) \(meaning.name) (\(family.name)): \(meaning.text)"
    }

    private mutating func reason(_ range: Range<Int>, _ list: inout SpanList) {
        found.reason = range
        let end = input.end(of: range) { $0 >= ASCII.space && $0 != ASCII.delete || $0 == ASCII.tab }
        guard end == range.upperBound else {
            return list.leaf(
                "reason-phrase", to: range.upperBound, "RFC 9112 §4",
                "A reason phrase is text, which cannot contain \(Quotation.byte(input[end])).", malformed: true)
        }
        list.leaf(
            "reason-phrase", to: range.upperBound, "RFC 9112 §4",
            "The reason phrase \(quoting: input.slice(range)), for people. Programs use only the status code.")
    }
}
