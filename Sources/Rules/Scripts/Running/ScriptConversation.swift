package import Bytes

/// The protocol with one process of a script, from `hello` to its end: what came and what is asked go in, lines and
/// outcomes come out. Knows no process, no pipe and no clock; times are nanoseconds of a steady clock.
///
/// Every question gets one outcome, whatever the script does: an answer, or the reason why there is none. One that is
/// held may get a second.
package struct ScriptConversation: Sendable {
    package enum Action: Sendable {
        case send(Bytes)
        case answer(UInt64, ScriptOutcome)
        /// It is ready, and wants these events.
        case isReady(ScriptLine.Ready)
        /// It takes events from now on.
        case hasStarted
        /// It will not be of use: a clause.
        case cannotStart(String)
        /// It wants other events from now on.
        case subscribed(ScriptLine.Ready)
        /// For people: a text of the script's, or about it.
        case say(String)
        case output(isError: Bool, Bytes)
        /// It goes on with the value that an option had before, for this reason.
        case refused(option: String, String)
        /// What came of a command.
        case finished(UInt64, ScriptResult)
        /// It asks this of Hark.
        case call(Int64, ScriptCall)
        /// Hark is to end.
        case shutDown
    }

    enum Phase {
        case new, greeted, chosen, running, over
    }

    private struct Pending {
        let deadline: UInt64
        let on: ScriptEventKind
        /// Not written yet.
        var question: ScriptQuestion?
        /// Of its line.
        var size = 0
        /// Somebody may decide without a time limit.
        var isHeld = false
    }

    package let limits: ScriptLimits
    private(set) var phase = Phase.new
    private var startDeadline = UInt64.max
    private var splitter: ScriptLineSplitter
    private var pending: [UInt64: Pending] = [:]
    /// Those that are written, and not answered or held.
    private var writtenCount = 0
    private var writtenBytes = 0
    /// Not written yet, in order; those that were cancelled meanwhile stay here until their turn.
    private var waiting = ScriptQueue<UInt64>()
    private var waitingCount = 0
    /// In the order of their deadlines, as all have the same time; those that are answered stay until their turn.
    private var deadlines = ScriptQueue<(id: UInt64, deadline: UInt64)>()
    /// Those that were asked for and have not ended.
    var commands: Set<UInt64> = []
    /// What it asked of Hark that has no answer yet.
    var calls: Set<Int64> = []
    private var noiseCount = 0
    package private(set) var ignoredCount = 0
    /// Bytes that the process has not read yet; whoever owns its pipe says it before each call.
    package var unreadBytes = 0

    package init(_ limits: ScriptLimits) {
        self.limits = limits
        splitter = ScriptLineSplitter(limit: limits.line)
    }

    /// It takes events.
    package var isRunning: Bool { phase == .running }

    package var pendingCount: Int { pending.count }

    /// When it wants to be told the time; nil: never.
    package var nextDeadline: UInt64? {
        var next = phase == .greeted || phase == .chosen ? startDeadline : UInt64.max
        if let first = deadlines.first { next = min(next, first.deadline) }
        return next == .max ? nil : next
    }

    // MARK: - The beginning

    /// - Parameters:
    ///   - name: of the script.
    ///   - hark: the version.
    ///   - listen: the addresses of the proxy.
    package mutating func greet(name: String, hark: String, listen: [String], at now: UInt64) -> [Action] {
        guard phase == .new else { return [] }
        phase = .greeted
        startDeadline = now + limits.start
        let limits = limits
        let line = JSONWriter.line("hello") { out in
            out.member("protocol", 1)
            out.member("hark", hark)
            out.member("name", name)
            out.texts("listen", listen)
            out.object("limits") { out in
                out.member("body", limits.body)
                out.member("pending", limits.pending)
                out.member("timeout", limits.timeout / 1_000_000)
            }
        }
        return [.send(line)]
    }

    /// Tells it the options that were set, once it has said which it has.
    package mutating func start(options: [(name: String, value: String)]) -> [Action] {
        guard phase == .chosen else { return [] }
        let line = JSONWriter.line("start") { out in
            out.object("options") { out in
                for option in options {
                    out.key(escaping: option.name)
                    out.string(option.value)
                }
            }
        }
        return [.send(line)]
    }

    // MARK: - What the script writes

    package mutating func receive(_ bytes: Bytes, at now: UInt64) -> [Action] {
        guard phase != .over else { return [] }
        var actions: [Action] = []
        for piece in splitter.feed(bytes) {
            switch piece {
            case .tooLong: noise("a line of more than \(limits.line >> 20) MiB", &actions)
            case .line(let line):
                guard let first = line.first(where: { !ASCII.isWhitespace($0) && $0 != ASCII.carriageReturn }) else {
                    continue
                }
                if first == ASCII.openBrace, let read = ScriptLine.read(line) {
                    take(read, &actions)
                } else {
                    noise(line.slice(0..<min(line.count, 200)).text, &actions)
                }
            }
            if phase == .over { break }
        }
        write(&actions)
        return actions
    }

    private mutating func take(_ line: ScriptLine, _ actions: inout [Action]) {
        switch line {
        case .ready(let ready):
            guard phase == .greeted else { return ignore() }
            phase = .chosen
            actions.append(.isReady(ready))
        case .started:
            guard phase == .chosen else { return ignore() }
            phase = .running
            actions.append(.hasStarted)
        case .failed(let option, let text):
            if phase == .running {
                actions.append(.say(text))
                if let option { actions.append(.refused(option: option, text)) }
                return
            }
            guard phase == .greeted || phase == .chosen else { return ignore() }
            giveUp(text, &actions)
        case .refused(let text):
            guard phase == .greeted else { return actions.append(.say(text)) }
            giveUp(text, &actions)
        case .verdict(let id, let verdict): answer(id, .verdict(verdict), &actions)
        case .invalid(let id, let text): answer(id, .failed("invalid verdict: \(text)"), &actions)
        case .failure(let id, let text): answer(id, .failed(String(text.prefix(500))), &actions)
        case .subscribe(let ready):
            guard phase == .running else { return ignore() }
            actions.append(.subscribed(ready))
        case .log(let level, let all, let flow):
            let text = String(all.prefix(limits.text))
            let about = flow.map { " (#\($0))" } ?? ""
            actions.append(.say(level == "info" ? text + about : "\(level): \(text)\(about)"))
        case .output(let isError, let bytes): actions.append(.output(isError: isError, bytes))
        case .call(let id, let call): take(call, id, &actions)
        case .result(let id, let result):
            guard commands.remove(id) != nil else { return ignore() }
            actions.append(.finished(id, result))
        case .other: ignore()
        }
    }

    private mutating func ignore() { ignoredCount += 1 }

    /// A line that no exchange waits for. A script that does not read gets no more of them.
    mutating func send(_ line: Bytes, _ actions: inout [Action]) {
        guard unreadBytes < limits.pendingBytes else { return ignore() }
        unreadBytes += line.count
        actions.append(.send(line))
    }

    private mutating func giveUp(_ reason: String, _ actions: inout [Action]) {
        phase = .over
        actions.append(.cannotStart(reason))
    }

    private mutating func noise(_ text: String, _ actions: inout [Action]) {
        noiseCount += 1
        if noiseCount <= limits.noise { actions.append(.say("not a protocol line: \(text)")) }
        if noiseCount == limits.noise { actions.append(.say("further lines that are not of the protocol are counted")) }
    }

    /// Lines that were not of the protocol and were not printed.
    package var silentNoise: Int { max(0, noiseCount - limits.noise) }

    private mutating func answer(_ id: UInt64, _ outcome: ScriptOutcome, _ actions: inout [Action]) {
        // What was never written cannot be answered.
        guard let one = pending[id], one.question == nil else { return ignore() }
        var outcome = outcome
        if case .verdict(let verdict) = outcome, verdict.kind != .pass, !one.on.verdicts.contains(verdict.kind) {
            outcome = .failed("invalid verdict: '\(verdict.kind.rawValue)' is not possible at '\(one.on.rawValue)'")
        }
        if case .verdict(let verdict) = outcome, verdict.kind == .hold {
            guard !one.isHeld else { return ignore() }
            pending[id]?.isHeld = true
            writtenCount -= 1
            writtenBytes -= one.size
        } else {
            remove(id, one)
        }
        actions.append(.answer(id, outcome))
    }

    private mutating func remove(_ id: UInt64, _ one: Pending) {
        pending[id] = nil
        if one.question != nil {
            waitingCount -= 1
        } else if !one.isHeld {
            writtenCount -= 1
            writtenBytes -= one.size
        }
        // Most are answered in order; otherwise what is left is bounded by the questions that wait.
        while let first = deadlines.first, pending[first.id].map({ $0.isHeld }) ?? true { deadlines.removeFirst() }
        if deadlines.count > 2 * pending.count + 1_024 {
            deadlines.keep { pending[$0.id].map { !$0.isHeld } ?? false }
        }
    }

    // MARK: - What is asked

    /// - Parameter id: another one for each question of the script.
    package mutating func ask(_ question: ScriptQuestion, _ id: UInt64, at now: UInt64) -> [Action] {
        guard phase == .running else { return [.answer(id, .failed("the script is not running"))] }
        guard waitingCount < limits.waiting else {
            return [.answer(id, .failed("\(limits.waiting) events already wait for the script"))]
        }
        let deadline = now + limits.timeout
        pending[id] = Pending(deadline: deadline, on: question.on, question: question)
        waiting.append(id)
        waitingCount += 1
        deadlines.append((id, deadline))
        var actions: [Action] = []
        write(&actions)
        return actions
    }

    /// Writes what may be written: what was answered and what ran out of time may still be in the pipe.
    private mutating func write(_ actions: inout [Action]) {
        while phase == .running, writtenCount < limits.pending, writtenBytes < limits.pendingBytes,
            unreadBytes < limits.pendingBytes, let id = waiting.first
        {
            waiting.removeFirst()
            guard let question = pending[id]?.question else { continue }
            let line = question.line(id)
            pending[id]?.question = nil
            pending[id]?.size = line.count
            waitingCount -= 1
            writtenCount += 1
            writtenBytes += line.count
            unreadBytes += line.count
            actions.append(.send(line))
        }
    }

    /// Nobody needs the answer any more. It gets no outcome.
    package mutating func cancel(_ id: UInt64, reason: String) -> [Action] {
        guard let one = pending[id] else { return [] }
        remove(id, one)
        guard one.question == nil else { return [] }
        var actions: [Action] = []
        send(Self.cancellation(id, reason), &actions)
        write(&actions)
        return actions
    }

    private static func cancellation(_ id: UInt64, _ reason: String) -> Bytes {
        JSONWriter.line("cancel") { out in
            out.member("id", id)
            out.member("reason", reason)
        }
    }

    // MARK: - Time, and the end

    package mutating func time(_ now: UInt64) -> [Action] {
        var actions: [Action] = []
        if phase == .greeted || phase == .chosen, now >= startDeadline {
            giveUp("it was not ready within \(limits.start / 1_000_000_000) s", &actions)
            return actions
        }
        while let first = deadlines.first, first.deadline <= now {
            deadlines.removeFirst()
            guard let one = pending[first.id], !one.isHeld else { continue }
            remove(first.id, one)
            actions.append(.answer(first.id, .failed("no answer in \(Self.text(limits.timeout))")))
            if one.question == nil { send(Self.cancellation(first.id, "time limit"), &actions) }
        }
        write(&actions)
        return actions
    }

    private static func text(_ nanoseconds: UInt64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }

    /// Asks it to end.
    package mutating func stop() -> [Action] {
        guard phase != .over else { return [] }
        let line: Bytes = "{\"type\":\"stop\"}\n"
        return [.send(line)]
    }

    /// The process has ended, or is not used any more.
    package mutating func end(_ reason: String) -> [Action] {
        let wasStarting = phase == .new || phase == .greeted || phase == .chosen
        phase = .over
        let ids = pending.keys.sorted()
        pending = [:]
        waiting = ScriptQueue()
        deadlines = ScriptQueue()
        (waitingCount, writtenCount, writtenBytes) = (0, 0, 0)
        let unfinished = commands.sorted()
        commands = []
        calls = []
        return (wasStarting ? [.cannotStart(reason)] : []) + ids.map { .answer($0, .failed(reason)) }
            + unfinished.map { .finished($0, .failed(reason)) }
    }
}
