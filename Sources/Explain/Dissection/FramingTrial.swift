import Bytes
import HTTPModel

/// Tries the rules of RFC 9112 §6.3 in order, and writes down how each went.
struct FramingTrial {
    private let facts: FramingFacts
    private(set) var steps: [Reasoning.Step] = []
    /// How the body ends as far as the rules say; nil when they say that nobody can tell.
    private(set) var kind: Framing.Kind?
    private(set) var rule = 0

    init(_ facts: FramingFacts) {
        self.facts = facts
    }

    mutating func run() {
        if withoutBody() || tunnel() || both() || transferEncoding() || malformedLength() || length() { return }
        if facts.isRequest {
            settle(
                7, .some(.none),
                facts.hasCodings || facts.hasLengths
                    ? "This is a CONNECT request, so it has no body, whatever its fields say."
                    : "This is a request without either field, so it has no body.")
        } else {
            step(7, false, "This is a response; the rule is about requests.")
            settle(
                8, .close,
                "Nothing says how long the body is, so it is everything until the server closes the connection.")
        }
    }

    private mutating func step(_ number: Int, _ held: Bool, _ text: Prose, spec: String = "RFC 9112 §6.3") {
        steps.append(Reasoning.Step("rule \(number)", held: held, text, spec: spec))
    }

    private mutating func settle(_ number: Int, _ kind: Framing.Kind?, _ text: Prose, spec: String = "RFC 9112 §6.3") {
        step(number, true, text, spec: spec)
        self.kind = kind
        rule = number
    }

    /// Rule 1: HEAD, 1xx, 204, 304.
    private mutating func withoutBody() -> Bool {
        guard let status = facts.status else {
            step(1, false, "This is a request; the rule is about responses.")
            return false
        }
        if status == 101 {
            settle(
                1, .tunnel,
                "The status \(101) ends HTTP on this connection at the empty line; another protocol follows.")
        } else if facts.method == .connect, (200..<300).contains(status) {
            step(1, false, "The response has the status \(status), and does not answer HEAD.")
            return false
        } else if facts.method == .head {
            settle(1, .some(.none), "The response answers HEAD, so it ends at the empty line, whatever its fields say.")
        } else if status < 200 || status == 204 || status == 304 {
            settle(
                1, .some(.none), "A response with the status \(status) ends at the empty line, whatever its fields say."
            )
        } else {
            step(
                1, false,
                "The response answers \(facts.method.name), not HEAD, and \(status) is none of 1xx, 204 and 304.")
            return false
        }
        return true
    }

    /// Rule 2: 2xx to CONNECT.
    private mutating func tunnel() -> Bool {
        guard let status = facts.status else {
            step(2, false, "This is a request; the rule is about responses to CONNECT.")
            return false
        }
        guard facts.method == .connect, (200..<300).contains(status) else {
            step(
                2, false,
                facts.method == .connect
                    ? "The answer to CONNECT is \(status): no tunnel was made."
                    : "The response answers \(facts.method.name), not CONNECT.")
            return false
        }
        settle(2, .tunnel, "The status \(status) to CONNECT makes a tunnel: what follows the empty line is not HTTP/1.")
        return true
    }

    /// Rule 3: both fields.
    private mutating func both() -> Bool {
        guard facts.hasCodings, facts.hasLengths else {
            step(3, false, "Transfer-Encoding and Content-Length are not both there.")
            return false
        }
        settle(
            3, facts.endsInChunked && facts.version >= .http11 ? .chunked : nil,
            "There are both Transfer-Encoding: \(facts.codingList) and Content-Length: \(facts.lengthList). The "
                + "former overrides the latter, and the message may be an attack."
        )
        return true
    }

    /// Rule 4: Transfer-Encoding.
    private mutating func transferEncoding() -> Bool {
        guard facts.hasCodings else {
            step(4, false, "There is no Transfer-Encoding.")
            return false
        }
        let codings = facts.codingList
        // RFC 9110 §9.3.6: the content of a CONNECT request has no meaning; what follows is the tunnel's.
        if facts.isRequest, facts.method == .connect, facts.endsInChunked, facts.version >= .http11 {
            step(
                4, false,
                "There is Transfer-Encoding: \(codings), but this is a CONNECT request, which has no content.",
                spec: "RFC 9110 §9.3.6")
            return false
        }
        if facts.version < .http11 {
            settle(
                4, nil,
                "There is Transfer-Encoding: \(codings) in \(facts.version), which does not have it: the framing is "
                    + "faulty.",
                spec: "RFC 9112 §6.1")
        } else if facts.endsInChunked {
            settle(
                4, .chunked,
                "The last coding of Transfer-Encoding: \(codings) is chunked, so the chunks say where it ends.")
        } else if facts.isRequest {
            settle(
                4, nil,
                "The last coding of Transfer-Encoding: \(codings) is not chunked, so the length of this request "
                    + "cannot be known."
            )
        } else {
            settle(
                4, .close,
                "The last coding of Transfer-Encoding: \(codings) is not chunked, so the body goes on until the "
                    + "connection closes."
            )
        }
        return true
    }

    /// Rule 5: a Content-Length that is none.
    private mutating func malformedLength() -> Bool {
        guard facts.hasLengths else {
            step(5, false, "There is no Content-Length that could be invalid.")
            return false
        }
        guard facts.length == nil else {
            step(
                5, false,
                facts.isLengthRepeated
                    ? "Content-Length: \(facts.lengthList) is the same number again and again, which counts as one."
                    : "Content-Length: \(facts.lengthList) is a whole number in digits alone.")
            return false
        }
        settle(
            5, nil,
            "Content-Length: \(facts.lengthList) is not one number in digits alone, so where the body ends cannot "
                + "be known."
        )
        return true
    }

    /// Rule 6: a Content-Length without Transfer-Encoding.
    private mutating func length() -> Bool {
        guard let length = facts.length else {
            step(6, false, "There is no Content-Length.")
            return false
        }
        // RFC 9110 §9.3.6, once more.
        if facts.isRequest, facts.method == .connect {
            step(
                6, false, "Content-Length is \(length), but this is a CONNECT request, which has no content.",
                spec: "RFC 9110 §9.3.6")
            return false
        }
        settle(
            6, .length(length),
            "Content-Length is \(length), and there is no Transfer-Encoding: the body has "
                + "\(Quantity.count(length, "byte"))."
        )
        return true
    }
}
