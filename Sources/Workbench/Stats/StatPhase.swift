/// A part of the time that a flow took, as figures have it. `connect` includes `tls`, as HAR 1.2 has it.
package enum StatPhase: String, Sendable, CaseIterable {
    case dns, connect, tls, send, wait, receive, total

    /// Where it stands among all.
    var place: Int {
        switch self {
        case .dns: 0
        case .connect: 1
        case .tls: 2
        case .send: 3
        case .wait: 4
        case .receive: 5
        case .total: 6
        }
    }
}
