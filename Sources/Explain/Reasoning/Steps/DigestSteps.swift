import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// Digest credentials, and their response computed again when a password is given (RFC 7616).
enum DigestSteps {
    static func add(
        _ value: AuthorizationValue, _ exchange: FlowRecord, _ options: ExplainOptions, to steps: inout StepCollector
    ) -> Prose {
        let user = DigestComputation.name(in: value) ?? Bytes()
        let algorithm = value.parameter("algorithm") ?? "MD5"
        steps.judge(
            "algorithm", !algorithm.hasPrefix(ignoringCase: "md5"),
            algorithm.hasPrefix(ignoringCase: "md5")
                ? "\(algorithm) is fast, so passwords can be guessed quickly; use SHA-256." : "\(algorithm).",
            "RFC 7616 §3.7")
        if let uri = value.parameter("uri") {
            let target = (exchange.requestHead?.targetBytes ?? Bytes())
            let fits = fits(uri, exchange)
            steps.judge(
                "uri", fits,
                fits
                    ? "\(uri) is the requested URL."
                    : "\(uri) is not the requested URL, \(target); the server must reject it.",
                "RFC 7616 §3.4.6")
        }
        guard !options.passwords.isEmpty else {
            steps.add(
                "response", "With the password (\("--password")), Hark computes the response again and compares.",
                "RFC 7616 §3.4.1")
            return "Digest credentials of user \(user), with \(algorithm). They do not contain the password."
        }
        var last: DigestComputation?
        var nameObstacle: DigestComputation.Obstacle?
        for password in options.passwords {
            // A name that is sent as a hash is known only from `user:password`.
            let colon = DigestComputation.isNameHashed(value) ? password.firstIndex(of: ASCII.colon) : nil
            do throws(DigestComputation.Obstacle) {
                let computation = try DigestComputation(
                    value, method: exchange.method.name,
                    password: colon.map { password.slice(($0 + 1)..<password.count) } ?? password,
                    user: colon.map { password.slice(0..<$0) },
                    content: exchange.request.content.isTruncated
                        ? nil : exchange.request.content.bytes ?? (exchange.requestHasContent ? nil : Bytes()))
                last = computation
                if computation.matches { break }
            } catch {
                if error == .hashedName || error == .otherName {
                    // Another password may be right yet. That the name is another says more than that it is missing.
                    nameObstacle = error == .otherName ? error : nameObstacle ?? error
                    continue
                }
                let text = phrase(error)
                steps.add("response", "Not computed: " + text, "RFC 7616 §3.4")
                return "Digest credentials of user \(user); " + text
            }
        }
        if last == nil, let nameObstacle {
            let text = phrase(nameObstacle)
            steps.add("response", "Not computed: " + text, "RFC 7616 §3.4.4")
            return "Digest credentials of a user whose name is hashed; " + text
        }
        guard let last else { return "Digest credentials of user \(user)." }
        explain(last, user, value.parameter("realm") ?? Bytes(), to: &steps)
        return last.matches
            ? "Digest credentials of user \(user): the given password produces exactly this response."
            : "Digest credentials of user \(user): the given password produces another response."
    }

    private static func explain(
        _ computed: DigestComputation, _ user: Bytes, _ realm: Bytes, to steps: inout StepCollector
    ) {
        let name = computed.algorithm.name
        let session: Prose = computed.isSession ? ", hashed again with nonce and cnonce," : ""
        steps.add(
            "HA1", "\(name) of \(user), \(realm) and the password\(session) is \(computed.ha1).", "RFC 7616 §3.4.2")
        steps.add("HA2", "\(name) of \(computed.a2) is \(computed.ha2).", "RFC 7616 §3.4.3")
        steps.add("response", "\(name) of \(computed.input) is \(computed.response).", "RFC 7616 §3.4.1")
        steps.judge(
            "match", computed.matches,
            computed.matches
                ? "The client sent the same value."
                : """
                The client sent \(computed.sent): the password, name or realm differs.
                """,
            "RFC 7616 §3.4.1")
    }

    private static func phrase(_ obstacle: DigestComputation.Obstacle) -> Prose {
        switch obstacle {
        case .algorithm: "Hark cannot compute this algorithm."
        case .qop: "its qop is neither auth nor auth-int."
        case .missing(let name): "the parameter \(name.rawValue) is missing."
        case .hashedName:
            """
            the user name is sent as a hash, so give it with the password: \("--password user:password").
            """
        case .otherName: "the given name does not produce the hash that was sent, so it is another user."
        case .content: "auth-int covers the body, which was not recorded."
        }
    }

    /// Whether the `uri` parameter is what was asked for: the target as sent, the whole URL, or its path and query.
    static func fits(_ uri: Bytes, _ exchange: FlowRecord) -> Bool {
        let target = exchange.requestHead?.targetBytes ?? Bytes()
        return AuthorizationValue.digestURI(uri, names: target, of: exchange.reference)
    }
}
