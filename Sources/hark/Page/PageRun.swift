import MCP
import Messages
import Page
import Reactor
import Synchronization

/// The page of a proxy: wanted, then served, then ended. Safe to use from anywhere.
final class PageRun: Sendable {
    /// What hears of flows as they pass.
    let live = LiveFlows()
    /// What its `/metrics` tells.
    private let metrics: MetricsSink
    private let shown: ShownFlows
    private let opening: PageOpening
    private let opens: Bool
    private let schema: ProtoSchema?
    /// What agents may change.
    private let permissions: Set<AgentPermission>
    private let running = Mutex<PageStart?>(nil)
    /// By which it was opened.
    private let opened = Opened()

    init(
        _ shown: ShownFlows, at opening: PageOpening, opens: Bool, schema: ProtoSchema?,
        permissions: Set<AgentPermission>,
        metrics: MetricsSink
    ) {
        self.shown = shown
        self.opening = opening
        self.opens = opens
        self.schema = schema
        self.permissions = permissions
        self.metrics = metrics
    }

    /// Serves it; fails with a sentence and an exit code.
    ///
    /// - Parameter proxies: the listeners of the proxy, once they are known.
    func start(
        proxies: @escaping @Sendable () -> [String], sending: (any PageSender)?, rules: (any PageRules)?,
        recording: (any PageRecording)?, views: (any PageBodyViews)?
    ) async throws {
        let source = try shown.source(proxies: proxies, sending: sending)
        let page = try await PageStart.start(
            source, live: live, rules: rules, agents: shown.agents(permissions), at: opening, opens: opens,
            schema: schema, recording: recording, views: views, metrics: { [metrics] in metrics.text })
        running.withLock { $0 = page }
    }

    /// Where it is served, and the pages that were opened from it; none while it is not.
    var addresses: [SocketAddress] { running.withLock { $0?.addresses } ?? [] }

    var url: String? { running.withLock { $0?.url } }

    /// Opens it in a browser by a new key; answers a sentence.
    func openAgain() -> String {
        guard let page = running.withLock({ $0 }) else { return "The page is not running; start it with --page." }
        Task.detached { [opened] in
            guard let file = OpenedPage(await page.makeURL()) else { return }
            opened.files.withLock { $0.append(file) }
        }
        return "Opening the page at \(page.base) …"
    }

    func say() { running.withLock { $0 }?.say() }

    func stop() async {
        await running.withLock { $0 }?.stop()
        for file in opened.files.withLock({ $0 }) { file.remove() }
    }

    private final class Opened: Sendable {
        let files = Mutex<[OpenedPage]>([])
    }
}
