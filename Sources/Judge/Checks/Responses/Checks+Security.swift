import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Fields that tell browsers to be careful.
extension Checks {
    static let security: [Check] = Array {
        Check(
            "hsts-over-http", .bad, .security, .response("strict-transport-security"), "RFC 6797 §7.2",
            "Ignored over plain http",
            """
            A server must not send Strict-Transport-Security without TLS, and browsers ignore it there. Redirect to \
            https, and send it there.
            """,
            bad: [Example("Strict-Transport-Security: «max-age=31536000»", scheme: "http")],
            good: [
                "Strict-Transport-Security: max-age=31536000",
                Example("Strict-Transport-Security: max-age=31536000", scheme: "http", knowsScheme: false),
            ]
        ) { x, found in
            if x.isEncrypted == false { found() }
        }
        Check(
            "hsts-malformed", .bad, .security, .response("strict-transport-security"), "RFC 6797 §6.1.1",
            "No max-age",
            "\(.value) has no \("max-age") with a number of seconds, so browsers ignore it.",
            bad: ["Strict-Transport-Security: «includeSubDomains»", "Strict-Transport-Security: «max-age=1y»"],
            good: ["Strict-Transport-Security: max-age=\"31536000\"; includeSubDomains"]
        ) { x, found in
            guard let value = x.answered(named: "strict-transport-security"), maxAge(value) == nil else { return }
            found([.value: .bytes(value)])
        }
    }

    private static func maxAge(_ value: Bytes) -> UInt64? {
        for member in FieldList.split(value, separator: ASCII.semicolon) {
            let (name, argument) = FieldList.pair(member)
            if name.equalsIgnoringCase("max-age") { return argument.map { FieldList.unquote($0) }?.decimal }
        }
        return nil
    }
}
