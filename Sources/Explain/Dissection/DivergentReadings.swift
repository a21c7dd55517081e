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
                    "A reader that goes by the fields of a CONNECT request takes the tunnel's first bytes for its "
                        + "body.",
                    "RFC 9110 §9.3.6"
                ))
        } else if facts.isRequest, case .length(let length) = kind, length > 0,
            facts.method == .get || facts.method == .head
        {
            found.append(
                (
                    "A reader that thinks \(facts.method.name) requests have no body takes its "
                        + "\(Quantity.count(length, "byte")) for the next request.",
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
                    "A reader that goes by Content-Length: \(words.lengths) ends the body elsewhere than one "
                        + "that reads Transfer-Encoding: \(codings).",
                    "RFC 9112 §11.2"
                ))
        }
        if facts.version < .http11 {
            found.append(
                (
                    "A reader of HTTP/1.0 does not know Transfer-Encoding, and takes the chunk lines for content.",
                    "RFC 9112 §6.1"
                ))
        }
        if facts.codings != .chunkedLast {
            found.append(
                (
                    "A reader that searches for the word chunked, or goes by the first coding, reads "
                        + "Transfer-Encoding: \(codings) differently from one that goes by the last.",
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
                    "One reader goes by the first number of Content-Length: \(lengths), another by the last.",
                    "RFC 9112 §6.3"
                ))
        } else if facts.length == .invalid {
            found.append(
                (
                    "A reader that is generous with numbers (signs, spaces, hexadecimal digits, ever larger ones) "
                        + "finds a length in Content-Length: \(lengths).",
                    "RFC 9110 §8.6"
                ))
        } else if facts.isLengthRepeated {
            found.append(
                (
                    "A reader that does not forgive the repetition in Content-Length: \(lengths) refuses the message.",
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
                        ? "The fields speak of the body that GET would have got. A reader that forgets it was HEAD "
                            + "waits for that body."
                        : "The fields speak of the body that a 200 would have had. A reader that forgets the rule "
                            + "waits for that body.",
                    "RFC 9110 §8.6"
                ))
        case .some(.none), .tunnel:
            guard facts.hasLengths || facts.hasCodings else { return }
            found.append(
                (
                    "A \(status) may have neither field here. A reader that forgets the rule takes what follows for "
                        + "its body.",
                    facts.hasCodings ? "RFC 9112 §6.1" : "RFC 9110 §8.6"
                ))
        case .close:
            found.append(
                ("No reader can tell a body that is complete from one that was cut off.", "RFC 9112 §8"))
        case .length, .chunked, .frames, nil: break
        }
    }
}
