import Engine
import Flow

// What is said at the start and at the end.
extension ProxySession {
    static func whoMayUse(_ access: AccessPolicy) -> String {
        switch (access.credentials != nil, access.allowed.isEmpty) {
        case (true, true): "clients need the password"
        case (true, false): "clients need the password and an allowed address"
        case (false, _): "clients need an allowed address"
        }
    }

    var summary: String {
        let kinds: [(UInt64, String)] = [
            (counters.count(.complete), "complete"), (counters.count(.tunnel), "tunnels"),
            (counters.count(.refused), "refused"), (counters.count(.failed), "failed"),
            (counters.count(.aborted), "aborted"),
        ]
        guard counters.flowCount > 0 else { return "stopped without an exchange" }
        let parts = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let connections =
            "\(Self.counted(counters.clientCount, "client connection")) and "
            + Self.counted(counters.upstreamCount, "server connection")
        return "stopped after \(Self.counted(counters.flowCount, "exchange")) (\(parts)) on \(connections)"
    }

    static func counted(_ count: UInt64, _ word: String) -> String {
        "\(count) \(word)\(count == 1 ? "" : "s")"
    }
}
