import Explain

/// For whom the traffic is: what a message lacks matters more to some than to others.
package enum JudgeProfile: String, Sendable, CaseIterable {
    case `default`, browser, api

    /// Checks that are warnings for this profile.
    private var raised: Set<String> {
        switch self {
        case .default: []
        case .browser:
            ["cookie-without-httponly", "cookie-without-samesite", "cors-preflight-uncached"]
        case .api:
            ["created-without-location", "retry-after-missing", "validator-missing", "graphql-errors-under-200"]
        }
    }

    /// The level of a check whose own level is `level`.
    func level(of code: String, _ level: Note.Level) -> Note.Level {
        level < .warning && raised.contains(code) ? .warning : level
    }

    /// The codes that it raises.
    package var codes: [String] { raised.sorted() }
}
