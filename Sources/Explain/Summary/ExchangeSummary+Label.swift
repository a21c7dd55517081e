extension ExchangeSummary {
    /// What a row is about.
    package enum Label: Int, Sendable, Hashable, CaseIterable {
        case note, aborted, refused, failed
        case redirect, hint, authentication, cookie, setCookie, condition, range, cache, cacheFields
        case sentBody, body, link
        case insecure, tlsClient, tlsServer, certificate
        case way, interim, retried, tunnel, upgrade, call, graphQL, messages, unread
        case quirk, rule, changed

        /// As it stands before the phrase; empty where the row goes on with the one before.
        package var text: StaticString {
            switch self {
            case .note: "note"
            case .aborted: "aborted"
            case .refused: "refused"
            case .failed: "failed"
            case .redirect: "redirect"
            case .hint: "hint"
            case .authentication: "auth"
            case .cookie: "cookie"
            case .setCookie: "set-cookie"
            case .condition: "condition"
            case .range: "range"
            case .cache: "cache"
            case .cacheFields: ""
            case .sentBody: "sent body"
            case .body: "body"
            case .link: "link"
            case .insecure: "insecure"
            case .tlsClient: "tls client"
            case .tlsServer: "tls server"
            case .certificate: "certificate"
            case .way: "way"
            case .interim: "interim"
            case .retried: "retried"
            case .tunnel: "tunnel"
            case .upgrade: "upgrade"
            case .call: "call"
            case .graphQL: "graphql"
            case .messages: "messages"
            case .unread: "unread"
            case .quirk: "quirk"
            case .rule: "rule"
            case .changed: "changed"
            }
        }
    }
}
