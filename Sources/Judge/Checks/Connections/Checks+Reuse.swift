import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// How the connection of an exchange was made and used.
extension Checks {
    static let reuse: [Check] = Array {
        Check(
            "connection-421", .warning, .connection, .exchange, when: .status(421), "RFC 9110 §15.5.20",
            "The wrong connection was reused",
            "The client reused a connection for \(.host), which the server does not serve there.",
            advice: "Open a connection of its own for \(.host).",
            bad: [
                Example("> GET / < «421»", isReused: true),
                Example("> GET / | Host: b.example < «421»", isReused: true),
            ],
            good: [Example("> GET / < 421", isReused: false), Example("> GET / < 421")]
        ) { x, found in
            guard x.isReused == true, let host = x.url.flatMap({ $0.bytes($0.host) }) else { return }
            found(in: .response, [.host: .bytes(host)])
        }
        Check(
            "timing-connect-slow", .info, .timing, .exchange, when: .given(.phases), "practice",
            "Most of the time went into connecting",
            "DNS, connecting and TLS took \(.time), \(.percent) % of the whole exchange.",
            advice: "Reuse connections, or open them early (preconnect).",
            bad: [
                Example("> GET / < 204", evidence: phases([(.dns, 100_000), (.connect, 300_000), (.wait, 50_000)])),
                Example("> GET / < 204", evidence: phases([(.connect, 900_000), (.wait, 400_000)])),
            ],
            good: [
                Example("> GET / < 204", evidence: phases([(.connect, 200_000), (.wait, 50_000)])),
                Example("> GET / < 204", evidence: phases([(.connect, 400_000), (.wait, 500_000)])),
            ]
        ) { x, found in
            guard let times = x.evidence.times else { return }
            func sum(_ phases: Int64?...) -> Int64 {
                phases.reduce(0) { $0.addingReportingOverflow(max(0, $1 ?? 0)).partialValue }
            }
            let connecting = sum(times.dns, times.connect)
            let total = sum(connecting, times.send, times.wait, times.receive)
            guard connecting > 300_000, connecting > total / 2, total > 0 else { return }
            found([
                .time: .text(Quantity.duration(connecting)),
                .percent: .number(Int64(Double(connecting) / Double(total) * 100)),
            ])
        }
    }

    private static func phases(_ phases: [(PhaseTimes.Phase, Int64)]) -> Facts.Evidence {
        var evidence = Facts.Evidence()
        var times = PhaseTimes()
        for (phase, duration) in phases { times[phase] = duration }
        evidence.times = times
        return evidence
    }
}
