import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// The body of a request, and whether the server can read it by its type.
extension Checks {
    static let requestBodies: [Check] = Array {
        Check(
            "request-json-as-other", .warning, .content, .request("content-type"), "RFC 9110 §8.3",
            "JSON sent as another type",
            """
            The request body is JSON, but Content-Type is \(.value): servers that go by the type do not parse it as \
            JSON.
            """,
            advice: "Send \("Content-Type: application/json").",
            bad: [
                "> POST / | Content-Type: «application/x-www-form-urlencoded» || {\"a\": 1} < 400",
                // A form's content never begins like this, even where it is cut off.
                "> POST / | Content-Type: «application/x-www-form-urlencoded» || {\"a\": < 400",
                // What fetch() sends for a string without a type.
                "> POST / | Content-Type: «text/plain;charset=UTF-8» || {\"a\": 1} < 415",
            ],
            good: [
                "> POST / | Content-Type: application/json || {\"a\": 1} < 204",
                "> POST / | Content-Type: application/merge-patch+json || {\"a\": 1} < 204",
                "> POST / | Content-Type: application/x-www-form-urlencoded || a=%7B%22b%22%3A1%7D < 204",
                // Taken as it is: beacons and simple requests of other origins have this type.
                "> POST / | Content-Type: text/plain || {\"a\": 1} < 204",
                "> POST / | Content-Type: application/x-www-form-urlencoded || {} < 204",
                "> POST / | Content-Type: text/plain || {a} is a name < 204",
                "> POST / | Content-Type: text/plain || [1] see [2] < 204",
                "> POST / | Content-Type: text/plain | Content-Encoding: gzip || {\"a\": 1} < 204",
            ]
        ) { x, found in
            guard let value = x.asked(.contentType), startsLikeJSON(x), !isEmptyJSON(x) else { return }
            let type = MediaType(value)
            let isRefused = x.response.map { (400..<500).contains($0.status) } ?? false
            let isText = isRefused && type.is("text", "plain") && isJSON(x.requestContent)
            guard type.isWellFormed, isText || type.is("application", "x-www-form-urlencoded") else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "request-json-without-type", .warning, .content, .message(.request), when: .given(.request(.kept)),
            "RFC 9110 §8.3",
            "JSON without Content-Type",
            "The request body is JSON, but there is no Content-Type: many servers do not parse it.",
            advice: "Send \("Content-Type: application/json").",
            bad: ["> «POST» / || {\"a\": 1} < 400", "> «PUT» /a || [1] < 400"],
            good: [
                "> POST / | Content-Type: application/json || {\"a\": 1} < 204",
                "> POST / || {\"a\": < 204",
            ]
        ) { x, found in
            guard let method = x.request?.method, x.asked(.contentType) == nil, startsLikeJSON(x),
                isJSON(x.requestContent)
            else { return }
            found(at: 0..<method.name.count)
        }
    }

    /// `{}` and `[]`, which some clients send for nothing.
    private static func isEmptyJSON(_ facts: Facts) -> Bool {
        let content = facts.requestContent.bytes?.trimmed
        return content == Bytes("{}") || content == Bytes("[]")
    }

    /// Whether the first bytes are those of JSON, which they are not when a coding is on them.
    private static func startsLikeJSON(_ facts: Facts) -> Bool {
        guard facts.asked(named: "content-encoding") == nil, let bytes = facts.requestContent.bytes else {
            return false
        }
        return ContentSignature(bytes) == .json
    }
}
