import ArgumentParser
import Bytes
import Explain
import Filter
import Judge
import Messages
import Page
import Platform
import Reactor
import Store

/// A page that is served: where, and by which URL it is opened. Made once, ended once.
struct PageStart {
    let server: PageServer
    /// Its URL on this computer.
    let base: String
    /// Its URL on other devices; nil: they do not reach it.
    private let others: String?
    private let key: String
    private let opened: OpenedPage?
    /// Lessons are shown, a step at a time.
    private let presents: Bool
    /// Ends with this page; nil where another one has it.
    private let beside: OpenedPages?

    /// More ports than these are not tried.
    private static let mostPorts: UInt16 = 50

    /// Serves; fails with a sentence and an exit code.
    ///
    /// - Parameter pages: opens more of them; nil: this is the first.
    static func start(
        _ source: any PageSource, live: LiveFlows? = nil, rules: (any PageRules)? = nil, agents: AgentEndpoint? = nil,
        at opening: PageOpening, opens: Bool, presents: Bool = false, schema: ProtoSchema?, pages: OpenedPages? = nil,
        recording: (any PageRecording)? = nil, views: (any PageBodyViews)? = nil,
        metrics: (@Sendable () -> Bytes)? = nil
    ) async throws -> PageStart {
        guard let first = opening.place.address else { throw ExitCode(EX_USAGE) }
        let own = pages == nil ? OpenedPages(schema) : nil
        let tools = PageTools(
            version: Hark.version, instance: PageAccess.random(), reader: .standard,
            explaining: ExplainOptions(notes: Checks.notes, decode: PlainContent.decoded),
            multibyte: MultibyteCharset.bySystem, schema: schema, spool: { SpoolFile.make() },
            windows: DecodedWindows(), rules: rules, agents: agents, sessions: pages ?? own, recording: recording,
            lessons: KeptLessons(), bodyViews: views,
            networkAddress: {
                let address = OwnAddresses.mostKnown()
                return address.isLoopback ? nil : address.hostText
            },
            trials: PageTools.Trials(
                counts: { RuleCounts() },
                file: { path in (try? RuleFiles.content(path, limit: 16 << 20)).flatMap { $0 } }))
        let contents = PageServer.Contents(
            source, live: live, tools: tools, secret: PageSecret.kept(), folder: PageFolder.named,
            metrics: metrics, guests: opening.guests, tls: opening.tls)
        var address = first
        while true {
            do {
                let server = try await PageServer.start(contents, on: address)
                let key = await server.makeKey()
                let base = Self.base(server.address, isSecure: opening.tls != nil)
                let url = Self.url(base, key, presents)
                let page = PageStart(
                    server: server, base: base, others: opening.tls == nil ? nil : Self.others(server.address),
                    key: key, opened: opens ? OpenedPage(url) : nil, presents: presents, beside: own)
                own?.begin(with: page, of: source)
                return page
            } catch let error as SocketError {
                guard error.isAddressInUse, opening.place.mayMove, address.port < first.port + Self.mostPorts else {
                    let reason =
                        error.isAddressInUse
                        ? "the port is in use by another program; choose one with --page=HOST:PORT (0 picks a "
                            + "free port)"
                        : "\(error)"
                    Diagnostics.say("the page cannot be served at \(address): \(reason)")
                    throw ExitCode(EX_UNAVAILABLE)
                }
                address.port += 1
            } catch let error as PageError {
                Diagnostics.say(error.text)
                throw ExitCode(EX_DATAERR)
            }
        }
    }

    /// Where it is served, and those that were opened from it.
    var addresses: [SocketAddress] { [server.address] + (beside?.addresses ?? []) }

    /// With the key in its fragment, which no browser sends.
    var url: String { Self.url(base, key, presents) }

    private static func base(_ address: SocketAddress, isSecure: Bool) -> String {
        // What listens on all addresses is on loopback too, and 0.0.0.0 is none to go to.
        var address = address
        if address.isUnspecified { address = .loopback4(port: address.port) }
        return "\(isSecure ? "https" : "http")://\(address)/"
    }

    private static func others(_ address: SocketAddress) -> String? {
        var address = address
        if address.isUnspecified {
            let known = OwnAddresses.mostKnown()
            if known.isLoopback { return nil }
            address = SocketAddress(known.host, port: address.port)
        }
        return "https://\(address)/"
    }

    private static func url(_ base: String, _ key: String, _ presents: Bool) -> String {
        "\(base)\(presents ? "?present" : "")#\(key)"
    }

    /// With a new key, as one works once.
    func makeURL() async -> String { Self.url(base, await server.makeKey(), presents) }

    func say() {
        Diagnostics.say("page at \(url)")
        if let others { Diagnostics.say("page for other devices, with its password: \(others)") }
    }

    func stop() async {
        await beside?.stop()
        await server.stop()
        opened?.remove()
    }
}
