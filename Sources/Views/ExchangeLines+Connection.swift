import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeLines {
    /// Schemes alone: what was sent as proof is never shown.
    mutating func authenticationLines(_ record: FlowRecord) {
        if let request = record.requestHead {
            for line in request.fields.lines where line.known == .authorization || line.known == .proxyAuthorization {
                let scheme = Credentials.scheme(request.fields.value(of: line))
                writer.detail("auth") { out in
                    out.text("the client sent ")
                    if let scheme { out.wire(scheme, limit: 20) } else { out.text("unnamed") }
                    out.text(line.known == .authorization ? " credentials" : " credentials for the proxy")
                }
            }
        }
        guard let response = record.responseHead else { return }
        challengeLine(response.fields, .wwwAuthenticate, "the server asks for ")
        challengeLine(response.fields, .proxyAuthenticate, "a proxy asks for ")
    }

    private mutating func challengeLine(_ fields: FieldSection, _ field: KnownField, _ words: StaticString) {
        guard fields.contains(field) else { return }
        let challenges = Challenge.list(field, in: fields)
        writer.detail("auth") { out in
            out.text(words)
            for (place, challenge) in challenges.prefix(8).enumerated() {
                if place > 0 { out.text(" or ") }
                out.wire(challenge.scheme, limit: 20)
                if let realm = challenge.realm {
                    out.text(" (realm \"")
                    out.wire(realm, limit: 40)
                    out.text("\")")
                }
            }
        }
    }

    /// What happened to the connection: interim responses, a retry, another protocol, a tunnel.
    mutating func connectionLines(_ record: FlowRecord) {
        if !record.interim.isEmpty {
            writer.detail("interim") { out in
                for (place, head) in record.interim.prefix(8).map(\.head).enumerated() {
                    if place > 0 { out.text(", ") }
                    out.number(head.status)
                    out.text(" ")
                    out.wire(head.reason, limit: 40)
                }
                if record.interim.count > 8 { out.text(", …") }
            }
        }
        if record.wasRetried {
            writer.detail("retried", ink: .warning) {
                $0.text("the kept connection had died before any answer; the request was sent again on a new one")
            }
        }
        // What was opened was not relayed.
        guard let name = record.tunnelProtocol,
            record.relayedSent + record.relayedReceived > 0 || record.outcome?.kind == .tunnel
        else { return }
        let isTunnel = record.requestHead?.method == .connect
        writer.detail(isTunnel ? "tunnel" : "upgrade") { out in
            if !isTunnel {
                out.wire(name, limit: 40)
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
}
