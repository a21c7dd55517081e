import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeSummary {
    /// What happened to the connection: interim responses, a retry, another protocol, a tunnel.
    mutating func connection(_ record: FlowRecord) {
        interim(record.interim.map(\.head))
        if record.wasRetried {
            add(.retried, .warning) {
                $0.text("the kept connection had died before any answer; the request was sent again on a new one")
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
            out.text(isTunnel ? " received, relayed unread" : " received")
            if let opened = record.times.tunnelOpened, let end = record.times.finished ?? record.times.latest,
                end > opened
            {
                out.text(", open for ")
                out.duration(nanoseconds: end.nanoseconds - opened.nanoseconds)
            }
        }
    }

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
