/// What one place said when it was asked whether it trusts the authority. A value.
package struct AskedPlace: Sendable, Equatable {
    package let name: String
    package let verdict: TrustCheck.Verdict

    package init(name: String, verdict: TrustCheck.Verdict) {
        self.name = name
        self.verdict = verdict
    }

    /// A clause for people.
    package var words: String {
        switch verdict {
        case .trusted: "trusted"
        case .notTrusted: "not trusted"
        case .presentOnly(let flags): "present, but not trusted for web sites (flags \(flags))"
        case .unknown(let reason): "unknown: \(reason)"
        }
    }
}

extension TrustCheck.Verdict {
    /// For scripts.
    package var name: String {
        switch self {
        case .trusted: "trusted"
        case .notTrusted: "notTrusted"
        case .presentOnly: "presentOnly"
        case .unknown: "unknown"
        }
    }

    /// The flags with which it is there, or why it cannot be told.
    package var detail: String? {
        switch self {
        case .trusted, .notTrusted: nil
        case .presentOnly(let detail), .unknown(let detail): detail
        }
    }
}
