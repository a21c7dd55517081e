/// How a call ended (gRPC, "Status codes and their use"), in the number that gRPC sends and the word that Connect does.
package enum CallStatus: Int, Sendable, CaseIterable {
    case ok = 0
    case cancelled, unknown, invalidArgument, deadlineExceeded, notFound, alreadyExists, permissionDenied
    case resourceExhausted, failedPrecondition, aborted, outOfRange, unimplemented, `internal`, unavailable, dataLoss
    case unauthenticated

    /// As gRPC's documents write it.
    package var name: String {
        switch self {
        case .ok: "OK"
        case .cancelled: "CANCELLED"
        case .unknown: "UNKNOWN"
        case .invalidArgument: "INVALID_ARGUMENT"
        case .deadlineExceeded: "DEADLINE_EXCEEDED"
        case .notFound: "NOT_FOUND"
        case .alreadyExists: "ALREADY_EXISTS"
        case .permissionDenied: "PERMISSION_DENIED"
        case .resourceExhausted: "RESOURCE_EXHAUSTED"
        case .failedPrecondition: "FAILED_PRECONDITION"
        case .aborted: "ABORTED"
        case .outOfRange: "OUT_OF_RANGE"
        case .unimplemented: "UNIMPLEMENTED"
        case .internal: "INTERNAL"
        case .unavailable: "UNAVAILABLE"
        case .dataLoss: "DATA_LOSS"
        case .unauthenticated: "UNAUTHENTICATED"
        }
    }

    /// In words.
    package var meaning: String {
        switch self {
        case .ok: "The RPC succeeded."
        case .cancelled: "The client cancelled the RPC."
        case .unknown: "The server failed without a specific error."
        case .invalidArgument: "The request is invalid in any state of the server."
        case .deadlineExceeded: "The client's timeout ran out; the server may have done the work anyway."
        case .notFound: "The requested resource does not exist."
        case .alreadyExists: "The resource to create exists already."
        case .permissionDenied: "The client is authenticated, but not allowed to do this."
        case .resourceExhausted: "A quota or the server's space is used up."
        case .failedPrecondition: "The server is not in the required state; a retry does not help."
        case .aborted: "Another client was faster; retry the whole transaction."
        case .outOfRange: "The request is outside the valid range."
        case .unimplemented: "The server does not support this method."
        case .internal: "The server, or an intermediary, violated an internal rule."
        case .unavailable: "The server is unavailable for now; retry after a while."
        case .dataLoss: "Data was lost or damaged permanently."
        case .unauthenticated: "The client sent no valid credentials."
        }
    }

    /// Connect's word: `not_found`, and `canceled` with one l.
    init?(word: String) {
        let name = word == "canceled" ? "CANCELLED" : word.uppercased()
        guard let status = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = status
    }

    /// What a client of gRPC takes an answer for that has no status of gRPC (gRPC, "HTTP to gRPC status code mapping").
    package init(httpStatus: Int) {
        self =
            switch httpStatus {
            case 400: .internal
            case 401: .unauthenticated
            case 403: .permissionDenied
            case 404: .unimplemented
            case 429, 502, 503, 504: .unavailable
            default: .unknown
            }
    }
}
