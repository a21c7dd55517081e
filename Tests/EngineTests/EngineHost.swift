import Bytes
import Engine
import Flow
import HTTPModel
import Reactor
import Synchronization
import TestKit
import Testing

/// The engine in this process, listening on a port of the system's choice, with everything that it published.
final class EngineHost: Sendable {
    private let server: ProxyServer
    private let published: Published

    /// What came out of the engine's event port.
    private final class Published: Sendable {
        let events = Mutex<[FlowEvent]>([])
    }

    private init(_ server: ProxyServer, _ published: Published) {
        self.server = server
        self.published = published
    }

    /// - Parameters:
    ///   - port: where it listens; 0: where the system likes.
    ///   - isFull: whether so much waits to be kept that no more should be read.
    static func start(
        _ configuration: ProxyConfiguration, tls: TLSService? = nil, port: UInt16 = 0,
        ownConnections: OwnConnections = OwnConnections(), isFull: @escaping @Sendable () -> Bool = { false },
        isFilling: (@Sendable () -> Bool)? = nil
    ) async throws -> EngineHost {
        var configuration = configuration
        configuration.listeners[0].address = HostPort(host: "127.0.0.1", port: port)
        let published = Published()
        let outlet = FlowOutlet(
            submit: { events in published.events.withLock { $0 += events } }, isFull: isFull,
            isFilling: isFilling, bodyLimit: 1 << 20)
        let server = try await ProxyServer.start(
            configuration, events: outlet, sites: [:], tls: tls, ownConnections: ownConnections, diagnostics: { _ in })
        return EngineHost(server, published)
    }

    var port: UInt16 { server.addresses.first?.port ?? 0 }

    func connect(receiveBuffer: Int32? = nil) throws -> RawConnection {
        try RawConnection(port: port, receiveBuffer: receiveBuffer)
    }

    func stop() async {
        await server.stop()
    }

    /// The flows so far, in the order they began.
    var flows: [FlowRecord] {
        var records: [FlowID: FlowRecord] = [:]
        for event in published.events.withLock({ $0 }) {
            records[event.flow, default: FlowRecord(id: event.flow, openedAt: event.time)].apply(event)
        }
        return records.values.sorted { $0.id < $1.id }
    }

    /// The first flow, once it is published: its answer may arrive before.
    func begun() throws -> FlowRecord {
        try eventually("a flow has begun") { !flows.isEmpty }
        return flows[0]
    }

    /// The flows, once so many have finished.
    func finished(_ count: Int) throws -> [FlowRecord] {
        try eventually("\(count) flows have finished") { flows.count { $0.isFinished } >= count }
        return flows
    }

    /// Content bytes of a message, as far as they were published.
    func content(of flow: FlowID, _ kind: MessageKind) -> Bytes {
        Bytes(
            published.events.withLock { $0 }.flatMap { event -> [UInt8] in
                guard event.flow == flow, case .contentReceived(kind, _, let bytes) = event.fact else { return [] }
                return bytes?.array ?? []
            })
    }

    /// Everything that was published of a flow, in order.
    func facts(of flow: FlowID) -> [FlowEvent.Fact] {
        published.events.withLock { $0 }.filter { $0.flow == flow }.map(\.fact)
    }

    /// What is wrong with the order of events: each flow begins once and ends once, and nothing follows.
    var disorder: [String] {
        var complaints: [String] = []
        var open: Set<FlowID> = []
        var closed: Set<FlowID> = []
        for event in published.events.withLock({ $0 }) {
            if closed.contains(event.flow) { complaints.append("\(event.fact) after the end of \(event.flow.number)") }
            if case .opened = event.fact {
                if !open.insert(event.flow).inserted { complaints.append("\(event.flow.number) began twice") }
            } else if !open.contains(event.flow) {
                complaints.append("\(event.fact) before \(event.flow.number) began")
            }
            if case .finished = event.fact { closed.insert(event.flow) }
        }
        if open != closed { complaints.append("\(open.subtracting(closed).count) flows never ended") }
        return complaints
    }
}

/// Runs a test with an engine, stops it, and looks over what it published.
func withEngine(
    _ configuration: ProxyConfiguration = ProxyConfiguration(), tls: TLSService? = nil,
    isFull: @escaping @Sendable () -> Bool = { false }, isFilling: (@Sendable () -> Bool)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ test: (EngineHost) async throws -> Void
) async throws {
    let host = try await EngineHost.start(configuration, tls: tls, isFull: isFull, isFilling: isFilling)
    do {
        try await onThreads { try await test(host) }
    } catch {
        await host.stop()
        throw error
    }
    await host.stop()
    #expect(host.disorder.isEmpty, sourceLocation: sourceLocation)
}

extension ProxyConfiguration {
    /// The defaults with a change.
    static func with(_ change: (inout ProxyConfiguration) -> Void) -> ProxyConfiguration {
        var configuration = ProxyConfiguration()
        change(&configuration)
        return configuration
    }
}

/// Lets a test wait with blocking calls.
func onThreads(_ test: () async throws -> Void) async throws {
    try await withTaskExecutorPreference(ThreadExecutor()) { try await test() }
}

extension RawConnection {
    /// A GET through the proxy.
    func get(_ url: String, _ fields: String...) throws {
        try send("GET \(url) HTTP/1.1\r\nHost: x\r\n\(fields.map { "\($0)\r\n" }.joined())\r\n")
    }

    /// A response with a Content-Length: its first line and its body.
    func receiveResponse() throws -> (status: String, body: String) {
        let head = try receiveHead()
        let body = try receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
        return (String(head.prefix { $0 != "\r\n" }), String(decoding: body, as: UTF8.self))
    }
}

/// A response with this body, framed by its length.
func reply(_ body: String, _ fields: String..., status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\n\(fields.map { "\($0)\r\n" }.joined())Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}
