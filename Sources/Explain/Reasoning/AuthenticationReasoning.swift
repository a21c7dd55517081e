import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import Registry

/// Challenge and answer: what the server asked for, what the client sent, whether the one fits the other, and what the
/// credentials say to whoever reads them.
package enum AuthenticationReasoning {
    /// Who was asked to prove who they are, and how; nil where nobody was.
    package static func reasoning(
        about exchange: FlowRecord, in session: SessionContext, options: ExplainOptions = ExplainOptions()
    ) -> Reasoning? {
        var steps = StepCollector()
        var conclusion: Prose?
        for (field, isProxy) in [(KnownField.authorization, false), (KnownField.proxyAuthorization, true)] {
            guard let value = exchange.requestFields.first(field) else { continue }
            pairedChallenge(exchange, session, isProxy, &steps)
            conclusion = credentials(value, exchange, isProxy, options, &steps)
            verdict(exchange, value, isProxy, &steps)
        }
        if let response = exchange.responseHead {
            for (field, isProxy) in [(KnownField.wwwAuthenticate, false), (KnownField.proxyAuthenticate, true)] {
                let list = Challenge.list(field, in: response.fields)
                guard !list.isEmpty else { continue }
                challenges(list, &steps)
                let isAsked = response.status == (isProxy ? 407 : 401)
                let next =
                    isAsked
                    ? answer(exchange, session, isProxy, &steps) : unasked(list, response.status, isProxy)
                conclusion = conclusion.map { $0 + " " + next } ?? next
            }
        }
        return conclusion.map { Reasoning(.authentication, $0, steps: steps.steps) }
    }

    // MARK: - Across exchanges

    /// Digest may be asked for twice, once for each hash.
    private static func distinct(_ schemes: [Bytes]) -> [Bytes] {
        schemes.indices.filter { !schemes[..<$0].contains(schemes[$0]) }.map { schemes[$0] }
    }

    private static func pairedChallenge(
        _ exchange: FlowRecord, _ session: SessionContext, _ isProxy: Bool, _ steps: inout StepCollector
    ) {
        guard let before = session.before(exchange), let response = before.responseHead,
            response.status == (isProxy ? 407 : 401)
        else {
            steps.add(
                "challenge", "No earlier challenge is in this input, so what the server asked for is unknown.",
                "RFC 9110 §11.6.2")
            return
        }
        let list = Challenge.list(isProxy ? .proxyAuthenticate : .wwwAuthenticate, in: response.fields)
        steps.add(
            "challenge", held: true,
            "It answers \(flow: before.id.number), which asked for \(Prose.list(distinct(list.map(\.scheme)))).",
            "RFC 9110 §11.6.1")
    }

    private static func answer(
        _ exchange: FlowRecord, _ session: SessionContext, _ isProxy: Bool, _ steps: inout StepCollector
    ) -> Prose {
        let field = isProxy ? KnownField.proxyAuthorization : .authorization
        let asks: Prose = isProxy ? "The proxy asks for credentials" : "The server asks for credentials"
        guard let after = session.after(exchange) else {
            // An exchange by itself has none that could follow.
            return session.exchanges.count > 1
                ? asks + ", and the session has no later request for this URL." : asks + "."
        }
        guard let value = after.requestFields.first(field) else {
            return asks + "; \(flow: after.id.number), the next request for this URL, has none."
        }
        let scheme = Credentials.scheme(value) ?? value
        let status = after.responseHead.map { "which got \($0.status)" as Prose } ?? "which got no response"
        steps.add(
            "answer", held: after.responseHead.map { $0.status != 401 && $0.status != 407 },
            "\(flow: after.id.number) answers with \(scheme), \(status).", "RFC 9110 §11.6.2")
        return asks + "; \(flow: after.id.number) sends \(scheme) credentials, \(status)."
    }

    /// A challenge beside another status than 401 and 407: the last leg of a handshake (RFC 4559 §4.1), or a hint that
    /// other credentials might change the answer (RFC 9110 §11.6.1).
    private static func unasked(_ list: [Challenge], _ status: Int, _ isProxy: Bool) -> Prose {
        let who: Prose = isProxy ? "The proxy" : "The server"
        if status < 400, list.contains(where: { $0.scheme.equalsIgnoringCase("negotiate") && $0.token != nil }) {
            return who + """
                 authenticates itself: this is the last token of the handshake, and the client need not answer.
                """
        }
        let did: Prose = status < 400 ? " accepted the request, and offers " : " answered \(status), and offers "
        return who + did + "\(Prose.list(distinct(list.map(\.scheme)))): "
            + "other credentials could change the response."
    }

    private static func challenges(_ list: [Challenge], _ steps: inout StepCollector) {
        for challenge in list {
            let realm: Prose = challenge.realm.map { " for \($0)" } ?? ""
            steps.add("asks", "\(challenge.scheme)\(realm): \(meaning(challenge))", "RFC 9110 §11.6.1")
        }
    }

    private static func meaning(_ challenge: Challenge) -> Prose {
        let scheme = challenge.scheme
        if scheme.equalsIgnoringCase("basic") { return "name and password, readable to anyone who sees the request." }
        if scheme.equalsIgnoringCase("digest") {
            let algorithm = challenge.parameters.first { $0.name.equalsIgnoringCase("algorithm") }?.value ?? "MD5"
            return "a hash (\(algorithm)) of name, password and the server's nonce; the password itself is not sent."
        }
        if scheme.equalsIgnoringCase("bearer") {
            let error = challenge.parameters.first { $0.name.equalsIgnoringCase("error") }?.value
            return error.map { "a token; the one in the request was rejected with \($0)." }
                ?? "a token; anyone who has it can use it."
        }
        if scheme.equalsIgnoringCase("negotiate") || scheme.equalsIgnoringCase("ntlm") {
            return challenge.token.flatMap { NegotiationLeg(token: $0) }.map { leg($0) }
                ?? "a Windows or Kerberos login, which takes several requests on one connection."
        }
        return Vocabulary.schemes[scheme].map { "it \(Prose.phrase($0.meaning))" }
            ?? "a scheme that Hark does not know."
    }

    /// What the status says of the credentials. Only a success shows that they were accepted.
    private static func verdict(
        _ exchange: FlowRecord, _ value: Bytes, _ isProxy: Bool, _ steps: inout StepCollector
    ) {
        guard let status = exchange.responseHead?.status else { return }
        let who: Prose = isProxy ? "the proxy" : "the server"
        switch status {
        case isProxy ? 407 : 401:
            steps.fault(
                "accepted", "\(status): " + who + " rejects these credentials, or requires more.",
                isProxy ? "RFC 9110 §15.5.8" : "RFC 9110 §15.5.2")
        case 403:
            steps.fault(
                "accepted",
                "403: the server may accept the credentials, but denies access.", "RFC 9110 §15.5.4")
        case ..<400:
            steps.add("accepted", held: true, "\(status): the credentials were not rejected.", "RFC 9110 §15.5.2")
        case 400 where isDigestOfAnother(value, exchange):
            steps.fault(
                "accepted", "400: the correct response to a Digest whose uri differs from the target.",
                "RFC 7616 §3.4.6")
        default:
            steps.add(
                "accepted", "\(status): this does not show whether the credentials are valid.", "RFC 9110 §15.5")
        }
    }

    private static func isDigestOfAnother(_ value: Bytes, _ exchange: FlowRecord) -> Bool {
        guard let found = AuthorizationValue(value), found.scheme.equalsIgnoringCase("digest"),
            let uri = found.parameter("uri")
        else { return false }
        return !DigestSteps.fits(uri, exchange)
    }

    // MARK: - The credentials

    private static func credentials(
        _ value: Bytes, _ exchange: FlowRecord, _ isProxy: Bool, _ options: ExplainOptions,
        _ steps: inout StepCollector
    ) -> Prose {
        if RedactedTag.isWhole(value) || AuthorizationValue(value).map({ RedactedTag.isWhole($0.rest) }) == true {
            let scheme: Prose =
                AuthorizationValue(value).map { "Credentials of the scheme \($0.scheme)" } ?? "Credentials"
            return scheme + ", which were taken out when this was written."
        }
        guard let credentials = AuthorizationValue(value) else {
            if Vocabulary.schemes[value] != nil {
                steps.fault(
                    "scheme", "The scheme \(value) has no credentials after it: the client probably has none.",
                    "RFC 9110 §11.4")
                return "The scheme \(value) without credentials."
            }
            steps.fault(
                "scheme", "\(value) is not a scheme that Hark knows. There must be a scheme before the credentials.",
                "RFC 9110 §11.4")
            return "The credentials have no scheme, so the server cannot interpret them."
        }
        let scheme = credentials.scheme
        if scheme.equalsIgnoringCase("basic") { return basic(credentials, exchange, isProxy, &steps) }
        if scheme.equalsIgnoringCase("digest") {
            return DigestSteps.add(credentials, exchange, options, to: &steps)
        }
        if scheme.equalsIgnoringCase("bearer") { return TokenSteps.add(credentials.rest, exchange, to: &steps) }
        if let found = NegotiationLeg(token: credentials.rest),
            scheme.equalsIgnoringCase("negotiate") || scheme.equalsIgnoringCase("ntlm")
        {
            let text = leg(found)
            steps.add("token", text, "RFC 4559 §4")
            return "\(scheme): " + text
        }
        if let term = Vocabulary.schemes[scheme] {
            steps.add("scheme", "\(scheme) \(Prose.phrase(term.meaning))", term.spec)
        } else {
            steps.add("scheme", "\(scheme) is not a scheme that Hark knows.", "RFC 9110 §11.4")
        }
        return "Credentials of the scheme \(scheme)."
    }

    private static func basic(
        _ value: AuthorizationValue, _ exchange: FlowRecord, _ isProxy: Bool, _ steps: inout StepCollector
    ) -> Prose {
        guard let plain = BasicCredentials(token: value.rest) else {
            steps.fault(
                "Base64", "\(value.rest) does not decode to a name, a colon and a password.", "RFC 7617 §2"
            )
            return "Basic credentials that cannot be decoded."
        }
        steps.add(
            "Base64", held: true, "\(value.rest) decodes to user \(plain.user) and password \(plain.password).",
            "RFC 7617 §2")
        protection(exchange, isProxy, &steps)
        return "Basic credentials of user \(plain.user); the password is readable."
    }

    /// Who can read the password. The scheme of a URL says nothing about the connection to a proxy, and one that was
    /// assumed nothing at all.
    private static func protection(_ exchange: FlowRecord, _ isProxy: Bool, _ steps: inout StepCollector) {
        let spec = "RFC 7617 §4"
        if isProxy {
            steps.add(
                "protection",
                "Base64 is not encryption: unless the client reaches the proxy over TLS, others can read the password.",
                spec)
        } else if !exchange.isRecorded(.url) {
            steps.add(
                "protection", "Base64 is not encryption: over http, anyone on the path can read the password.",
                spec)
        } else {
            steps.judge(
                "protection", exchange.isEncrypted,
                exchange.isEncrypted
                    ? "Base64 is not encryption, but the connection is encrypted."
                    : """
                    Base64 is not encryption, and the connection is not encrypted: anyone on the path can read the \
                    password.
                    """,
                spec)
        }
    }

    private static func leg(_ leg: NegotiationLeg) -> Prose {
        switch leg {
        case .ntlmNegotiate: "NTLM message 1 of 3: the client lists what it supports."
        case .ntlmChallenge: "NTLM message 2 of 3: the server's challenge."
        case .ntlmAuthenticate: "NTLM message 3 of 3: the client's response, which is valid only on this connection."
        case .gssInitial: "the first GSS-API token, usually SPNEGO with a Kerberos ticket."
        case .spnegoResponse: "a later SPNEGO token: the chosen mechanism and its next message."
        case .unknown: "a token of an unknown kind."
        }
    }
}
