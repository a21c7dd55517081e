import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeSummary {
    /// What happened to the connection: interim responses, a retry, another protocol, a tunnel.
    mutating func connection(_ record: FlowRecord) {
        interim(record.interim.map(\.head))
        if record.wasRetried {
            add(.retried, .warning) {
                $0.text("the reused connection had closed before any response; the request was sent again on a new one")
            }
        }
        // What was opened was not relayed.
        guard let name = record.tunnelProtocol,
            record.relayedSent + record.relayedReceived > 0 || record.outcome?.kind == .tunnel
        else { return }
        let isTunnel = record.requestHead?.asksForTunnel == true
        add(isTunnel ? .tunnel : .upgrade) { out in
            if !isTunnel {
                out.string(name, limit: 40)
                out.text(": ")
            }
            out.size(record.relayedSent)
            out.text(" sent, ")
            out.size(record.relayedReceived)
            out.text(isTunnel ? " received, forwarded without reading" : " received")
            // Of one that goes on, the last byte does not say how long it is open.
            let end = record.times.finished ?? (record.outcome == nil ? nil : record.times.latest)
            if let opened = record.times.tunnelOpened, let end, end > opened {
                out.text(", open for ")
                out.duration(nanoseconds: end.nanoseconds - opened.nanoseconds)
            }
        }
    }

    /// Which way it took, where that is not the one that its URL says: what rules chose, and the proxies on it.
    mutating func way(_ record: FlowRecord) {
        let chosen = record.ruleActs.filter { act in
            Self.wayActions.contains { act.action.hasPrefix($0 + " ") }
        }
        let through = record.upstream?.through ?? []
        guard !chosen.isEmpty || !through.isEmpty else { return }
        add(.way) { out in
            for act in chosen {
                out.string(act.action, limit: 100)
                out.text(" (")
                out.string("\(act.rule), \(act.file):\(act.line)", limit: 80)
                out.text("); ")
            }
            guard let server = record.upstream else { return out.text("no server was reached") }
            out.text("server ")
            out.string(server.address ?? "of unknown address", limit: 60)
            for proxy in through {
                out.text(", through ")
                out.string(proxy, limit: 100)
            }
        }
    }

    private static let wayActions = ["map-to", "connect-to", "via"]

    /// The answers before the answer, with what the early ones name to be fetched at once (RFC 8297).
    private mutating func interim(_ heads: [ResponseHead]) {
        if heads.isEmpty { return }
        add(.interim) { out in
            out.list(heads, limit: 8) { out, head in
                out.number(head.status)
                out.text(" ")
                out.wire(head.reason, limit: 40)
                let links = LinkValue.list(head.fields)
                if links.isEmpty { return }
                out.text(": ")
                Self.told(links, to: &out)
            }
            if heads.count > 8 { out.text(", …") }
        }
    }
}
