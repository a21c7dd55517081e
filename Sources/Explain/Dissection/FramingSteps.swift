import Bytes
import HTTPModel
import HTTPWire

/// Writes down how the rules of RFC 9112 §6.3 were tried on one head, with the message's own values.
struct FramingSteps: FramingWitness {
    let facts: FramingFacts
    private let words: FramingWords
    private(set) var steps: [Reasoning.Step] = []

    init(_ facts: FramingFacts, _ words: FramingWords) {
        self.facts = facts
        self.words = words
        // At most one a rule.
        steps.reserveCapacity(9)
    }

    mutating func tried(_ rule: Int, held: Bool, _ finding: FramingFinding) {
        let (text, spec) = said(finding)
        steps.append(Reasoning.Step(rule == 0 ? "frames" : "rule \(rule)", held: held, text, spec: spec))
    }

    /// What is said of a finding, and the section that it rests on.
    private func said(_ finding: FramingFinding) -> (Prose, String) {
        switch finding {
        case .framed:
            (
                "The message came in \(facts.version.name): its stream ends with a frame that says so. "
                    + "Content-Length, if given, has to agree, but does not decide.",
                facts.version.major == 2 ? "RFC 9113 §8.1" : "RFC 9114 §4.1"
            )
        case .codingsOfConnect:
            (
                "There is Transfer-Encoding: \(words.codings), but this is a CONNECT request, which has no content.",
                "RFC 9110 §9.3.6"
            )
        case .lengthOfConnect(let length):
            ("Content-Length is \(length), but this is a CONNECT request, which has no content.", "RFC 9110 §9.3.6")
        case .codingsInHTTP10:
            (
                "There is Transfer-Encoding: \(words.codings) in \(facts.version), which does not have it: the framing "
                    + "is faulty.",
                "RFC 9112 §6.1"
            )
        case .aRequestForRule1, .switchesProtocols, .answersConnect, .answersHead, .statusWithoutBody,
            .statusWithBody, .aRequestForRule2, .makesATunnel, .connectWasRefused, .answersAnotherMethod:
            (early(finding), "RFC 9112 §6.3")
        case .notBoth, .both, .noCodings, .chunkedIsLast, .chunkedIsNotLast, .noLengthToBeWrong, .lengthIsOne,
            .lengthIsRepeated, .lengthIsNone, .noLength, .lengthSays, .requestWithoutBody, .connectWithoutBody,
            .aResponseForRule7, .nothingSays:
            (late(finding), "RFC 9112 §6.3")
        }
    }

    /// Rules 1 and 2: what method and status say.
    private func early(_ finding: FramingFinding) -> Prose {
        let status = facts.status ?? 0
        let method = facts.method.name
        return switch finding {
        case .aRequestForRule1: "This is a request; the rule is about responses."
        case .switchesProtocols:
            "The status \(status) ends HTTP on this connection at the empty line; another protocol follows."
        case .answersConnect: "The response has the status \(status), and does not answer HEAD."
        case .answersHead: "The response answers HEAD, so it ends at the empty line, whatever its fields say."
        case .statusWithoutBody:
            "A response with the status \(status) ends at the empty line, whatever its fields say."
        case .statusWithBody: "The response answers \(method), not HEAD, and \(status) is none of 1xx, 204 and 304."
        case .aRequestForRule2: "This is a request; the rule is about responses to CONNECT."
        case .makesATunnel:
            "The status \(status) to CONNECT makes a tunnel: what follows the empty line is not HTTP/1."
        case .connectWasRefused: "The answer to CONNECT is \(status): no tunnel was made."
        case .answersAnotherMethod: "The response answers \(method), not CONNECT."
        case .framed, .notBoth, .both, .noCodings, .codingsOfConnect, .codingsInHTTP10, .chunkedIsLast,
            .chunkedIsNotLast, .noLengthToBeWrong, .lengthIsOne, .lengthIsRepeated, .lengthIsNone, .noLength,
            .lengthOfConnect, .lengthSays, .requestWithoutBody, .connectWithoutBody, .aResponseForRule7, .nothingSays:
            ""
        }
    }

    /// Rules 3 to 8: what the fields say, and what is left when they say nothing.
    private func late(_ finding: FramingFinding) -> Prose {
        switch finding {
        case .notBoth:
            facts.hasLengths && !words.codings.isEmpty
                ? "Transfer-Encoding: \(words.codings) names no coding, so Content-Length counts."
                : "Transfer-Encoding and Content-Length are not both there."
        case .both:
            "There are both Transfer-Encoding: \(words.codings) and Content-Length: \(words.lengths). The former "
                + "overrides the latter, and the message may be an attack."
        case .noCodings:
            words.codings.isEmpty
                ? "There is no Transfer-Encoding." : "Transfer-Encoding: \(words.codings) names no coding."
        case .chunkedIsLast:
            "The last coding of Transfer-Encoding: \(words.codings) is chunked, so the chunks say where it ends."
        case .chunkedIsNotLast:
            facts.isRequest
                ? "The last coding of Transfer-Encoding: \(words.codings) is not chunked, so the length of this "
                    + "request cannot be known."
                : "The last coding of Transfer-Encoding: \(words.codings) is not chunked, so the body goes on until "
                    + "the connection closes."
        case .noLengthToBeWrong: "There is no Content-Length that could be invalid."
        case .lengthIsOne:
            words.lengths.first == UInt8(ascii: "+")
                ? "Content-Length: \(words.lengths) has a sign, and is read without it."
                : "Content-Length: \(words.lengths) is a whole number in digits alone."
        case .lengthIsRepeated:
            "Content-Length: \(words.lengths) is the same number again and again, which counts as one."
        case .lengthIsNone:
            "Content-Length: \(words.lengths) is not one number in digits alone, so where the body ends cannot be "
                + "known."
        case .noLength: "There is no Content-Length."
        case .lengthSays(let length):
            "Content-Length is \(length), and there is no transfer coding: the body has "
                + "\(Quantity.count(length, "byte"))."
        case .requestWithoutBody: "This is a request without either field, so it has no body."
        case .connectWithoutBody: "This is a CONNECT request, so it has no body, whatever its fields say."
        case .aResponseForRule7: "This is a response; the rule is about requests."
        case .nothingSays:
            "Nothing says how long the body is, so it is everything until the server closes the connection."
        case .framed, .aRequestForRule1, .switchesProtocols, .answersConnect, .answersHead, .statusWithoutBody,
            .statusWithBody, .aRequestForRule2, .makesATunnel, .connectWasRefused, .answersAnotherMethod,
            .codingsOfConnect, .codingsInHTTP10, .lengthOfConnect:
            ""
        }
    }
}

extension HTTPVersion {
    /// For people: HTTP/2 and later have no minor version (RFC 9113 §3).
    var name: String { major >= 2 && minor == 0 ? "HTTP/\(major)" : description }
}
