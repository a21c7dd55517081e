package import Flow
import HTTPModel

/// A flow's outcome in one plain sentence.
package enum OutcomeWords {
    package static func text(_ outcome: Outcome) -> String {
        let what: String =
            switch outcome.code {
            case .ok: "complete"
            case .malformedRequest: "the request is not correct HTTP"
            case .malformedResponse: "the server's answer is not correct HTTP"
            case .notAProxyRequest: "this port is a proxy; the request was sent as if it were a server"
            case .unsupportedScheme: "only http URLs can be asked for without CONNECT"
            case .expectationUnknown: "the request expects something that is not known"
            case .loop: "the request leads back to this proxy"
            case .nameNotFound: "there is no server of this name"
            case .nameLookupFailed: "the server's name could not be looked up"
            case .connectionRefused: "the server refused the connection: nothing listens there"
            case .unreachable: "the server cannot be reached from here"
            case .connectTimedOut: "the server did not accept the connection in time"
            case .connectFailed: "the connection to the server failed"
            case .headTimedOut: "the request's head did not arrive in time"
            case .idleTimedOut: "nothing was sent for too long"
            case .responseTimedOut: "the server did not answer in time"
            case .clientClosed: "the client closed the connection too early"
            case .upstreamClosed: "the server closed the connection too early"
            case .emptyResponse: "the server closed the connection without an answer"
            case .shuttingDown: "the proxy was stopped"
            case .tooManyConnections: "there are too many connections"
            case .resourcesExhausted: "this machine ran out of descriptors or memory"
            case .unsupportedUpgrade: "the connection cannot change protocol here"
            case .internalError: "an error in the proxy"
            }
        var text = what
        if !outcome.detail.isEmpty { text += ": " + outcome.detail }
        if let error = outcome.error { text += " (\(error.code.rawValue) at byte \(error.offset))" }
        return text
    }
}
