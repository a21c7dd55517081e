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
        case .ok: "The call succeeded."
        case .cancelled: "The caller gave up."
        case .unknown: "The server failed, and does not say at what."
        case .invalidArgument: "The request is wrong whatever the state of the server."
        case .deadlineExceeded: "The time that the caller gave was over; the work may have been done all the same."
        case .notFound: "What was asked for is not there."
        case .alreadyExists: "What was to be made is there already."
        case .permissionDenied: "The caller is known, and may not do this."
        case .resourceExhausted: "A quota or the server's room is used up."
        case .failedPrecondition: "The server is not in the state that this needs; trying again alone does not help."
        case .aborted: "Somebody else was faster; try the whole transaction again."
        case .outOfRange: "The request goes beyond what is there."
        case .unimplemented: "The server has no such method."
        case .internal: "The server, or something on the way, broke a rule."
        case .unavailable: "The server cannot be reached for now; try again after a while."
        case .dataLoss: "Data were lost or damaged for good."
        case .unauthenticated: "The caller did not prove who it is."
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
