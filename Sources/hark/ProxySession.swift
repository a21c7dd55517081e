import ArgumentParser
import Authority
import Bytes
import Dispatch
import Engine
import Filter
import Fleet
import Flow
import HTTPModel
import HTTPWire
import Library
import Messages
import Page
import Platform
import Reactor
import Registry
import Rules
import Site
import Store
import Views

/// One run of the proxy from the command line: who keeps, who watches, how it starts and ends.
///
/// The wiring of floor 6; made once, on the main task.
struct ProxySession {
    let configuration: ProxyConfiguration
    let counters = Counters()
    let recorder: Recorder?
    /// TLS with both sides, and the authority when tunnels are opened.
    let tls: TLSWiring
    private let bodyLimit: Int
    /// Whether there is a log file, which others may rotate.
    private let keepsLog: Bool
    /// Say nothing when all is well.
    private let isSilent: Bool
    /// What there is to say of the session file.
    private let keepingSentences: [String]
    /// Which exchanges are shown and kept, when not all are.
    private let filterWords: [String]
    /// nil when none is served.
    private let page: PageRun?
    /// nil when the terminal shows lines.
    let screen: ScreenRun?
    /// What page and screen show; nil when neither is there, or there is nothing to show.
    private let shown: ShownFlows?
    /// nil when nothing is judged.
    let judge: LiveJudge?
    /// nil when there are no rules but flags.
    private let rules: RuleWatch?
    /// Where it is asked without rules.
    private let door = ProxyDoor()
    /// nil when there are no scripts.
    private let scripts: LiveScripts?
    /// nil when nothing is kept.
    private let sessionPath: String?
    /// Of the session file; nil when nothing is kept, or recording has to go on in it.
    private let recorded: Recorded?
    /// nil when nothing is shipped.
    private let shipper: ShipperProcess?
    /// nil when nobody is told.
    private let telemetry: TelemetryRun?
    /// How the recorder names flows.
    private let numbering: Numbering

    /// Opens what is to be kept. Fails with a sentence and an exit code before anything listens.
    ///
    /// - Parameters:
    ///   - sharing: what other programs are told; nil: nothing.
    ///   - isGuest: whether standard output, and the terminal, are someone else's.
    ///   - lastRules: rules behind those of the options.
    ///   - judge: judges all flows; nil for what the options say.
    ///   - last: makes one more sink, after the terminal.
    init(
        _ options: ProxyOptions, _ base: ProxyConfiguration, _ sharing: SharingOptions? = nil, isGuest: Bool = false,
        lastRules: LastRules? = nil,
        judge: LiveJudge? = nil, last: @Sendable () -> (any FlowSink)? = { nil }
    ) throws {
        if options.screen.screen { try ScreenRun.check() }
        try sharing?.shipping.check(options.store)
        ResourceLimits.raiseDescriptorLimit()
        var configuration = base
        configuration.overrides = try options.resolving.overrides()
        configuration.way = configuration.listeners.first?.policy.way ?? .straight
        options.timeouts.apply(to: &configuration.timeouts)
        configuration.shards = options.shards == 0 ? ResourceLimits.processorCount : options.shards
        configuration.usesDispatchSources = options.dispatchSources
        configuration.tolerances = options.strict ? Tolerances.none : .standard
        configuration.isStrict = options.strict
        options.versions.apply(to: &configuration)
        scripts = try options.scripts.live(options.rules.bodyLimit(), listeners: configuration.listeners)
        rules = try options.rules.live(
            lastRules, isShown: options.page.page != nil || options.screen.screen,
            takesMessages: options.page.page != nil, hasScripts: scripts != nil)
        configuration.rules = rules?.live
        configuration.scripts = scripts

        let modes = configuration.listeners.map(\.policy.mode)
        tls = try TLSWiring(
            options.tls,
            needsAuthority: modes.contains(where: \.takesTunnels)
                || configuration.listeners.contains { $0.manner == .https },
            asksSecurely: modes.contains { if case .reverse(let server, _) = $0 { server.isSecure } else { true } },
            speaksHTTP2: configuration.speaksHTTP2)
        bodyLimit = try options.bodyLimit()
        isSilent = isGuest && options.quiet
        filterWords = try options.filters.words()
        keepsLog = options.log.map { $0 != "-" } ?? false
        self.judge = try judge ?? options.judging.live(showsSecrets: options.showSecrets)
        let kept = try Self.recorder(options, sharing, isGuest, self.judge, scripts, last)
        (recorder, keepingSentences, page) = (kept.recorder, kept.sentences, kept.page)
        (screen, shown) = (kept.screen, kept.shown)
        (sessionPath, numbering) = (kept.path, kept.numbering)
        // One session is shipped.
        recorded = sharing?.shipping.ship == nil ? kept.recorded : nil
        shipper = try sharing?.shipping.shipper(
            kept.path, options.store, hasScreen: kept.screen != nil,
            report: { [metrics = kept.metrics] in metrics.note($0) })
        telemetry = kept.telemetry
        configuration.propagation = Self.propagation(kept.telemetry, kept.numbering)
        self.configuration = configuration
    }

    private static func propagation(
        _ telemetry: TelemetryRun?, _ numbering: Numbering
    ) -> (@Sendable (FlowID, RequestHead) -> [HeaderRule])? {
        guard let propagation = telemetry?.propagation else { return nil }
        return { flow, head in propagation.rules(numbering.number(flow), head) }
    }

    /// The session that is recorded, and what the next one needs.
    private struct Recorded {
        let path: RecordedPath
        let line = SessionLine()
        let options: StoreOptions
        let run: RunID
    }

    /// What keeps and watches.
    private struct Kept {
        var recorder: Recorder?
        var sentences: [String] = []
        var page: PageRun?
        var screen: ScreenRun?
        /// What page and screen show.
        var shown: ShownFlows?
        var telemetry: TelemetryRun?
        let metrics: MetricsSink
        /// Of the session file.
        var path: String?
        var recorded: Recorded?
        var numbering: Numbering
    }

    /// The recorder with all it feeds; nil when nobody keeps or watches.
    private static func recorder(
        _ options: ProxyOptions, _ sharing: SharingOptions?, _ isGuest: Bool, _ judge: LiveJudge?,
        _ scripts: LiveScripts?,
        _ makeLast: @Sendable () -> (any FlowSink)?
    ) throws -> Kept {
        let run = RunID.random
        let metrics = MetricsSink()
        let schema = try options.protos.schema()
        var (sinks, last) = try sinks(options, schema)
        var all = Kept(metrics: metrics, numbering: Numbering(run: run, after: last))
        if let kept = try KeptSession.open(options.store, bodyLimit: try options.bodyLimit(), run: run) {
            all.sentences = kept.sentences
            all.path = kept.path
            last = max(last ?? 0, kept.lastNumber)
            let recorded = Recorded(path: RecordedPath(kept.path), options: options.store, run: run)
            sinks.append(SessionSuccession(kept.writer, line: recorded.line))
            all.recorded = recorded
            all.shown = .session(recorded.path)
            all.numbering = Numbering(run: run, after: last)
        } else if options.page.page != nil || options.screen.screen {
            let memory = MemoryLibrary(reader: .standard)
            sinks.append(memory.sink)
            all.shown = .memory(memory, start: Clock.microseconds())
        }
        if let shown = all.shown {
            let permissions = try options.page.permissions()
            all.page = try options.page.place().map {
                PageRun(
                    shown, at: try PageOpening($0, options.page.login, options.tls.authority), opens: options.page.open,
                    schema: schema, permissions: permissions,
                    metrics: metrics)
            }
            if let page = all.page { sinks.append(page.live.sink) }
            if options.screen.screen {
                all.screen = ScreenRun(showsSecrets: options.showSecrets, schema: schema)
            }
            if let screen = all.screen { sinks.append(screen.live.sink) }
        }
        if let judge { sinks.append(judge) }
        if let filter = try options.filters.kept(), !sinks.isEmpty {
            // Whatever keeps or shows flows stands behind it; lines on the terminal have a filter of their own.
            sinks = [KeepingSink(sinks, FilterOptions.choice(filter))]
        }
        if let sharing {
            all.telemetry = try TelemetryRun(
                sharing.telemetry, options.access, labels: try sharing.shipping.labels(), run: run, metrics)
        }
        if all.page != nil || all.telemetry != nil { sinks.append(metrics) }
        if let flows = all.telemetry?.flows { sinks.append(flows) }
        if all.screen == nil, !options.quiet { sinks.append(try view(options, isGuest, judge, schema)) }
        if let sink = makeLast() { sinks.append(sink) }
        if sinks.isEmpty { return all }
        if let scripts { sinks.append(ScriptSink(scripts)) }
        all.recorder = Recorder(
            sinks: sinks, bodyLimit: try options.bodyLimit(), numbering: all.numbering,
            diagnostics: Diagnostics.say)
        return all
    }

    /// Starts the proxy and says where it listens.
    func start() async throws -> ProxyServer {
        // Before anyone can know that it runs: a signal must find the record in good hands.
        let recorder = recorder
        let (terminals, rules) = (Terminals.open(), rules)
        // A service has no terminal: whoever sends it SIGHUP asks it to reload, even if there is nothing to reload.
        let reloads = keepsLog || rules?.hasRules == true || terminals.isService
        Signals.hold {
            // The window closed: nobody is left to see or to stop it (a log that is rotated has no window).
            if !reloads || terminals.haveGone { return .stops }
            return .reopens {
                ServiceNotice.reloading()
                recorder?.reopen()
                rules?.reload()
                ServiceNotice.ready()
            }
        }
        let began = Clock.seconds()
        let counters = counters
        let listening = Listening()
        let status: @Sendable () -> HarkStatus = {
            HarkStatus(
                version: Hark.version, uptimeSeconds: Clock.seconds() - began, listeners: listening.all,
                counters: [
                    .init("flows", "exchanges begun", counters.flowCount),
                    .init("complete", "complete", counters.count(.complete)),
                    .init("tunnels", "tunnels", counters.count(.tunnel)),
                    .init("refused", "refused", counters.count(.refused)),
                    .init("failed", "failed", counters.count(.failed)),
                    .init("aborted", "cut off", counters.count(.aborted)),
                    .init("clients", "client connections", counters.clientCount),
                    .init("servers", "server connections", counters.upstreamCount),
                ])
        }
        let (certificates, recording) = (tls.certificates, newSessions)
        var sites: [String: any LocalSite] = [
            HarkSite.host: HarkSite(certificates: certificates.value, status: status)
        ]
        for host in SecureHost.all { sites[host.name] = DemonstrationSite() }
        var configuration = configuration
        if let page {
            try await page.start(
                proxies: { listening.all.map(\.address) }, sending: resending(at: listening), rules: rules,
                recording: recording, views: scripts.map { ScriptBodyViews($0) })
        }
        let served = try await telemetry?.serve() ?? []
        let reservedPage = page
        configuration.reserved = { (reservedPage?.addresses ?? []) + served }
        do throws(ScriptStartFailure) {
            try await scripts?.start(after: numbering.number(FlowID(0)).number)
        } catch {
            recorder?.finish()
            Diagnostics.say(error.text)
            throw ExitCode(error.isUsage ? EX_USAGE : EX_CONFIG)
        }
        if recorder == nil, let scripts, scripts.wants(.end) || scripts.wants(.error) {
            Diagnostics.say("nothing is recorded or shown, so scripts do not hear of 'end' and 'error'")
        }
        let server: ProxyServer
        do {
            server = try await ProxyServer.start(
                configuration, counters: counters, events: eventPort, sites: sites, tls: tls.service,
                diagnostics: Diagnostics.say)
        } catch {
            _ = await scripts?.stop()
            recorder?.finish()
            Diagnostics.say("\(error)")
            throw ExitCode(EX_UNAVAILABLE)
        }
        listening.set(server.addresses, configuration.listeners)
        answerScripts(listening)
        let (ownPage, answers, path) = (page, scripts.map(ScriptAnswers.init), recorded?.path)
        let answer: @Sendable (String) -> String? = { question in
            switch question {
            case "listeners":
                "ok\n" + (listening.addresses + (ownPage?.addresses ?? [])).map { "\($0)\n" }.joined()
            case "session": path.map { "ok\n\($0.value)\n" }
            case "proxies": "ok\n" + listening.addresses.map { "\($0)\n" }.joined()
            default: AgentNote.answer(question, to: recorder) ?? answers?.answer(question)
            }
        }
        rules?.start(beside: sessionPath, numbering, others: answer)
        if rules == nil, let sessionPath { door.open(beside: sessionPath, answer) }
        for (address, listener) in zip(server.addresses, configuration.listeners) {
            if !address.isLoopback {
                Diagnostics.say("\(address) is reachable from other computers; \(Self.whoMayUse(listener.access))")
            }
            if !isSilent { Diagnostics.say("listening on \(address)") }
        }
        if !isSilent { page?.say() }
        if !isSilent {
            for sentence in keepingSentences + filterWords
                + (rules.flatMap { $0.hasRules ? ["\($0.sentence)."] : nil } ?? [])
                + (scripts.map { [$0.sentence] } ?? [])
            {
                Diagnostics.say(sentence)
            }
        }
        for warning in tls.warnings { Diagnostics.say("warning: \(warning)") }
        Self.warmUp()
        shipper?.start()
        try await telemetry?.start(own: server.addresses + served)
        try await startScreen(listening, server, recording)
        return server
    }

    /// Fills the terminal, when that was asked for.
    private func startScreen(
        _ listening: Listening, _ server: ProxyServer, _ recording: (any PageRecording)?
    ) async throws {
        guard let screen, let shown else { return }
        let sending = resending(at: listening)
        do {
            let source = try shown.source(proxies: { listening.all.map(\.address) }, sending: sending)
            let openPage: (@Sendable () -> String)?
            if let page { openPage = { page.openAgain() } } else { openPage = nil }
            try await screen.start(
                source, isLive: true, rules: rules, recording: recording, openPage: openPage,
                quit: { Signals.quit() })
        } catch {
            await stop(server)
            throw error
        }
    }

    /// Does what scripts ask for.
    private func answerScripts(_ listening: Listening) {
        guard let scripts else { return }
        let source = try? shown?.source(proxies: { listening.all.map(\.address) }, sending: resending(at: listening))
        let desk = ScriptDesk(
            source: source, held: rules?.live.held, offset: numbering.number(FlowID(0)).number)
        scripts.calls.answer(by: desk.answer)
    }

    /// What begins new sessions for the page; nil: recording has to go on where it is.
    private var newSessions: (any PageRecording)? {
        guard let recorder, let recorded else { return nil }
        let (options, run, limit) = (recorded.options, recorded.run, bodyLimit)
        return NewSessions(recorded.path, recorded.line, recorder) { name throws(SessionError) in
            try KeptSession.next(named: name, after: options, bodyLimit: limit, run: run)
        }
    }

    /// What sends requests again for the views.
    private func resending(at listening: Listening) -> (any PageSender)? {
        recorder.map { recorder in
            let page = page
            return ProxyResending(
                configuration, counters, recorder, numbering, bodyLimit: bodyLimit, tls: tls,
                own: { listening.addresses + (page?.addresses ?? []) })
        }
    }

    /// The URL of the page, once it is served.
    var pageURL: String? { page?.url }

    /// Where `--metrics` is served.
    var metricsAddresses: [String] { telemetry?.addresses.map(\.description) ?? [] }

    private var eventPort: FlowOutlet? {
        guard let recorder else { return nil }
        return FlowOutlet(
            submit: { recorder.submit($0) }, submitConnection: { recorder.submit($0) },
            isFull: { recorder.isFull }, isFilling: { recorder.isFilling },
            bodyLimit: recorder.wantsContent ? bodyLimit : 0)
    }

    /// Lets running exchanges end, writes what is to be kept, prints the summary.
    func stop(_ server: ProxyServer) async {
        await screen?.stop()
        await page?.stop()
        rules?.stop()
        door.close()
        await server.stop()
        let scriptLines = await scripts?.stop() ?? []
        recorder?.finish()
        await shipper?.stop()
        await telemetry?.stop()
        if !isSilent {
            for line in scriptLines { Diagnostics.say(line) }
            Diagnostics.say(summary)
        }
    }
}
