import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// Where the time went, phase by phase, and what each says about client, network and server.
package enum TimingReasoning {
    /// Where the time went; nil when nobody measured it.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        let phases = exchange.phases.filter { $0.duration >= 0 }
        var steps = StepCollector()
        guard !phases.isEmpty else {
            guard exchange.isRecorded(.startTime), exchange.isRecorded(.responseTime),
                let began = exchange.startedAt, let received = exchange.responseReceivedAt
            else { return nil }
            let (elapsed, overflow) = received.subtractingReportingOverflow(began)
            guard !overflow, elapsed >= 0 else { return nil }
            let text: Prose =
                "The response began \(Quantity.duration(elapsed)) after the request; the phases were not recorded."
            steps.add("total", text, "HAR 1.2 timings")
            return Reasoning(.timing, text, steps: steps.steps)
        }
        // In HAR, ssl is a part of connect.
        let hasConnect = phases.contains { $0.name == .connect }
        var total: Int64 = 0
        for phase in phases where phase.name != .ssl || !hasConnect {
            total = total.addingReportingOverflow(phase.duration).overflow ? .max : total + phase.duration
        }
        // Phases of waiting say something of a server that was asked.
        if let origin = exchange.responseOrigin, origin == .rule || !origin.wasSent {
            let text: Prose = "\(Quantity.duration(total)) in all, without waiting for a server."
            steps.add("total", text, "HAR 1.2 timings")
            return Reasoning(.timing, text, steps: steps.steps)
        }
        let reading = Reading(exchange)
        for phase in phases {
            let share = Quantity.percent(UInt64(phase.duration), of: UInt64(max(total, 1)))
            steps.add(
                phase.name.rawValue,
                "\(Quantity.duration(phase.duration)), \(share) %: \(meaning(phase.name, reading))",
                "HAR 1.2 timings")
        }
        let longest = phases.filter { $0.name != .ssl || !hasConnect }.max { $0.duration < $1.duration }
        let scope: Prose = exchange.outcome == nil && exchange.run != nil ? "so far" : "in all"
        let conclusion: Prose =
            longest.map {
                """
                \(Quantity.duration(total)) \(scope), \(Quantity.duration($0.duration)) of it \
                \(activity($0.name, reading))\
                \($0.duration < noticed ? "." : remedy($0.name, reading))
                """
            } ?? "\(Quantity.duration(total)) \(scope)."
        return Reasoning(.timing, conclusion, steps: steps.steps)
    }

    /// In microseconds: what is shorter nobody feels, and nobody need look for its cause.
    private static let noticed: Int64 = 100_000

    /// What is read once the response has begun.
    private enum Reading {
        case body
        /// Both sides speak another protocol, until one ends it.
        case connection
        /// The server sends when something happens.
        case events

        init(_ exchange: FlowRecord) {
            if exchange.tunnelProtocol != nil {
                self = .connection
            } else if let type = exchange.responseHead.flatMap({ MediaType($0.fields) }),
                type.is("text", "event-stream")
            {
                self = .events
            } else {
                self = .body
            }
        }
    }

    private static func meaning(_ phase: PhaseTimes.Phase, _ reading: Reading) -> Prose {
        switch phase {
        case .blocked: "waiting in the client or proxy for a free connection."
        case .dns: "the DNS lookup."
        case .connect: "connecting, including TLS."
        case .ssl: "the TLS handshake."
        case .send: "sending the request."
        case .wait:
            """
            from the last byte of the request to the first byte of the response: the network round trip and the \
            server's work.
            """
        case .receive where reading == .connection: "the connection was open, whether or not anything was sent."
        case .receive: "from the first byte of the response to its last."
        }
    }

    private static func activity(_ phase: PhaseTimes.Phase, _ reading: Reading) -> Prose {
        switch phase {
        case .blocked: "waiting for a connection"
        case .dns: "in the DNS lookup"
        case .connect: "connecting"
        case .ssl: "in the TLS handshake"
        case .send: "sending the request"
        case .wait: "waiting for the response"
        case .receive where reading == .connection: "with the connection open"
        case .receive: "receiving the response"
        }
    }

    private static func remedy(_ phase: PhaseTimes.Phase, _ reading: Reading) -> Prose {
        switch phase {
        case .blocked: ": too few connections for the concurrent requests."
        case .dns: ": the DNS server is slow, or every request asks it."
        case .connect, .ssl: ": the server is far away, or connections are not reused."
        case .send: ": the upload is large, or the link is slow."
        case .wait: ": most of that is the server's work."
        case .receive where reading == .connection: "."
        case .receive where reading == .events: ": the server sends each event when it happens."
        case .receive: ": the download is large, the link is slow, or the server sends gradually."
        }
    }
}
