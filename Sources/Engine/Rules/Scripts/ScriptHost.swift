internal import Bytes
internal import Platform
internal import Reactor
internal import Rules

/// One script with its processes: the one that takes events, one that is to take its place, and those that still owe
/// answers. Carries out what ``ScriptConversation`` and ``ScriptSupervisor`` decide. Lives on the loop of scripts.
final class ScriptHost {
    private struct Asked {
        let deliver: @Sendable (ScriptOutcome) -> Void
        let run: ScriptRun
        let since: UInt64
    }

    /// Another value of an option, on trial.
    private struct Change {
        let option: String
        /// nil: none was set.
        let earlier: String?
        let deliver: @Sendable (ScriptResult) -> Void
    }

    let name: String
    let file: String
    private let link: ScriptLink
    private let program: ScriptProgram
    private var settings: ScriptSettings
    let loop: EventLoop
    private unowned let owner: ScriptLoop
    private var supervisor = ScriptSupervisor()
    /// The one that takes events.
    private var current: ScriptRun?
    /// It will take them once it has started.
    private var candidate: ScriptRun?
    /// They answer what they were asked, and end.
    private var retired: [ScriptRun] = []
    private var remains: [ScriptRemains] = []
    /// Who waits for what came of commands.
    private var commands: [UInt64: @Sendable (ScriptResult) -> Void] = [:]
    private var lastCommand: UInt64 = 0
    private var changes: [UInt64: Change] = [:]
    private var asked: [UInt64: Asked] = [:]
    private(set) var figures = ScriptFigures()
    private(set) var ready = ScriptLine.Ready()
    private var isStopping = false
    private var restartTimer: LoopTimer?
    private var watchTimer: LoopTimer?
    private var stamp: [Int64]
    private var startReason: String??
    private var readyReason: String??
    private var onReady: CheckedContinuation<String?, Never>?
    private var onStarted: CheckedContinuation<String?, Never>?
    private var onStopped: CheckedContinuation<Void, Never>?

    private static let watchInterval = Nanoseconds.milliseconds(500)
    private static let linesPerSecond = 500
    private var spoken: (second: UInt64, count: Int, omitted: Int) = (0, 0, 0)

    init(
        _ link: ScriptLink, _ program: ScriptProgram, _ settings: ScriptSettings, on loop: EventLoop, owner: ScriptLoop
    ) {
        (self.link, self.program, self.settings, self.loop, self.owner) = (link, program, settings, loop, owner)
        (name, file) = (program.name, program.path)
        stamp = settings.stamp(program.path)
        restartTimer = LoopTimer(on: loop) { [unowned self] in launch() }
        watchTimer = LoopTimer(on: loop) { [unowned self] in look() }
        watchTimer?.arm(after: Self.watchInterval)
    }

    var options: [ScriptLine.Option] { ready.options }

    // MARK: - The beginning

    /// Starts a process; it takes events once it has started.
    func launch() {
        guard !isStopping, candidate == nil else { return }
        if let reason = settings.refusal(file) { return cannotStart(reason) }
        do throws(ScriptChild.StartFailure) {
            let run = try ScriptRun(program, settings, host: self)
            candidate = run
            run.greet(name: name)
        } catch {
            cannotStart("\(program.words[0]) cannot be run: \(String(cString: strerror(error.code)))")
        }
    }

    func whenReady(_ continuation: CheckedContinuation<String?, Never>) {
        if let readyReason { return continuation.resume(returning: readyReason) }
        onReady = continuation
    }

    func whenStarted(_ continuation: CheckedContinuation<String?, Never>) {
        if let startReason { return continuation.resume(returning: startReason) }
        onStarted = continuation
    }

    /// Every script is known: each hears of its options.
    func begin() {
        candidate?.begin(options: wanted)
    }

    private var wanted: [(name: String, value: String)] {
        let lists = Set(ready.options.filter { $0.type == "sequence" }.map(\.name))
        let names = Set(ready.options.map(\.name)).subtracting(lists)
        // Each value of a list is a line.
        let gathered = lists.sorted().compactMap { name -> (name: String, value: String)? in
            let values = settings.options.filter { $0.name == name }.map(\.value)
            return values.isEmpty ? nil : (name, values.joined(separator: "\n"))
        }
        return settings.options.filter { names.contains($0.name) } + gathered
    }

    func isReady(_ run: ScriptRun, _ ready: ScriptLine.Ready) {
        guard run === candidate else { return }
        self.ready = ready
        for missing in ready.missing { settings.say(name, missing) }
        // At the start all scripts are asked for their options first.
        guard readyReason != nil else {
            settle(&readyReason, &onReady, nil)
            return
        }
        run.begin(options: wanted)
    }

    func hasStarted(_ run: ScriptRun) {
        guard run === candidate else { return }
        candidate = nil
        if let current { retire(current) }
        current = run
        link.set(ready.subscriptions, settings.clock)
        if startReason != nil { settings.say(name, "running") }
        settle(&startReason, &onStarted, nil)
    }

    func subscribed(_ run: ScriptRun, _ ready: ScriptLine.Ready) {
        guard run === current else { return }
        link.set(ready.subscriptions, settings.clock)
    }

    /// - Parameter reason: a clause.
    func cannotStart(_ reason: String, _ run: ScriptRun? = nil) {
        let isFirst = startReason == nil
        if let run, run === candidate {
            candidate = nil
            run.stop()
            retired.append(run)
        }
        settle(&readyReason, &onReady, reason)
        settle(&startReason, &onStarted, reason)
        guard !isFirst, !isStopping else { return }
        settings.say(name, current == nil ? "cannot be started: \(reason)" : "not reloaded: \(reason)")
        if current == nil { failed() }
    }

    private func settle(
        _ reason: inout String??, _ continuation: inout CheckedContinuation<String?, Never>?, _ value: String?
    ) {
        guard reason == nil else { return }
        reason = .some(value)
        continuation?.resume(returning: value)
        continuation = nil
    }

    // MARK: - Questions

    func ask(
        _ question: ScriptQuestion, _ ticket: ScriptLink.Ticket, _ deliver: @escaping @Sendable (ScriptOutcome) -> Void
    ) {
        figures.events += 1
        guard let current else {
            figures.failures += 1
            return deliver(.failed("the script is not running"))
        }
        asked[ticket.number] = Asked(deliver: deliver, run: current, since: loop.now)
        current.ask(question, ticket.number)
    }

    func cancel(_ ticket: ScriptLink.Ticket, _ reason: String) {
        guard let one = asked.removeValue(forKey: ticket.number) else { return }
        one.run.cancel(ticket.number, reason)
        endRetired()
    }

    func notify(_ notice: ScriptNotice) { current?.notify(notice) }

    /// Has done elsewhere what a process of it asks of Hark.
    func carryOut(_ call: ScriptCall, _ id: Int64, for run: ScriptRun) {
        let (owner, place, process) = (owner, link.place, run.number)
        owner.calls.carryOut(call) { result in
            owner.enter(place) { host in host.runs.first { $0.number == process }?.answered(id, result) }
        }
    }

    func answered(_ id: UInt64, _ outcome: ScriptOutcome) {
        guard let one = asked[id] else { return }
        var isHeld = false
        switch outcome {
        case .verdict(let verdict):
            isHeld = verdict.kind == .hold
            if verdict.kind != .pass { figures.changes += 1 }
            figures.answered(in: loop.now - min(one.since, loop.now))
        case .failed: figures.failures += 1
        }
        if !isHeld { asked[id] = nil }
        one.deliver(outcome)
        endRetired()
    }

    /// A verdict that was counted as a change could not be carried out.
    func verdictFailed() {
        figures.changes -= min(1, figures.changes)
        figures.failures += 1
    }

    /// What the script says, or what is to be said of it.
    func say(_ text: String) {
        for line in text.split(separator: "\n") { tell(String(line)) }
    }

    func output(_ isError: Bool, _ bytes: Bytes) { settings.output(isError, bytes) }

    /// A line of its diagnostics.
    func said(_ line: String) { tell(line) }

    /// So many lines a second are printed, whatever it writes.
    private func tell(_ line: String) {
        let second = loop.now / 1_000_000_000
        if second != spoken.second {
            if spoken.omitted > 0 { settings.say(name, "\(spoken.omitted) lines were left out") }
            spoken = (second, 0, 0)
        }
        spoken.count += 1
        if spoken.count <= Self.linesPerSecond { settings.say(name, line) } else { spoken.omitted += 1 }
    }

    // MARK: - Ends and other beginnings

    private func retire(_ run: ScriptRun) {
        retired.append(run)
        endRetired()
    }

    private func endRetired() {
        for run in retired where run.pendingCount == 0 { run.stop() }
    }

    /// Called from another thread's work: the process has ended.
    func ended(_ number: Int32) {
        runs.first { $0.number == number }?.processEnded()
    }

    /// The process has ended, and all that it wrote was read.
    func finished(_ run: ScriptRun) {
        let isCurrent = run === current
        if isCurrent { current = nil }
        if run === candidate { candidate = nil }
        retired.removeAll { $0 === run }
        if let rest = run.finish() { linger(rest) }
        if isStopping { return stopped() }
        guard isCurrent else { return }
        settings.say(name, run.endText)
        failed()
    }

    /// Processes that the script started and left: they have a moment to end.
    private func linger(_ rest: ScriptRemains) {
        remains.append(rest)
        rest.watch(on: loop) { [weak self] in
            self?.remains.removeAll { $0 === rest }
            self?.stopped()
        }
    }

    private func failed() {
        switch supervisor.exited(at: loop.now) {
        case .restart(let time): restartTimer?.arm(at: time)
        case .giveUp:
            settings.say(
                name,
                "ended \(ScriptSupervisor.exitLimit) times within a minute; it is started again when its file "
                    + "changes")
        }
    }

    private func look() {
        watchTimer?.arm(after: Self.watchInterval)
        let now = settings.stamp(file)
        guard now != stamp, !isStopping else { return }
        stamp = now
        // It is being replaced: perhaps it is not there yet.
        guard !now.isEmpty, startReason != nil else { return }
        supervisor.reset()
        restartTimer?.disarm()
        settings.say(name, "changed; reloading")
        replace()
    }

    /// Starts another process, which takes the place of this one when it is ready.
    private func replace() {
        // One that has not started yet is an older version, too.
        if let candidate {
            candidate.abandon()
            self.candidate = nil
            retired.append(candidate)
        }
        launch()
    }

    // MARK: - What people ask

    var state: ScriptState {
        var state = ScriptState(name: name, file: file, figures: figures, options: [], commands: ready.commands)
        if let current {
            state.condition = candidate == nil ? .running : .restarting
            state.process = current.number
        } else if candidate != nil {
            state.condition = .starting
        } else if !supervisor.hasGivenUp {
            state.condition = .waiting
        }
        state.waitingCount = asked.count
        let values = Dictionary(wanted.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        state.options = ready.options.map { ($0, values[$0.name] ?? $0.fallback) }
        return state
    }

    func restart() {
        supervisor.reset()
        restartTimer?.disarm()
        replace()
    }

    /// A process that starts later has this value, too, unless the script refuses it, which `deliver` hears once.
    func set(_ option: String, to value: String, _ deliver: @escaping @Sendable (ScriptResult) -> Void) {
        let earlier = wanted.last { $0.name == option }?.value
        settings.options.removeAll { $0.name == option }
        settings.options.append((option, value))
        guard let current else { return deliver(.value("")) }
        lastCommand += 1
        changes[lastCommand] = Change(option: option, earlier: earlier, deliver: deliver)
        current.change(option, to: value, lastCommand)
    }

    /// A script that says no more than that it refuses it.
    func refused(_ option: String, _ reason: String) {
        let numbers = changes.filter { $0.value.option == option }.keys.sorted()
        if let last = numbers.last { commandEnded(last, .failed(reason)) }
    }

    private func ended(_ change: Change, _ result: ScriptResult) {
        if case .failed = result {
            settings.options.removeAll { $0.name == change.option }
            if let earlier = change.earlier { settings.options.append((change.option, earlier)) }
        }
        change.deliver(result)
    }

    func run(_ command: String, _ arguments: [String], _ deliver: @escaping @Sendable (ScriptResult) -> Void) {
        guard let current else { return deliver(.failed("the script is not running")) }
        lastCommand += 1
        commands[lastCommand] = deliver
        current.run(command, arguments, lastCommand)
    }

    func commandEnded(_ id: UInt64, _ result: ScriptResult) {
        if let change = changes.removeValue(forKey: id) { return ended(change, result) }
        commands.removeValue(forKey: id)?(result)
    }

    // MARK: - The end

    func stop() {
        guard !isStopping else { return }
        isStopping = true
        watchTimer?.invalidate()
        restartTimer?.invalidate()
        for run in runs { run.stop() }
        stopped()
    }

    private var runs: [ScriptRun] { [current, candidate].compactMap { $0 } + retired }

    func whenStopped(_ continuation: CheckedContinuation<Void, Never>) {
        onStopped = continuation
        stopped()
    }

    private func stopped() {
        guard isStopping, runs.isEmpty, remains.isEmpty else { return }
        onStopped?.resume()
        onStopped = nil
    }

    /// Another thread saw a process end.
    func watch(_ child: ScriptChild) {
        let (owner, place, number) = (owner, link.place, child.number)
        child.whenEnded { owner.enter(place) { $0.ended(number) } }
    }
}
