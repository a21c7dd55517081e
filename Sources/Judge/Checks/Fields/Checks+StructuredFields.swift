import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Structured Fields, and parameters of fields that are none.
extension Checks {
    /// A Structured Field that does not parse, where it is known what is lost.
    private struct Malformed {
        let code: String
        let field: StaticString
        let topic: Topic
        let spec: Spec
        let loss: String
        let bad: [Example]
        let good: [Example]
    }

    private static let malformed: [Malformed] = [
        Malformed(
            code: "cache-status-malformed", field: "cache-status", topic: .caching, spec: "RFC 9211 §2",
            loss: "Tools cannot read what the caches did.",
            bad: ["< 204 | Cache-Status: «Edge; hit; ttl=abc def»", "< 204 | Cache-Status: «HIT from edge»"],
            good: ["< 204 | Cache-Status: Edge; hit; ttl=5", "< 204 | Cache-Status: \"my edge\"; fwd=miss"]),
        Malformed(
            code: "proxy-status-malformed", field: "proxy-status", topic: .caching, spec: "RFC 9209 §2",
            loss: "Tools cannot read what the intermediaries report.",
            bad: ["< 204 | Proxy-Status: «edge; error=»", "< 204 | Proxy-Status: «edge error»"],
            good: ["< 502 | Proxy-Status: edge; error=dns_error", "< 204 | Proxy-Status: \"a b\""]),
        Malformed(
            code: "targeted-cache-malformed", field: "cdn-cache-control", topic: .caching, spec: "RFC 9213 §2.2",
            loss: "The CDN uses Cache-Control instead.",
            bad: ["< 204 | CDN-Cache-Control: «max-age=60; no-store x»", "< 204 | CDN-Cache-Control: «max-age=»"],
            good: ["< 204 | CDN-Cache-Control: max-age=60", "< 204 | CDN-Cache-Control: no-store"]),
        Malformed(
            code: "permissions-policy-malformed", field: "permissions-policy", topic: .security,
            spec: "Permissions Policy §Permissions-Policy HTTP header field",
            loss: "Browsers ignore all of it, so nothing is restricted. Feature-Policy had another syntax.",
            bad: ["Permissions-Policy: «camera 'none'»", "Permissions-Policy: «geolocation 'self'; camera *»"],
            good: ["Permissions-Policy: camera=(), geolocation=(self)", "Permissions-Policy: fullscreen=*"]),
    ]

    /// Structured Fields whose faults other checks find.
    private static let structuredElsewhere: [StaticString] =
        malformed.map(\.field) + [
            "priority", "deprecation", "cross-origin-opener-policy", "cross-origin-embedder-policy",
        ]

    /// What the members of a field have to be.
    private struct MemberType {
        let field: StaticString
        let words: String
        let fits: @Sendable (BareItem) -> Bool
    }

    private static let memberTypes: [MemberType] = [
        MemberType(field: "origin-agent-cluster", words: "a boolean (?1)", fits: isBoolean),
        MemberType(field: "sec-fetch-user", words: "a boolean (?1)", fits: isBoolean),
        MemberType(field: "capsule-protocol", words: "a boolean (?1)", fits: isBoolean),
        MemberType(field: "incremental", words: "a boolean (?1)", fits: isBoolean),
        MemberType(field: "content-digest", words: "byte sequences (:…:)", fits: isByteSequence),
        MemberType(field: "repr-digest", words: "byte sequences (:…:)", fits: isByteSequence),
        MemberType(field: "available-dictionary", words: "a byte sequence (:…:)", fits: isByteSequence),
        MemberType(field: "dictionary-id", words: "a string in quotes", fits: isString),
        MemberType(field: "cache-groups", words: "strings in quotes", fits: isString),
        MemberType(field: "cache-group-invalidation", words: "strings in quotes", fits: isString),
        MemberType(field: "reporting-endpoints", words: "strings in quotes", fits: isString),
        MemberType(field: "accept-ch", words: "tokens without quotes", fits: isToken),
        MemberType(field: "sec-fetch-site", words: "a token without quotes", fits: isToken),
        MemberType(field: "sec-fetch-mode", words: "a token without quotes", fits: isToken),
        MemberType(field: "sec-fetch-dest", words: "a token without quotes", fits: isToken),
    ]

    static let structuredFields: [Check] =
        malformed.map { row in
            Check(
                row.code, .warning, row.topic, .response(row.field), row.spec, "Not a Structured Field",
                "\(.field) does not parse: expected \(.expected) at byte \(.offset). \(.rule)",
                advice: "Write \(.field) as the section says.", bad: row.bad, good: row.good
            ) { x, found in
                guard let line = x.structured(.response, row.field), case .failure(let error) = line.result else {
                    return
                }
                found(fault(line, error, row.loss))
            }
        }
        + Array {
            Check(
                "structured-field-malformed", .warning, .fields, .each, when: .given(.own(.structured)),
                "RFC 9651 §4.2", "Not a Structured Field",
                """
                \(.field) does not parse: expected \(.expected) at byte \(.offset). Recipients ignore the whole field.
                """,
                advice: "Correct the syntax of \(.field).",
                bad: [
                    "> GET / < 204 | Reporting-Endpoints: «main: \"https://a.example/r\"»",
                    "> POST / | Content-Digest: «sha-256=abc=:» || x < 204",
                ],
                good: [
                    "> GET / < 204 | Reporting-Endpoints: main=\"https://a.example/r\"",
                    "> GET / < 204 | X-Own: a=b=c",
                ],
                besides: ["digest-mismatch"]
            ) { x, found in
                for line in x.structured(found.side) where !isOne(line.name, of: structuredElsewhere) {
                    guard case .failure(let error) = line.result else { continue }
                    found(at: line.range, fault(line, error))
                }
            }
            Check(
                "structured-field-type", .warning, .fields, .each, when: .given(.own(.structured)), "RFC 9651 §2.2",
                "A value of another type",
                "\(.value) in \(.field) has the wrong type: the field takes \(.expected). Recipients ignore it.",
                advice: "Write \(.field) with \(.expected).",
                bad: [
                    "> GET / < 204 | Origin-Agent-Cluster: «1»", "> GET / < 204 | Cache-Groups: «news, \"sport\"»",
                ],
                good: ["> GET / < 204 | Origin-Agent-Cluster: ?1", "> GET / < 204 | Cache-Groups: \"news\""]
            ) { x, found in
                for line in x.structured(found.side) {
                    guard let type = memberTypes.first(where: { line.is($0.field) }) else { continue }
                    let isWrong = line.members.contains { member in
                        if case .item(let item) = member.member { !type.fits(item.bare) } else { true }
                    }
                    guard isWrong else { continue }
                    found(
                        at: line.range,
                        [
                            .field: .bytes(line.name), .value: .bytes(line.value),
                            .expected: .words(Prose(stringLiteral: type.words)),
                        ])
                }
            }
            Check(
                "structured-field-key-repeated", .info, .fields, .each, when: .given(.own(.structured)),
                "RFC 9651 §4.2.2", "A repeated key",
                "The key \(.name) occurs twice in \(.field), and only the last one counts.",
                advice: "Remove the other \(.name).",
                bad: [
                    "> GET / | Priority: «u=1, u=5» < 204",
                    "> GET / < 204 | Reporting-Endpoints: «a=\"https://a.example\", a=\"https://b.example\"»",
                ],
                good: ["> GET / | Priority: u=1, i < 204", "> GET / < 204 | Cache-Groups: \"a\", \"a\""]
            ) { x, found in
                for line in x.structured(found.side) where line.kind == .dictionary {
                    guard case .success = line.result else { continue }
                    var seen: Set<Bytes> = []
                    FieldList.forEachMember(of: line.value, separator: ASCII.comma) { member in
                        let end = member.firstIndex { $0 == ASCII.equals || $0 == ASCII.semicolon } ?? member.count
                        let key = member.slice(0..<end)
                        if !seen.insert(key).inserted {
                            found(at: line.range, [.name: .bytes(key), .field: .bytes(line.name)])
                        }
                    }
                }
            }
            Check(
                "parameter-repeated", .warning, .fields, .each, when: .given(.own(.parameters)), "RFC 9110 §5.6.6",
                "A repeated parameter",
                "\(.field) has the parameter \(.name) twice. Recipients use the first or the last one.",
                advice: "Send \(.name) once.",
                bad: [
                    "> GET / < 200 | Content-Type: «text/plain; charset=utf-8; charset=latin1» || a",
                    "> POST / | Content-Type: «multipart/form-data; boundary=a; boundary=b» || --a-- < 204",
                ],
                good: [
                    "> GET / < 200 | Content-Type: text/plain; charset=utf-8 || a",
                    "> GET / < 204 | Content-Disposition: attachment; filename=\"a\"; filename*=UTF-8''a",
                ],
                besides: ["multipart-boundary-absent"]
            ) { x, found in
                forEachParameter(x, found.side) { field, range, parameters in
                    for (place, parameter) in parameters.enumerated() {
                        let name = parameter.name.lowercased
                        guard parameters[..<place].contains(where: { $0.name.lowercased == name }) else { continue }
                        return found(at: range, [.field: .text(field), .name: .bytes(parameter.name)])
                    }
                }
            }
            Check(
                "parameter-single-quoted", .warning, .fields, .each, when: .given(.own(.parameters)), "RFC 9110 §5.6.6",
                "Single quotes",
                "The quotes in \(.name)=\(.value) are part of the value, because HTTP knows only double quotes.",
                advice: "Use double quotes, or none.",
                bad: [
                    "> GET / < 200 | Content-Type: «text/plain; charset='utf-8'» || a",
                    "> GET / < 204 | Content-Disposition: «attachment; filename='a.txt'»",
                ],
                good: [
                    "> GET / < 200 | Content-Type: text/plain; charset=\"utf-8\" || a",
                    "> GET / < 204 | Content-Disposition: attachment; filename=\"it's\"",
                ],
                besides: ["charset-unknown"]
            ) { x, found in
                forEachParameter(x, found.side) { _, range, parameters in
                    for parameter in parameters where !parameter.name.equalsIgnoringCase("boundary") {
                        let written = parameter.written
                        guard written.count > 1, written.first == ASCII.apostrophe, written.last == ASCII.apostrophe
                        else { continue }
                        found(at: range, [.name: .bytes(parameter.name), .value: .bytes(written)])
                    }
                }
            }
            Check(
                "quoted-string-unclosed", .bad, .fields, .each, when: .given(.own(.parameters)), "RFC 9110 §5.6.4",
                "A quote that is not closed",
                "The value of \(.name) in \(.field) begins with a double quote and has no closing one.",
                advice: "Close the quote.",
                bad: [
                    "> GET / < 204 | Content-Disposition: «attachment; filename=\"a.txt»",
                    "> GET / < 200 | Content-Type: «text/plain; charset=\"utf-8» || a",
                ],
                good: [
                    "> GET / < 204 | Content-Disposition: attachment; filename=\"a\\\".txt\"",
                    "> GET / < 204 | Content-Disposition: attachment; filename=5\".txt",
                ],
                besides: ["charset-unknown"]
            ) { x, found in
                forEachParameter(x, found.side) { field, range, parameters in
                    for parameter in parameters where isOpen(parameter.written) {
                        found(at: range, [.field: .text(field), .name: .bytes(parameter.name)])
                    }
                }
            }
            Check(
                "extended-parameter-malformed", .bad, .fields, .each, when: .given(.own(.parameters)), "RFC 8187 §3.2",
                "An unreadable parameter",
                """
                \(.name)=\(.value) is not of the form \("charset'language'percent-encoded"), so recipients ignore it.
                """,
                advice: "Write \(.name)=UTF-8''… with percent-encoded UTF-8 and no quotes.",
                bad: [
                    "> GET / < 204 | Content-Disposition: «attachment; filename*=\"a.txt\"»",
                    "> GET / < 204 | Content-Disposition: «attachment; filename*=UTF-8''a%zz»",
                ],
                good: [
                    "> GET / < 204 | Content-Disposition: attachment; filename*=UTF-8''a%20b",
                    "> GET / < 204 | Content-Disposition: attachment; filename*=utf-8'en'a",
                ]
            ) { x, found in
                forEachParameter(x, found.side) { _, range, parameters in
                    for parameter in parameters where parameter.name.count > 1 && parameter.name.last == ASCII.asterisk
                    {
                        let written = parameter.written
                        guard written.first == ASCII.quote || ExtendedValue(written) == nil || hasBadEscape(written)
                        else { continue }
                        found(at: range, [.name: .bytes(parameter.name), .value: .bytes(written)])
                    }
                }
            }
        }

    private static func fault(
        _ line: StructuredLine, _ error: StructuredFieldError, _ loss: String = ""
    ) -> KeyValuePairs<Slot, Value> {
        [
            .field: .bytes(line.name), .expected: .words(Prose(stringLiteral: error.text)),
            .offset: .number(Int64(error.offset)), .rule: .words(Prose(stringLiteral: loss)),
        ]
    }

    private static func isBoolean(_ item: BareItem) -> Bool { if case .boolean = item { true } else { false } }
    private static func isString(_ item: BareItem) -> Bool { if case .string = item { true } else { false } }
    private static func isToken(_ item: BareItem) -> Bool { if case .token = item { true } else { false } }

    private static func isByteSequence(_ item: BareItem) -> Bool {
        if case .byteSequence = item { true } else { false }
    }

    /// The fields with a value and parameters after it.
    private static let parameterised: [StaticString] = ["content-type", "content-disposition"]

    private static func forEachParameter(
        _ facts: Facts, _ side: MessageKind, _ body: (String, Range<Int>, [MediaType.Parameter]) -> Void
    ) {
        for name in parameterised {
            guard let line = facts.fields(side).line(named: name) else { continue }
            let value = facts.fields(side).value(of: line)
            // Most have none.
            guard value.contains(ASCII.semicolon) else { continue }
            body(FieldTitle.of(name.description), line.value, Array(MediaType(value).parameters.prefix(50)))
        }
    }

    /// It begins with a quote that nothing closes.
    private static func isOpen(_ written: Bytes) -> Bool {
        guard written.first == ASCII.quote else { return false }
        var index = 1
        while index < written.count, written[index] != ASCII.quote {
            index += written[index] == ASCII.backslash ? 2 : 1
        }
        return index >= written.count
    }

    private static func hasBadEscape(_ value: Bytes) -> Bool {
        value.indices.contains { index in
            guard value[index] == ASCII.percent else { return false }
            return index + 2 >= value.count || ASCII.hexValue(value[index + 1]) == nil
                || ASCII.hexValue(value[index + 2]) == nil
        }
    }
}
