import ArgumentParser
import Filter
import Platform

/// Which of the proxies that run is read.
enum RunningProxyChoice {
    /// The path of its session. Fails with a sentence and an exit code when there is none.
    ///
    /// - Parameter name: of its session, with or without its path; an address where it listens, or a port.
    static func session(of name: String) throws -> String {
        let running = HeldProxy.running(beside: name.contains("/") ? name : nil)
        let found = running.first { proxy in
            proxy.session == name || proxy.name == name
                || proxy.addresses.contains { $0 == name || $0.hasSuffix(":\(name)") }
        }
        if let found { return found.session }
        let names = running.map { "\($0.name) (\($0.addresses.joined(separator: ", ")))" }.joined(separator: ", ")
        Diagnostics.say(
            names.isEmpty
                ? "no running proxy keeps a session; start one with: hark proxy"
                : "no running proxy is called '\(name.terminalEscaped)'; running: \(names)")
        throw ExitCode(EX_UNAVAILABLE)
    }

    /// The session of the newest proxy; nil when none runs.
    static var newest: String? { HeldProxy.running().first?.session }
}
