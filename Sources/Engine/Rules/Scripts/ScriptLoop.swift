internal import Filter
internal import Reactor
internal import Rules

/// The loop of all scripts of a run, with everything that lives on it.
actor ScriptLoop {
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    let loop: EventLoop
    /// Who does what scripts ask for.
    nonisolated let calls: ScriptCalls
    private var hosts: [ScriptHost] = []

    init(_ calls: ScriptCalls) throws(SocketError) {
        self.calls = calls
        executor = LoopExecutor(label: "hark.scripts")
        loop = try EventLoop(executor: executor)
    }

    /// Starts the processes, and returns when all take events.
    func start(_ links: [(ScriptLink, ScriptProgram)], _ settings: ScriptSettings) async throws(ScriptStartFailure) {
        loop.start { [self] wake in assumeIsolated { $0.loop.perform(wake) } }
        hosts = links.map { ScriptHost($0.0, $0.1, settings, on: loop, owner: self) }
        for host in hosts { host.launch() }
        for host in hosts {
            let reason = await withCheckedContinuation { host.whenReady($0) }
            if let reason { throw failure(host, reason) }
        }
        let known = Set(hosts.flatMap { $0.options.map(\.name) })
        for set in settings.options where !known.contains(set.name) {
            if let instead = hosts.lazy.compactMap({ $0.ready.instead[set.name] }).first {
                let use = instead.isEmpty ? "" : "; use hark's option \(instead)"
                throw ScriptStartFailure(
                    text: "--set \(set.name): this option of mitmproxy has no effect in Hark\(use)", isUsage: true)
            }
            let names = known.sorted().joined(separator: ", ")
            throw ScriptStartFailure(
                text: "--set \(set.name): no script has this option"
                    + (NearestName.find(set.name, among: Array(known)).map { "; did you mean '\($0)'?" } ?? "")
                    + (known.isEmpty ? "" : " (available: \(names))"), isUsage: true)
        }
        for host in hosts { host.begin() }
        for host in hosts {
            let reason = await withCheckedContinuation { host.whenStarted($0) }
            if let reason { throw failure(host, reason) }
        }
    }

    private func failure(_ host: ScriptHost, _ reason: String) -> ScriptStartFailure {
        // Its last lines are above: they were printed as they came.
        ScriptStartFailure(text: "--script \(host.file): \(reason)", isUsage: false)
    }

    /// What a script says of itself.
    func ready(_ place: Int) -> ScriptLine.Ready? { place < hosts.count ? hosts[place].ready : nil }

    /// Ends all processes, and returns when they have.
    func stop() async {
        for host in hosts { host.stop() }
        for host in hosts { await withCheckedContinuation { host.whenStopped($0) } }
        loop.stop()
    }

    func figures() -> [(name: String, figures: ScriptFigures)] { hosts.map { ($0.name, $0.figures) } }

    // MARK: - What people ask

    func states() -> [ScriptState] { hosts.map(\.state) }

    /// False when there is no script of this name.
    func restart(_ name: String) -> Bool {
        guard let host = hosts.first(where: { $0.name == name }) else { return false }
        host.restart()
        return true
    }

    /// The first refusal of those that have this option; nil when no script has it.
    func set(_ option: String, to value: String) async -> ScriptResult? {
        let meant = hosts.filter { $0.options.contains { $0.name == option } }
        guard !meant.isEmpty else { return nil }
        var refusal: ScriptResult?
        for host in meant {
            let result = await withCheckedContinuation { continuation in
                host.set(option, to: value) { continuation.resume(returning: $0) }
            }
            if case .failed(let reason) = result, refusal == nil {
                refusal = .failed(meant.count == 1 ? reason : "\(host.name): \(reason)")
            }
        }
        return refusal ?? .value("")
    }

    /// nil when no script has this command.
    func run(_ command: String, _ arguments: [String]) async -> ScriptResult? {
        guard let host = hosts.first(where: { $0.ready.commands.contains { $0.name == command } }) else { return nil }
        return await withCheckedContinuation { continuation in
            host.run(command, arguments) { continuation.resume(returning: $0) }
        }
    }

    /// Has something done on the loop, from anywhere.
    nonisolated func post(_ work: @escaping @Sendable (isolated ScriptLoop) -> Void) {
        executor.post { self.assumeIsolated { work($0) } }
    }

    func ask(
        _ question: ScriptQuestion, _ ticket: ScriptLink.Ticket,
        _ deliver: @escaping @Sendable (ScriptOutcome) -> Void, of place: Int
    ) {
        guard place < hosts.count else { return deliver(.failed("the script is not running")) }
        hosts[place].ask(question, ticket, deliver)
    }

    func failed(_ place: Int) {
        if place < hosts.count { hosts[place].verdictFailed() }
    }

    func cancel(_ ticket: ScriptLink.Ticket, _ reason: String, of place: Int) {
        if place < hosts.count { hosts[place].cancel(ticket, reason) }
    }

    func notify(_ notice: ScriptNotice, of place: Int) {
        if place < hosts.count { hosts[place].notify(notice) }
    }

    /// Work of another thread that comes back to one host.
    nonisolated func enter(_ place: Int, _ body: @escaping @Sendable (ScriptHost) -> Void) {
        post { loop in
            if place < loop.hosts.count { body(loop.hosts[place]) }
        }
    }
}
