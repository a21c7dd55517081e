internal import Flow
internal import HTTPModel
internal import Rules

// How a request goes on, and where.
extension ExchangeRules {
    func go(_ alteration: Alteration, _ stage: Question.Stage) {
        if alteration.isEmpty { return answer(.pass, stage) }
        answer(.alter(alteration), stage)
    }

    /// Where rules send it; nil: where it goes by itself.
    func route(_ orders: RuleOrders) -> Route? {
        guard orders.way != nil || orders.proxy != nil else { return nil }
        return route(orders.way, via: orders.proxy)
    }

    func route(_ way: RuleWay?, via proxy: UpstreamProxy?) -> Route? {
        guard let client, let planned = client.plannedRoute else { return nil }
        let server =
            switch way {
            // Whom it asks for stays: only the address is another.
            case .connect(let host, let port):
                Destination(host: host, port: port, serverName: planned.destination.serverName)
            case .server(let host, let port, let isSecure):
                Destination(host: host, port: port, serverName: isSecure ? host : nil)
            case nil: planned.destination
            }
        return client.route(to: server, via: proxy)
    }
}

extension RuleClient {
    /// A rule ends the body here.
    func cutOff(_ kind: MessageKind, reason: String) { cutOff(kind, .refusedByRule, reason: reason) }
}
