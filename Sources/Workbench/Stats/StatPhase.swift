import Flow

/// A part of the time that a flow took, as figures have it. `connect` includes `tls`, as HAR 1.2 has it.
package enum StatPhase: String, Sendable, CaseIterable {
    case dns, connect, tls, send, wait, receive, total

    /// In microseconds; nil where it was not measured.
    func duration(_ times: PhaseTimes) -> Int64? {
        switch self {
        case .dns: times.dns
        case .connect: times.connect
        case .tls: times.ssl
        case .send: times.send
        case .wait: times.wait
        case .receive: times.receive
        case .total: times.total
        }
    }
}
