import Bytes
import Flow
import HTTPSemantics

/// Bearer tokens: opaque ones, and JSON Web Tokens with their claims and clock. Never claimed as verified.
enum TokenSteps {
    private static let mostClaims = 24

    static func add(_ token: Bytes, _ exchange: FlowRecord, to steps: inout StepCollector) -> Prose {
        guard let jwt = JSONWebToken(token) else {
            steps.add(
                "token", "The token is opaque: only the server that issued it can interpret it.", "RFC 6750 §2.1")
            return "A bearer token: anyone who has it can use it."
        }
        steps.judge(
            "signature", jwt.signatureLength > 0 && jwt.algorithm != "none",
            jwt.signatureLength > 0
                ? """
                The signature uses \(jwt.algorithm ?? "an unnamed algorithm") and has \(jwt.signatureLength) \
                bytes. Hark did not verify it, which requires the key.
                """
                : "There is no signature, so anyone could have forged this token.", "RFC 7515 §5.2")
        for member in jwt.header.members.prefix(mostClaims) {
            steps.add("header", "\(member.name): \(value(member, isTime: false))", "RFC 7515 §4.1")
        }
        for member in jwt.claims.members.prefix(mostClaims) {
            let isTime = member.name == "exp" || member.name == "nbf" || member.name == "iat"
            steps.add(
                "claim",
                "\(member.name)\(meaning(member.name)): \(value(member, isTime: isTime))", "RFC 7519 §4.1")
        }
        let clock = self.clock(jwt, exchange.seconds, &steps)
        return "A bearer token with readable claims, which Hark did not verify; " + clock
    }

    private static func clock(_ jwt: JSONWebToken, _ now: Int64, _ steps: inout StepCollector) -> Prose {
        var conclusion: Prose = "it has no expiry time."
        if let expires = jwt.expires {
            let (left, overflow) = expires.subtractingReportingOverflow(now)
            let isOver = overflow ? expires < now : left <= 0
            conclusion =
                isOver
                ? "it had expired \(Quantity.span(overflow ? .max : left)) before."
                : "it was valid for another \(Quantity.span(overflow ? .max : left))."
            steps.judge("exp", !isOver, "At this exchange " + conclusion, "RFC 7519 §4.1.4")
        }
        if let begins = jwt.notBefore {
            let isEarly = begins > now
            if isEarly { conclusion = "it was not valid yet." }
            steps.judge(
                "nbf", !isEarly,
                isEarly ? "At this exchange it was not valid yet." : "It was valid already.", "RFC 7519 §4.1.5")
        }
        if let issued = jwt.issued, issued > now {
            steps.fault(
                "iat", "It was issued after this exchange: one of the clocks is wrong.", "RFC 7519 §4.1.6")
        }
        return conclusion
    }

    private static func value(_ member: JSONObject.Member, isTime: Bool) -> Prose {
        switch member.value {
        case .text(let text): return "\(text)"
        case .other(let bytes): return "\(bytes)"
        case .number(let digits):
            guard isTime, let seconds = digits.decimal.flatMap({ Int64(exactly: $0) }) else { return "\(digits)" }
            return "\(digits), which is \(HTTPDate.format(seconds))"
        }
    }

    private static func meaning(_ name: String) -> Prose {
        switch name {
        case "iss": " (issuer)"
        case "sub": " (subject)"
        case "aud": " (audience)"
        case "exp": " (expires)"
        case "nbf": " (not before)"
        case "iat": " (issued at)"
        case "jti": " (token ID)"
        case "scope": " (permissions)"
        default: ""
        }
    }
}
