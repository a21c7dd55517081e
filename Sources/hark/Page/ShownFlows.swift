import MCP
import Page
import Store

/// What page and screen of a proxy show.
enum ShownFlows: Sendable {
    /// The session file that it fills.
    case session(RecordedPath)
    /// What it has in memory, as nothing is kept.
    case memory(MemoryFlows)

    /// Who answers agents that read it; nil when there is no file to read.
    func agents(_ permissions: Set<AgentPermission>) -> AgentEndpoint? {
        guard case .session(let path) = self else { return nil }
        return AgentEndpoint(session: { path.value }, permissions: permissions)
    }

    /// Where they find flows; fails with a sentence and an exit code.
    func source(proxies: @escaping @Sendable () -> [String], sending: (any PageSender)?) throws -> any PageSource {
        switch self {
        case .session(let path):
            return try SessionChoice.say { () throws(SessionError) in
                try CurrentSession(path) { path throws(SessionError) in
                    try SessionFlows(path, kind: .live, now: Clock.microseconds(), proxies: proxies, sending: sending)
                }
            }
        case .memory(let flows):
            flows.run(proxies: proxies, sending: sending)
            return flows
        }
    }
}
