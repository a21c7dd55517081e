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
                """
                The message came in \(facts.version.name), where the last frame of the stream ends it. Content-Length, \
                if present, must agree but does not decide.
                """,
                facts.version.major == 2 ? "RFC 9113 §8.1" : "RFC 9114 §4.1"
            )
        case .codingsOfConnect:
            (
                "Transfer-Encoding: \(words.codings) is present, but a CONNECT request has no content.",
                "RFC 9110 §9.3.6"
            )
        case .lengthOfConnect(let length):
            ("Content-Length is \(length), but a CONNECT request has no content.", "RFC 9110 §9.3.6")
        case .codingsInHTTP10:
            (
                """
                Transfer-Encoding: \(words.codings) is present, but \(facts.version) does not have that field: the \
                framing is faulty.
                """,
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
        case .aRequestForRule1: "This is a request; the rule is for responses."
        case .switchesProtocols:
            "After status \(status) the connection is no longer HTTP from the empty line on; another protocol follows."
        case .answersConnect: "The response has status \(status) and does not answer HEAD."
        case .answersHead: "The response answers HEAD, so it ends at the empty line, whatever its fields say."
        case .statusWithoutBody:
            "A response with status \(status) ends at the empty line, whatever its fields say."
        case .statusWithBody: "The response answers \(method), not HEAD, and \(status) is not 1xx, 204 or 304."
        case .aRequestForRule2: "This is a request; the rule is for responses to CONNECT."
        case .makesATunnel:
            "Status \(status) to CONNECT opens a tunnel: the bytes after the empty line are not HTTP/1."
        case .connectWasRefused: "The response to CONNECT is \(status): no tunnel was opened."
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
                ? "Transfer-Encoding: \(words.codings) names no coding, so Content-Length applies."
                : "The message does not have both Transfer-Encoding and Content-Length."
        case .both:
            """
            The message has both Transfer-Encoding: \(words.codings) and Content-Length: \(words.lengths). \
            Transfer-Encoding overrides Content-Length, and the message may be an attack.
            """
        case .noCodings:
            words.codings.isEmpty
                ? "There is no Transfer-Encoding." : "Transfer-Encoding: \(words.codings) names no coding."
        case .chunkedIsLast:
            """
            The last coding of Transfer-Encoding: \(words.codings) is chunked, so the chunks decide where the body \
            ends.
            """
        case .chunkedIsNotLast:
            facts.isRequest
                ? """
                The last coding of Transfer-Encoding: \(words.codings) is not chunked, so the length of this \
                request is unknown.
                """
                : """
                The last coding of Transfer-Encoding: \(words.codings) is not chunked, so the body continues until \
                the connection closes.
                """
        case .noLengthToBeWrong: "There is no Content-Length that could be invalid."
        case .lengthIsOne:
            words.lengths.first == UInt8(ascii: "+")
                ? "Content-Length: \(words.lengths) has a sign, which Hark ignores."
                : "Content-Length: \(words.lengths) is a whole number of digits only."
        case .lengthIsRepeated:
            "Content-Length: \(words.lengths) repeats the same number, which counts as one."
        case .lengthIsNone:
            "Content-Length: \(words.lengths) is not one number of digits only, so the end of the body cannot be "
                + "known."
        case .noLength: "There is no Content-Length."
        case .lengthSays(let length):
            "Content-Length is \(length), without a transfer coding: the body has \(Quantity.count(length, "byte"))."
        case .requestWithoutBody: "This is a request with neither field, so it has no body."
        case .connectWithoutBody: "This is a CONNECT request, so it has no body, whatever its fields say."
        case .aResponseForRule7: "This is a response; the rule is for requests."
        case .nothingSays:
            "Nothing gives the length of the body, so it continues until the server closes the connection."
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
