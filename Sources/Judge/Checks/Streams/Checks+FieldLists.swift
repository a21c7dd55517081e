import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire

// Lists of fields that no message of HTTP/2 may have. Hark refuses them on both legs; what refused is shown here.
extension Checks {
    private static let request: Bytes = ":method: GET\r\n:scheme: https\r\n:authority: a.example\r\n:path: /\r\n"

    private static func refused(_ list: Bytes, of kind: MessageKind = .request) -> Example {
        var evidence = Facts.Evidence()
        evidence[kind].refused = Bytes(list.array + Array("\r\n".utf8))
        return Example("< 204", hasRequest: false, evidence: evidence)
    }

    private static func refused(with more: Bytes) -> Example { refused(Bytes(request.array + more.array)) }

    static let fieldLists: [Check] = Array {
        Check(
            "http2-connection-field", .bad, .http2, .stream, "RFC 9113 §8.2.2", "A connection field in HTTP/2",
            """
            The \(.part) has \(.value), which is only for HTTP/1.1 connections. HTTP/2 recipients must reject the \
            message.
            """,
            advice: "Remove the field.",
            bad: [
                refused(with: "connection: close\r\n"), refused(with: "te: gzip\r\n"),
                refused(with: "transfer-encoding: chunked\r\n"),
                refused(":status: 200\r\nkeep-alive: timeout=5\r\n", of: .response),
            ],
            good: [
                refused(with: "te: trailers\r\n"), refused(with: "x-connection: close\r\n"),
                // Of a version that has them.
                "> GET / | Connection: close < 204 | Connection: close",
            ]
        ) { x, found in blame(x, &found) { $0 == .connectionField || $0 == .wrongTE } }
        Check(
            "http2-pseudo-field", .bad, .http2, .stream, "RFC 9113 §8.3", "Invalid pseudo-header fields",
            "The \(.part) is malformed. \(.rule)",
            advice: "Send each required pseudo-header field once, before all other fields, and no others.",
            bad: [
                refused(":method: GET\r\n:scheme: https\r\n:path: /\r\n"),
                refused(":method: GET\r\n:path: /\r\n:authority: a.example\r\n"),
                refused(with: ":path: /b\r\n"), refused(with: "accept: */*\r\n:path: /\r\n"),
                refused(with: ":status: 200\r\n"), refused(with: ":hello: 1\r\n"),
                refused(":status: 200\r\n:path: /\r\n", of: .response),
                refused("server: a\r\n", of: .response),
            ],
            good: [
                refused(Bytes(request.array)), refused(with: "host: a.example\r\n"),
                refused(":method: CONNECT\r\n:authority: a.example:443\r\n"),
                refused(":status: 204\r\nserver: a\r\n", of: .response),
            ]
        ) { x, found in
            blame(x, &found) { rule in
                switch rule {
                case .unknownPseudoField, .repeatedPseudoField, .latePseudoField, .pseudoFieldInTrailers,
                    .wrongPseudoField, .missingMethod, .missingScheme, .missingPath, .missingAuthority, .missingStatus,
                    .connectWithPath, .misplacedProtocol:
                    true
                case .malformedName, .capitalInName, .lineBreakInValue, .controlInValue, .spaceAroundValue,
                    .connectionField, .wrongTE, .malformedContentLength, .conflictingContentLength, .malformedMethod,
                    .malformedScheme, .malformedPath, .fragmentInPath, .malformedAuthority, .repeatedHost,
                    .malformedHost, .hostDisagrees, .malformedStatus, .switchingProtocols, .listTooLarge,
                    .contentLengthWrong, .unendedTrailers, .endedInterim, .tooManyInterim, .missingHead,
                    .framingWithoutBody, .forbiddenTrailer:
                    false
                }
            }
        }
        Check(
            "http2-pseudo-value", .bad, .http2, .stream, "RFC 9113 §8.3.1", "Invalid request target",
            """
            The \(.part) is malformed because of \(.value). \(.rule) Forwarded over HTTP/1.1 it could be read as \
            another message.
            """,
            advice: "Send a value that fits its grammar.",
            bad: [
                refused(":method: GET\r\n:scheme: https\r\n:authority: a.example\r\n:path: /a b\r\n"),
                refused(":method: GET\r\n:scheme: https\r\n:authority: a.example\r\n:path: b\r\n"),
                refused(":method: GET\r\n:scheme: https\r\n:authority: x@a.example\r\n:path: /\r\n"),
                refused(with: "host: b.example\r\n"), refused(":status: 1000\r\n", of: .response),
                refused(":status: 101\r\n", of: .response),
            ],
            good: [
                refused(":method: OPTIONS\r\n:scheme: https\r\n:authority: a.example\r\n:path: *\r\n"),
                refused(with: "host: a.example\r\n"), refused(":status: 103\r\n", of: .response),
            ]
        ) { x, found in
            let rules: Set<FieldFault.Rule> = [
                .malformedMethod, .malformedScheme, .malformedPath, .fragmentInPath, .malformedAuthority,
                .repeatedHost, .malformedHost, .hostDisagrees, .malformedStatus, .switchingProtocols,
            ]
            blame(x, &found, rules.contains)
        }
        Check(
            "http2-field-syntax", .bad, .http2, .stream, "RFC 9113 §8.2.1", "Invalid field for HTTP/2",
            """
            The \(.part) is malformed because of \(.value). \(.rule) Forwarded over HTTP/1.1 it could be read as \
            another field or message.
            """,
            advice: "Send lower-case names, and values without CR, LF and NUL.",
            bad: [
                refused(with: "Accept: */*\r\n"), refused(with: "x a: b\r\n"), refused(with: "x-a: b\u{0}c\r\n"),
                refused(with: "x-a: b\u{7}c\r\n"),
            ],
            good: [refused(with: "accept: */*\r\n"), refused(with: "x-a: b c\r\n"), refused(with: "x-a: \r\n")]
        ) { x, found in
            let rules: Set<FieldFault.Rule> = [
                .malformedName, .capitalInName, .lineBreakInValue, .controlInValue, .spaceAroundValue,
            ]
            blame(x, &found, rules.contains)
        }
    }

    /// Reports the lists that break one of these rules.
    private static func blame(_ x: Facts, _ found: inout Findings, _ isMeant: (FieldFault.Rule) -> Bool) {
        for kind in MessageKind.allCases {
            guard let (fault, line) = x.evidence.fault(kind), isMeant(fault.rule) else { continue }
            found([.part: .text(kind.rawValue), .value: .bytes(line), .rule: .words(Prose(stringLiteral: fault.text))])
        }
    }
}
