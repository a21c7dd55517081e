import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Preferences, and what was made of them.
extension Checks {
    static let negotiation: [Check] = Array {
        Check(
            "q-value-malformed", .bad, .negotiation, .message(.request),
            when: .asked("accept", "accept-encoding", "accept-language"), "RFC 9110 §12.4.2", "Invalid weight",
            "The weight in \(.value) must be a number from 0 to 1 with at most three decimals.",
            advice: "Write a weight such as \("q=0.8").",
            bad: [
                "> GET / | Accept: «text/html;q=1.5» < 204",
                "> GET / | Accept: «text/html;q=1.5, text/plain;q=abc, */*;q=0.1234» < 204",
            ], good: ["> GET / | Accept: text/html;q=0.125 < 204", "> GET / | Accept: text/html, */*;q=0 < 204"]
        ) { x, found in
            for (field, list) in [
                ("accept" as StaticString, x.types), ("accept-encoding", x.encodings), ("accept-language", x.languages),
            ] {
                let wrong = list.filter { !$0.isWellFormed }
                guard !wrong.isEmpty else { continue }
                let names = Prose.list(wrong.map(\.value), limit: 8)
                found(at: x.request?.fields.range(named: field), [.value: .words(names)])
            }
        }
        Check(
            "coding-not-accepted", .bad, .negotiation, .exchange, when: .answered("content-encoding"),
            "RFC 9110 §12.5.3", "The client did not offer this coding",
            "The client did not offer \(.coding), so it may be unable to read the body.",
            advice: "Send a coding of Accept-Encoding, or none.",
            bad: [
                """
                > GET / | Accept-Encoding: gzip \
                < 200 | Content-Encoding: «br» | Content-Type: image/x-raw | ETag: "a" | Vary: Accept-Encoding || xx
                """,
                """
                > GET / | Accept-Encoding: identity < 200 | Content-Encoding: «gzip» \
                | Content-Type: image/x-raw | ETag: "a" | Vary: Accept-Encoding || xx
                """,
            ],
            good: [
                """
                > GET / | Accept-Encoding: gzip, br \
                < 200 | Content-Encoding: br | Content-Type: image/x-raw | ETag: "a" | Vary: Accept-Encoding || xx
                """,
                "> GET / < 200 | Content-Encoding: gzip | Content-Type: image/x-raw | ETag: \"a\" || xx",
                // Nothing that was coded: any client can read it.
                """
                > GET / | Accept-Encoding: identity;q=0, *;q=0 \
                < 200 | Content-Type: text/html; charset=utf-8 | ETag: "a" || hi
                """,
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let coding = coding(x), !coding.isOffered else { return }
            found(in: .response, at: x.response?.fields.range(.contentEncoding), [.coding: .bytes(coding.name)])
        }
        Check(
            "vary-missing", .warning, .negotiation, .exchange, when: .answered("content-encoding"), "RFC 9110 §12.5.5",
            "Vary does not name Accept-Encoding",
            """
            The server chose \(.coding) by Accept-Encoding, but Vary does not name that field. A cache may give \
            this response to a client that cannot read it.
            """,
            advice: "Add \("Vary: Accept-Encoding").",
            bad: [
                """
                > GET / | Accept-Encoding: gzip \
                < 200 | Content-Encoding: «gzip» | Content-Type: image/x-raw | ETag: "a" || xx
                """,
                """
                > GET /a | Accept-Encoding: br, gzip < 200 | Content-Encoding: «br» \
                | Content-Type: image/x-raw | ETag: "a" || xx
                """,
            ],
            good: [
                """
                > GET / | Accept-Encoding: gzip \
                < 200 | Content-Encoding: gzip | Content-Type: image/x-raw | ETag: "a" | Vary: Accept-Encoding || xx
                """,
                """
                > GET / | Accept-Encoding: gzip \
                < 200 | Content-Encoding: gzip | Content-Type: image/x-raw | Cache-Control: no-store || xx
                """,
                """
                > GET / | Accept-Encoding: gzip \
                < 200 | Content-Encoding: gzip | Content-Type: image/x-raw | Cache-Control: private, max-age=9 || xx
                """,
                // Answers to POST are not stored.
                """
                > POST / | Accept-Encoding: gzip || a \
                < 200 | Content-Encoding: gzip | Content-Type: image/x-raw || xx
                """,
            ]
        ) { x, found in
            // The cache of one browser always has the same Accept-Encoding.
            guard x.responseMayHaveContent, let coding = coding(x), coding.isOffered, !x.varies(by: "accept-encoding"),
                x.isStoredForMany
            else { return }
            found(in: .response, at: x.response?.fields.range(.contentEncoding), [.coding: .bytes(coding.name)])
        }
        Check(
            "vary-tells-the-truth", .good, .negotiation, .exchange, when: .answered("content-encoding"),
            "RFC 9110 §12.5.5", "Vary names Accept-Encoding",
            "The coding depends on Accept-Encoding and Vary says so. Caches store one version per coding.",
            bad: [
                """
                > GET / | Accept-Encoding: gzip \
                < 200 | Content-Encoding: gzip | Content-Type: image/x-raw | ETag: "a" | Vary: «Accept-Encoding» || xx
                """,
                """
                > GET / | Accept-Encoding: br, gzip < 200 | Content-Encoding: br \
                | Content-Type: image/x-raw | ETag: "a" | Vary: «Accept-Encoding» || xx
                """,
            ],
            good: [
                "> GET / | Accept-Encoding: gzip < 200 | Content-Type: image/x-raw | ETag: \"a\" || xx",
                """
                > GET / | Accept-Encoding: gzip < 200 | Content-Encoding: gzip \
                | Content-Type: image/x-raw | Cache-Control: no-store || xx
                """,
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let coding = coding(x), coding.isOffered,
                x.vary.contains(where: { $0.equalsIgnoringCase("accept-encoding") }),
                !x.isStoredByNobody
            else {
                return
            }
            found(in: .response, at: x.response?.fields.range(.vary))
        }
        Check(
            "type-not-accepted", .info, .negotiation, .exchange, when: .asked("accept"), "RFC 9110 §12.5.1",
            "Not an accepted type",
            "The client's Accept does not include \(.type). HTTP allows this; it is often an error page.",
            advice: "Send a type that the client accepts, or answer 406.",
            bad: [
                "> GET / | Accept: application/json < 200 | ETag: \"a\" | Content-Type: «image/x-raw» || abc",
                """
                > GET / | Accept: text/html, image/png < 200 | ETag: "a" \
                | Content-Type: «image/x-raw» || abc
                """,
            ],
            good: [
                "> GET / | Accept: image/* < 200 | ETag: \"a\" | Content-Type: image/x-raw || abc",
                """
                > GET / | Accept: text/html, */*;q=0.1 < 200 | ETag: "a" \
                | Content-Type: image/x-raw || abc
                """,
            ]
        ) { x, found in
            guard x.responseMayHaveContent, !x.types.isEmpty, let type = x.type, type.isWellFormed else { return }
            let match = Preference.forMediaType(type, in: x.types)
            guard match.map({ $0.weight == 0 }) ?? true else { return }
            found(in: .response, at: x.response?.fields.range(.contentType), [.type: .bytes(type.essence)])
        }
        Check(
            "best-type-chosen", .good, .negotiation, .exchange, when: .asked("accept"), "RFC 9110 §12.5.1",
            "The client's first choice",
            "The client prefers \(.type) to all other types.",
            bad: [
                "> GET / | Accept: image/x-raw, */*;q=0.1 < 200 | ETag: \"a\" | Content-Type: «image/x-raw» || abc",
                """
                > GET / | Accept: image/x-raw, text/html;q=0.5 < 200 | ETag: "a" \
                | Content-Type: «image/x-raw» || abc
                """,
            ],
            good: [
                "> GET / | Accept: text/html, */*;q=0.1 < 200 | ETag: \"a\" | Content-Type: image/x-raw || abc",
                "> GET / < 200 | ETag: \"a\" | Content-Type: image/x-raw || abc",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, x.types.count > 1, let type = x.type, let first = x.types.first,
                first.weight > 0, first.specificity > 0, x.types.allSatisfy(\.isWellFormed),
                Preference.forMediaType(type, in: x.types) == first
            else { return }
            found(in: .response, at: x.response?.fields.range(.contentType), [.type: .bytes(type.essence)])
        }
        Check(
            "priority-malformed", .warning, .negotiation, .request("priority"), "RFC 9218 §4", "Invalid priority",
            """
            \(.value) is not a valid priority: \("u=0") to \("u=7") for the urgency, \("i") for a response that is \
            used as it arrives. Servers use the default, \("u=3").
            """,
            advice: "Write \("u=3"), or \("u=3, i").",
            bad: [
                "> GET / | Priority: «u=9» < 204", "> GET / | Priority: «i=1» < 204", "> GET / | Priority: «u=» < 204",
            ],
            good: ["> GET / | Priority: u=1, i < 204", "> GET / | Priority: u=0, i=?0, x=a < 204"]
        ) { x, found in
            guard let asked = x.asked(named: "priority"), !isPriority(asked) else { return }
            found([.value: .bytes(asked)])
        }
    }

    /// RFC 9218 §4: a dictionary; what it has besides is for others.
    private static func isPriority(_ value: Bytes) -> Bool {
        guard case .dictionary(let members)? = try? StructuredField(.dictionary, value) else { return false }
        if case .item(let urgency)? = members["u"] {
            guard case .integer(let number) = urgency.bare, (0...7).contains(number) else { return false }
        }
        if case .item(let incremental)? = members["i"] {
            guard case .boolean = incremental.bare else { return false }
        }
        return true
    }

    /// The outermost coding, and whether the request offers it. Without Accept-Encoding any may be sent (RFC 9110
    /// §12.5.3); nil when there is none, or no word about any.
    private static func coding(_ facts: Facts) -> (name: Bytes, isOffered: Bool)? {
        guard facts.falseCoding == nil, let name = facts.codings.last?.name,
            facts.asked(named: "accept-encoding") != nil
        else { return nil }
        return (name, (Preference.forToken(name, in: facts.encodings)?.weight ?? 0) > 0)
    }
}
