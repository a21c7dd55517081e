package import Bytes
import HTTPModel

/// Why the fields of an HTTP/2 message make it malformed (RFC 9113 §8.1.1): the rule, and the field that breaks it.
package struct FieldFault: Error, Sendable, Hashable {
    /// Which rule is broken.
    package enum Rule: String, Sendable, CaseIterable {
        // Any field.
        case malformedName, capitalInName, lineBreakInValue, controlInValue, spaceAroundValue
        case connectionField, wrongTE
        case malformedContentLength, conflictingContentLength
        // Pseudo-header fields.
        case unknownPseudoField, repeatedPseudoField, latePseudoField, pseudoFieldInTrailers, wrongPseudoField
        case missingMethod, missingScheme, missingPath, missingAuthority, missingStatus
        case malformedMethod, malformedScheme, malformedPath, fragmentInPath, malformedAuthority
        case repeatedHost, malformedHost, hostDisagrees
        case connectWithPath, misplacedProtocol
        case malformedStatus, switchingProtocols
        // The message.
        case listTooLarge, contentLengthWrong, unendedTrailers, endedInterim, tooManyInterim
        case missingHead
        case framingWithoutBody, forbiddenTrailer
    }

    /// Which rule is broken.
    package let rule: Rule
    /// The place of the field among the lines of the section; nil when it is about one that is missing.
    package let line: Int?
    /// Octets from the start of the section.
    package let offset: Int
    /// How many octets it is about.
    package let length: Int
    /// The offending octets, at most 32 of them.
    package let bytes: Bytes

    init(_ rule: Rule, line: Int? = nil, _ range: Range<Int> = 0..<0, in fields: FieldSection = .none) {
        self.rule = rule
        self.line = line
        offset = range.lowerBound
        length = range.count
        bytes = fields.raw.slice(range.lowerBound..<min(range.upperBound, range.lowerBound + 32))
    }

    /// One plain sentence for people.
    package var text: String {
        switch rule {
        case .malformedName: "A field name is empty or has a forbidden character."
        case .capitalInName: "A field name has a capital letter; HTTP/2 requires lower case."
        case .lineBreakInValue: "A field value has a line break or NUL, which could inject other fields."
        case .controlInValue: "A field value has a control character."
        case .spaceAroundValue: "A field value begins or ends with white space."
        case .connectionField: "This field is specific to an HTTP/1.1 connection; HTTP/2 forbids it."
        case .wrongTE: "TE may only have the value trailers."
        case .malformedContentLength: "Content-Length is not a number written only with digits."
        case .conflictingContentLength: "Content-Length is given more than once with different values."
        case .unknownPseudoField: "No pseudo-header field has this name."
        case .repeatedPseudoField: "A pseudo-header field is given more than once."
        case .latePseudoField: "A pseudo-header field comes after other fields."
        case .pseudoFieldInTrailers: "A pseudo-header field is in the trailers."
        case .wrongPseudoField: "A request has a pseudo-header field of responses, or the reverse."
        case .missingMethod: "The request has no :method."
        case .missingScheme: "The request has no :scheme."
        case .missingPath: "The request has no :path, or an empty one."
        case .missingAuthority: "The request names no server: it has neither :authority nor Host."
        case .missingStatus: "The response has no :status."
        case .malformedMethod: "The method has a forbidden character."
        case .malformedScheme: "The value of :scheme is not a scheme, such as https."
        case .malformedPath:
            bytes.first.map { $0 >= 0x80 } == true
                ? "The value of :path has bytes that are not UTF-8; they have to be percent-encoded."
                : "The value of :path is not a path that this method allows."
        case .fragmentInPath: "The path has a fragment (#), which clients do not send."
        case .malformedAuthority: "The value of :authority is not a host name or address with an optional port."
        case .repeatedHost: "Host is given more than once; exactly one is allowed."
        case .malformedHost: "The value of Host is not a host name or address with an optional port."
        case .hostDisagrees: "Host names another server than :authority."
        case .connectWithPath: "A CONNECT request has a :scheme or :path, which CONNECT does not allow."
        case .misplacedProtocol:
            ":protocol is only allowed in extended CONNECT, which the server has to offer, and not for HTTP/2."
        case .malformedStatus: "The value of :status is not a number from 100 to 999."
        case .switchingProtocols: "The status is 101, which HTTP/2 does not have."
        case .listTooLarge: "The fields exceed the limit in size or number."
        case .contentLengthWrong: "The content does not have the length that Content-Length declares."
        case .unendedTrailers: "Trailer fields came after the content and did not end the message."
        case .endedInterim: "An interim response ends the stream without a final response."
        case .tooManyInterim: "There are more interim responses than the limit."
        case .missingHead: "Content came before a head."
        case .framingWithoutBody: "A response whose status allows no body has a Content-Length."
        case .forbiddenTrailer: "A field that is only allowed before the content is sent as a trailer."
        }
    }

    /// The section that speaks of it.
    package var spec: String {
        switch rule {
        case .malformedName, .capitalInName, .lineBreakInValue, .controlInValue, .spaceAroundValue:
            "RFC 9113 §8.2.1"
        case .connectionField, .wrongTE: "RFC 9113 §8.2.2"
        case .malformedContentLength, .conflictingContentLength, .framingWithoutBody: "RFC 9110 §8.6"
        case .forbiddenTrailer: "RFC 9110 §6.5.1"
        case .unknownPseudoField, .repeatedPseudoField, .latePseudoField, .pseudoFieldInTrailers, .wrongPseudoField:
            "RFC 9113 §8.3"
        case .missingMethod, .missingScheme, .missingPath, .missingAuthority, .malformedScheme, .malformedPath,
            .malformedAuthority, .repeatedHost, .malformedHost, .hostDisagrees:
            "RFC 9113 §8.3.1"
        case .malformedMethod: "RFC 9110 §9.1"
        case .fragmentInPath: "RFC 9110 §7.1"
        case .connectWithPath: "RFC 9113 §8.5"
        case .misplacedProtocol: "RFC 8441 §4"
        case .missingStatus, .malformedStatus: "RFC 9113 §8.3.2"
        case .switchingProtocols: "RFC 9113 §8.6"
        case .listTooLarge: "RFC 9113 §10.5.1"
        case .contentLengthWrong: "RFC 9113 §8.1.1"
        case .unendedTrailers, .endedInterim, .missingHead: "RFC 9113 §8.1"
        case .tooManyInterim: "RFC 9110 §15.2"
        }
    }

    /// The status a request that has this fault is answered with. A response that has it becomes a 502 instead.
    package var status: Int { rule == .listTooLarge ? 431 : 400 }
}
