package import Filter
import Flow

/// Which events a script wants.
package struct ScriptSubscription: Sendable, Hashable {
    package let on: ScriptEventKind
    package let filter: FlowFilter
    package let wantsBody: Bool
    /// At the end of a flow: with its log entry.
    package let wantsRecord: Bool
    /// Its place in the list of the script, from 0: events name those whose filters match.
    package let place: Int

    package init(
        on: ScriptEventKind, filter: FlowFilter = .everything, wantsBody: Bool = false, wantsRecord: Bool = false,
        place: Int = 0
    ) {
        (self.on, self.filter, self.wantsBody, self.wantsRecord) = (on, filter, wantsBody, wantsRecord)
        self.place = place
    }

    /// Why a filter cannot be asked for such an event, a sentence; nil when it can.
    static func refusal(_ filter: FlowFilter, on: ScriptEventKind) -> String? {
        if on.isOfConnection {
            return filter.text.isEmpty ? nil : "'\(on.rawValue)' is about a connection and has no exchange to match"
        }
        let latest: RuleStage
        switch on {
        case .requestHead, .request, .clientHello, .connect, .tunnelOpened, .tunnelFailed, .serverConnect,
            .connectUpstream:
            latest = .request
        case .message: latest = .message
        case .error, .end: return nil
        case .responseHead, .response, .chunk, .webSocketStart, .webSocketEnd, .clientConnected, .clientDisconnected,
            .serverConnected, .serverDisconnected, .serverFailed, .tlsClient, .tlsServer:
            latest = .response
        }
        guard RuleStage.known(filter) > latest else { return nil }
        return "\(RuleStage.latest(filter)) is not known yet at '\(on.rawValue)'"
    }
}
