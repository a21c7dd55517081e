import Library
import MCP
import Page
import Store

/// What page and screen of a proxy show.
enum ShownFlows: Sendable {
    /// The session file that it fills.
    case session(RecordedPath)
    /// What it has in memory, as nothing is kept.
    case memory(MemoryLibrary, start: Int64)

    /// Who answers agents that read it; nil when there is no file to read.
    func agents(_ permissions: Set<AgentPermission>) -> AgentEndpoint? {
        guard case .session(let path) = self else { return nil }
        return AgentEndpoint(session: { path.value }, permissions: permissions)
    }

    /// Where they find flows; fails with a sentence and an exit code.
    func source(proxies: @escaping @Sendable () -> [String], sending: (any PageSender)?) throws -> any PageSource {
        switch self {
        case .session(let path):
            let current = try SessionChoice.say { () throws(SessionError) in try CurrentSession(path) }
            return LibraryPage(.live, proxies: proxies, sender: sending) { () throws(PageError) in try current.now() }
        case .memory(let flows, let start):
            let shown = LibraryPage.Shown(flows, name: "not stored", start: start)
            return LibraryPage(.live, readOnly: MemoryLibrary.readOnly, proxies: proxies, sender: sending) {
                () throws(PageError) in shown
            }
        }
    }
}
