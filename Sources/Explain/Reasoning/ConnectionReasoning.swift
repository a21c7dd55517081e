import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// Which connection carried the exchange, who shared it, what a new one cost, and whether it went on afterwards.
package enum ConnectionReasoning {
    /// Whether the connection goes on, and what else it carried; nil when it is not known.
    package static func reasoning(about exchange: FlowRecord, in session: SessionContext) -> Reasoning? {
        guard exchange.connection != nil || exchange.responseHead != nil else { return nil }
        var steps = StepCollector()
        let cost = newConnectionCost(exchange)
        if let connection = exchange.connection {
            let others = session.sharing(exchange).filter { $0.index != exchange.index }.map { "#\($0.id.number)" }
            let share: Prose =
                others.isEmpty ? "No other exchange used it." : "It also carried \(Prose.list(others))."
            if let id = connection.upstream {
                steps.add("connection", "Connection \(id) to the server. \(share)", "RFC 9112 §9.3")
            }
            if let isReused = reuse(exchange) {
                steps.add(
                    "reused", held: isReused,
                    isReused
                        ? "It was already open, so no time was needed to set it up."
                        : cost.map { "It was opened for this exchange, which took \(Quantity.duration($0))." }
                            ?? "It was opened for this exchange.", "RFC 9112 §9.3")
            }
        }
        phases(exchange, &steps)
        for step in StreamReasoning.steps(about: exchange, session.records) { steps.add(step) }
        var goesOn: Bool?
        if let response = exchange.responseHead { goesOn = persistence(exchange, response, &steps) }
        return Reasoning(.connection, conclusion(exchange, cost, goesOn), steps: steps.steps)
    }

    /// nil where nobody knows, or where there was no connection.
    private static func reuse(_ exchange: FlowRecord) -> Bool? {
        exchange.upstream == nil ? exchange.connection.map(\.reused) : exchange.reusesConnection
    }

    private static func newConnectionCost(_ exchange: FlowRecord) -> Int64? {
        let spent = exchange.phases.filter { $0.name == .dns || $0.name == .connect || $0.name == .ssl }
        guard !spent.isEmpty else { return nil }
        // HAR counts TLS within `connect`.
        let connect = spent.first { $0.name == .connect }?.duration ?? 0
        let tls = spent.first { $0.name == .ssl }?.duration ?? 0
        let dns = spent.first { $0.name == .dns }?.duration ?? 0
        return max(0, dns) &+ max(max(0, connect), max(0, tls))
    }

    private static func phases(_ exchange: FlowRecord, _ steps: inout StepCollector) {
        guard exchange.connection?.reused != true else { return }
        for phase in exchange.phases where phase.duration >= 0 {
            let time = Quantity.duration(phase.duration)
            switch phase.name {
            case .dns: steps.add("dns", "The DNS lookup took \(time).", "RFC 1035 §2.2")
            case .connect:
                steps.add("connect", "Connecting took \(time): at least one round trip.", "RFC 9293 §3.5")
            case .ssl: steps.add("tls", "The TLS handshake took \(time) of it.", "RFC 8446 §2")
            case .blocked, .send, .wait, .receive: break
            }
        }
    }

    private static func persistence(
        _ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepCollector
    ) -> Bool? {
        guard let framing = try? BodyFraming.response(response, to: exchange.method) else { return nil }
        let reuse = ConnectionReuse(response, framing)
        if reuse.reason == .multiplexed {
            // Connection has no meaning there (RFC 9113 §8.2.2, RFC 9114 §4.2).
            steps.add(
                "afterwards", held: true, phrase(reuse.reason),
                response.version.major == 2 ? "RFC 9113 §9.1" : "RFC 9114 §5.2")
            return true
        }
        if exchange.requestFields.hasConnectionOption("close") {
            steps.add(
                "request", held: false,
                "The request has \("Connection: close"): the client sends no more requests on it.",
                "RFC 9112 §9.6")
            return false
        }
        // RFC 9112 §9.3: the server goes by what it received last, a request that asks for no more.
        if let request = exchange.requestHead, request.version.major == 1, request.version < .http11,
            !request.fields.hasConnectionOption("keep-alive")
        {
            steps.add(
                "request", held: false,
                "The client uses HTTP/1.0 and did not ask to keep the connection, so the server closes it.",
                "RFC 9112 §9.3")
            return false
        }
        steps.add("afterwards", held: reuse.isPersistent, phrase(reuse.reason), "RFC 9112 §9.3")
        if let keepAlive = response.fields.first(.keepAlive) {
            steps.add(
                "Keep-Alive", "\(keepAlive) hints how long the server keeps the connection; it is not a guarantee.",
                "RFC 2068 §19.7.1")
        }
        return reuse.isPersistent
    }

    private static func phrase(_ reason: ConnectionReuse.Reason) -> Prose {
        switch reason {
        case .closeOption: "The response has \("Connection: close"), so the server closes the connection after it."
        case .http11: "HTTP/1.1 keeps connections open unless a message says \("close"), and none did."
        case .keepAliveOption:
            """
            HTTP/1.0 closes connections by default, but the response says \("Connection: keep-alive").
            """
        case .http10: "HTTP/1.0 closes the connection after each response by default."
        case .http10ToProxy: "The keep-alive of an HTTP/1.0 client is unreliable through a proxy."
        case .closeDelimited: "The response has neither a length nor chunks: the end of the connection ends the body."
        case .tunnel: "From now on the connection carries another protocol."
        case .framingWithoutBody:
            """
            The response cannot have a body but declares one. A client that believes it waits for that body.
            """
        case .doubtfulFraming:
            "The response declares the end of its body in an irregular way, so Hark closes the connection."
        case .multiplexed: "The connection carries many exchanges at once, and stays open after each of them."
        }
    }

    private static func conclusion(_ exchange: FlowRecord, _ cost: Int64?, _ goesOn: Bool?) -> Prose {
        let begin: Prose
        switch (reuse(exchange), cost) {
        case (true?, _): begin = "An open connection was reused"
        case (false?, let cost?): begin = "A new connection was opened, which took \(Quantity.duration(cost))"
        case (false?, nil): begin = "A new connection was opened"
        case (nil, _):
            // A recording need not say which connection it was.
            switch goesOn {
            case true?: return "The connection stays open for further requests."
            case false?: return "The connection ends after this exchange."
            case nil: return "The recording does not say which connection was used."
            }
        }
        switch goesOn {
        case true?: return begin + ", and it stays open for further requests."
        case false?: return begin + ", and it ends after this exchange."
        case nil: return begin + "."
        }
    }
}
