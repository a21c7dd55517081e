import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// The method and its content.
extension Checks {
    static let methods: [Check] = Array {
        Check(
            "unknown-method", .info, .methods, .message(.request), when: .given(.rareMethod), "RFC 9110 §9.1",
            "Not a registered method",
            """
            \(.method) is not a registered method. Clients and proxies do not retry it, and caches do not store its \
            response.
            """,
            advice: "Check its spelling: methods are case-sensitive.",
            bad: ["> «FETCH» / < 204", "> «PURGE» / < 204"], good: ["> PROPFIND / < 204", "> PATCH / || a < 204"]
        ) { x, found in
            guard let name = unregistered(x), !isRegistered(uppercased(name)) else { return }
            found(at: 0..<name.count, [.method: .bytes(name)])
        }
        Check(
            "method-letter-case", .bad, .methods, .message(.request), when: .given(.rareMethod), "RFC 9110 §9.1",
            "Wrong letter case",
            "Methods are case-sensitive. \(.method) is not \(.expected), and most servers reject it.",
            advice: "Write \(.expected).",
            bad: ["> «get» / < 204", "> «Post» / || a < 204"], good: ["> GET / < 204", "> PURGE / < 204"]
        ) { x, found in
            guard let name = unregistered(x), isRegistered(uppercased(name)) else { return }
            found(at: 0..<name.count, [.method: .bytes(name), .expected: .bytes(uppercased(name))])
        }
        Check(
            "get-with-body", .warning, .methods, .message(.request), when: .given(.request(.content)), "RFC 9110 §9.3",
            "A body without a defined meaning",
            "\(.method) with a body has no defined meaning. Some servers ignore the body, some reject the request.",
            advice: "Use POST, or put the data in the URL.",
            bad: ["> «GET» / || a < 204", "> «HEAD» / || a < 204"],
            good: ["> GET / | Content-Length: 0 < 204", "> POST / || a < 204", "> DELETE / < 204"]
        ) { x, found in
            guard let method = x.request?.method, method == .get || method == .head, x.requestHasContent else {
                return
            }
            found(at: 0..<method.name.count, [.method: .bytes(method.name)])
        }
        Check(
            "delete-with-body", .info, .methods, .message(.request), when: .given([.rareMethod, .request(.content)]),
            "RFC 9110 §9.3.5",
            "A body without a defined meaning",
            """
            DELETE with a body has no defined meaning. Some servers ignore the body, some reject the request.
            """,
            advice: "Identify the resource in the URL, or use POST.",
            bad: ["> «DELETE» / || a < 204", "> «DELETE» /a || {} < 204"],
            good: ["> DELETE / < 204", "> DELETE / | Content-Length: 0 < 204"]
        ) { x, found in
            guard let method = x.request?.method, method == .delete, x.requestHasContent else { return }
            found(at: 0..<method.name.count)
        }
        Check(
            "trace-with-content", .bad, .methods, .message(.request), when: .given([.rareMethod, .request(.content)]),
            "RFC 9110 §9.3.8", "TRACE with a body",
            "A client must not send a body in a TRACE request.",
            advice: "Remove the body, or use POST.",
            bad: ["> «TRACE» / || a < 405 | Allow: GET", "> «TRACE» /a || abc < 405 | Allow: GET"],
            good: ["> TRACE / < 405 | Allow: GET", "> POST / || a < 405 | Allow: GET"]
        ) { x, found in
            guard x.request?.method == .trace, x.requestHasContent else { return }
            found(at: 0..<5)
        }
        Check(
            "method-without-content", .info, .methods, .message(.request), when: .given(.write), "RFC 9110 §8.6",
            "No body, no length",
            """
            \(.method) requests normally have a body, but this one has none.
            """,
            advice: "Send \("Content-Length: 0").",
            bad: ["> «POST» / < 204", "> «PUT» /a < 204"],
            good: ["> POST / | Content-Length: 0 < 204", "> GET / < 204"]
        ) { x, found in
            guard let request = x.request, request.method.has(.contentExpected),
                !request.fields.contains(.contentLength), !x.requestHasContent
            else { return }
            found(at: 0..<request.method.name.count, [.method: .bytes(request.method.name)])
        }
        Check(
            "idempotency-key", .good, .methods, .request("idempotency-key"),
            "draft-ietf-httpapi-idempotency-key-header §2", "An Idempotency-Key for retries",
            """
            A repeated \(.method) may repeat its effect. A server that supports \("Idempotency-Key") recognises the \
            repetition.
            """,
            bad: [
                "> POST / | Idempotency-Key: «\"7\"» || a < 204",
                """
                > PATCH /a | Content-Type: application/merge-patch+json \
                | Idempotency-Key: «"k"» || {} < 204
                """,
            ],
            good: ["> POST / || a < 204", "> PUT / | Idempotency-Key: \"7\" || a < 204"]
        ) { x, found in
            guard let method = x.request?.method, method == .post || method == .patch else { return }
            found([.method: .bytes(method.name)])
        }
        Check(
            "post-not-repeatable", .warning, .methods, .message(.request), when: .given([.write, .unanswered]),
            "RFC 9110 §9.2.2",
            "Do not retry blindly",
            "This \(.method) got no response, but the server may have processed it.",
            advice: "Check the state before you retry.",
            bad: ["> «POST» / || a", "> «PATCH» /a | Content-Type: application/merge-patch+json || {}"],
            good: [
                "> POST / || a < 204", Example("> POST / || a", hasOutcome: false),
                "> POST / | Idempotency-Key: \"7\" || a",
            ]
        ) { x, found in
            guard x.hasOutcome, x.response == nil, let method = x.request?.method, method == .post || method == .patch,
                x.asked(named: "idempotency-key") == nil
            else { return }
            found(at: 0..<method.name.count, [.method: .bytes(method.name)])
        }
    }

    /// The method's name when no registry lists it.
    private static func unregistered(_ facts: Facts) -> Bytes? {
        guard case .other(let name)? = facts.request?.method, !isRegistered(name) else { return nil }
        return name
    }

    private static func isRegistered(_ name: Bytes) -> Bool {
        Vocabulary.methods[name].map { $0.standing != .unregistered } ?? false
    }

    private static func uppercased(_ name: Bytes) -> Bytes {
        Bytes(name.map { $0 &- UInt8(ascii: "a") < 26 ? $0 & 0xDF : $0 })
    }
}
