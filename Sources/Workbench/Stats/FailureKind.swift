package import Flow

/// Why a flow counts as failed: how it ended, or else what the answer says of itself.
package enum FailureKind: String, Sendable, CaseIterable {
    case refused, failed, aborted
    case serverError = "5xx"
    case clientError = "4xx"

    /// nil when it did not fail.
    package init?(_ outcome: Outcome.Kind?, status: Int?) {
        switch outcome {
        case .refused: self = .refused
        case .failed: self = .failed
        case .aborted: self = .aborted
        case .complete, .tunnel, nil:
            switch status ?? 0 {
            case 400..<500: self = .clientError
            case 500..<600: self = .serverError
            default: return nil
            }
        }
    }
}
