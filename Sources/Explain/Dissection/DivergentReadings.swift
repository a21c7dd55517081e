import Bytes
import HTTPModel
import HTTPWire

/// What a reader with other habits could make of the same head. Where two readers on one way differ, one of them
/// takes a part of a body for a message: request smuggling and response splitting live on it.
enum DivergentReadings {
    static func steps(
        _ facts: FramingFacts, _ words: FramingWords, _ kind: Framing.Kind?
    ) -> [Reasoning.Step] {
        var found: [(text: Prose, spec: String)] = []
        if facts.hasCodings { codings(facts, words, &found) }
        if facts.hasLengths { lengths(facts, words, &found) }
        if !facts.isRequest { responses(facts, kind, &found) }
        if facts.isRequest, facts.method == .connect, facts.hasCodings || facts.hasLengths {
            found.append(
                (
                    """
                    A reader that applies the length fields of a CONNECT request reads the tunnel's first bytes as its \

                    """
                        + "body.",
                    "RFC 9110 §9.3.6"
                ))
        } else if facts.isRequest, case .length(let length) = kind, length > 0,
            facts.method == .get || facts.method == .head
        {
            found.append(
                (
                    """
                    A reader that assumes \(facts.method.name) requests have no body reads its \
                    \(Quantity.count(length, "byte")) as the next request.
                    """,
                    "RFC 9110 §9.3.1"
                ))
        }
        return found.map { Reasoning.Step("second reader", $0.text, spec: $0.spec) }
    }

    private static func codings(
        _ facts: FramingFacts, _ words: FramingWords, _ found: inout [(text: Prose, spec: String)]
    ) {
        let codings = words.codings
        if facts.hasLengths {
            found.append(
                (
                    """
                    A reader that uses Content-Length: \(words.lengths) ends the body at another byte than a reader \
                    that uses Transfer-Encoding: \(codings).
                    """,
                    "RFC 9112 §11.2"
                ))
        }
        if facts.version < .http11 {
            found.append(
                (
                    "A reader of HTTP/1.0 does not know Transfer-Encoding, and reads the chunk lines as content.",
                    "RFC 9112 §6.1"
                ))
        }
        if facts.codings != .chunkedLast {
            found.append(
                (
                    """
                    A reader that searches for the word chunked, or uses the first coding, reads Transfer-Encoding: \
                    \(codings) differently from one that uses the last.
                    """,
                    "RFC 9112 §6.1"
                ))
        }
    }

    private static func lengths(
        _ facts: FramingFacts, _ words: FramingWords, _ found: inout [(text: Prose, spec: String)]
    ) {
        let lengths = words.lengths
        if facts.length == .invalid, facts.isLengthRepeated {
            found.append(
                (
                    "One reader uses the first number of Content-Length: \(lengths), another the last.",
                    "RFC 9112 §6.3"
                ))
        } else if facts.length == .invalid {
            found.append(
                (
                    """
                    A lenient reader accepts Content-Length: \(lengths), with its signs, spaces, hexadecimal digits or \
                    too many digits, as a length.
                    """,
                    "RFC 9110 §8.6"
                ))
        } else if facts.isLengthRepeated {
            found.append(
                (
                    "A strict reader rejects the message because Content-Length: \(lengths) repeats the number.",
                    "RFC 9110 §8.6"
                ))
        }
    }

    private static func responses(
        _ facts: FramingFacts, _ kind: Framing.Kind?, _ found: inout [(text: Prose, spec: String)]
    ) {
        guard let status = facts.status else { return }
        switch kind {
        case .some(.none) where facts.method == .head || status == 304:
            guard facts.hasLengths || facts.hasCodings else { return }
            found.append(
                (
                    facts.method == .head
                        ? """
                        The fields describe the body that GET would get. A reader that forgets the HEAD request \
                        waits for that body.
                        """
                        : """
                        The fields describe the body that a 200 would have. A reader that forgets this rule waits \
                        for that body.
                        """,
                    "RFC 9110 §8.6"
                ))
        case .some(.none), .tunnel:
            guard facts.hasLengths || facts.hasCodings else { return }
            found.append(
                (
                    """
                    A \(status) must have neither field here. A reader that forgets this rule reads the next bytes as \
                    its body.
                    """,
                    facts.hasCodings ? "RFC 9112 §6.1" : "RFC 9110 §8.6"
                ))
        case .close:
            found.append(
                ("No reader can tell a complete body from a truncated one.", "RFC 9112 §8"))
        case .length, .chunked, .frames, nil: break
        }
    }
}
