package import Bytes
package import Filter
internal import Flow
internal import HTTPModel
package import Rules
internal import Synchronization

/// How scripts are run.
package struct ScriptSettings: Sendable {
    package var limits = ScriptLimits()
    package var policy = ScriptProgram.FailurePolicy.pass
    /// `--set`, in the order given.
    package var options: [(name: String, value: String)] = []
    /// Hark's version.
    package var version = ""
    /// The proxy's listeners, for `hello`.
    package var listen: [String] = []
    package var clock: FilterClock
    /// Prints a line of a script's; from any thread.
    package var say: @Sendable (_ name: String, _ text: String) -> Void
    /// What a script prints on standard output or standard error.
    package var output: @Sendable (_ isError: Bool, _ bytes: Bytes) -> Void
    /// Ends Hark, as a person does.
    package var quit: @Sendable () -> Void = {}
    /// Returns when what was said and printed is written, or nobody takes it.
    package var flush: @Sendable () -> Void = {}
    /// Why a file must not be run now, a clause; nil when it may.
    package var refusal: @Sendable (_ path: String) -> String? = { _ in nil }
    /// What tells that a file is another than before.
    package var stamp: @Sendable (_ path: String) -> [Int64]

    package init(
        clock: FilterClock, say: @escaping @Sendable (_ name: String, _ text: String) -> Void,
        output: @escaping @Sendable (_ isError: Bool, _ bytes: Bytes) -> Void,
        stamp: @escaping @Sendable (_ path: String) -> [Int64]
    ) {
        (self.clock, self.say, self.output, self.stamp) = (clock, say, output, stamp)
    }
}

/// The scripts of a run, in the order in which they are asked. Safe to use from anywhere.
package final class LiveScripts: Sendable {
    let links: [ScriptLink]
    private let programs: [ScriptProgram]
    private let settings: ScriptSettings
    private let loop: ScriptLoop
    /// What they ask of Hark.
    package let calls: ScriptCalls
    /// How the record names flows: what is added to their numbers here.
    private let numbering = Mutex<UInt64>(0)

    package init(_ programs: [ScriptProgram], _ settings: ScriptSettings) throws {
        (self.programs, self.settings) = (programs, settings)
        let calls = ScriptCalls()
        let loop = try ScriptLoop(calls)
        (self.loop, self.calls) = (loop, calls)
        links = programs.enumerated().map { ScriptLink($0.element, settings.policy, at: $0.offset, on: loop) }
    }

    /// What there is to say at the start.
    package var sentence: String {
        let names = links.map(\.name).joined(separator: ", ")
        return "\(links.count == 1 ? "script" : "\(links.count) scripts") running: \(names)"
    }

    /// Returns when all of them take events.
    ///
    /// - Parameter offset: what the record adds to numbers of flows.
    package func start(after offset: UInt64) async throws(ScriptStartFailure) {
        numbering.withLock { $0 = offset }
        do throws(ScriptStartFailure) {
            try await loop.start(Array(zip(links, programs)), settings)
        } catch {
            await loop.stop()
            settings.flush()
            throw error
        }
    }

    /// Ends them, and says a line for each of what it did.
    package func stop() async -> [String] {
        let figures = await loop.figures()
        await loop.stop()
        settings.flush()
        return figures.map { name, figures in
            "script \(name): \(figures.text)"
        }
    }

    /// What the scripts said of themselves, in their order.
    package func descriptions() async -> [ScriptLine.Ready] {
        var all: [ScriptLine.Ready] = []
        for link in links { all.append(await loop.ready(link.place) ?? ScriptLine.Ready()) }
        return all
    }

    package func states() async -> [ScriptState] { await loop.states() }

    /// Starts a script again; false when there is none of this name.
    package func restart(_ name: String) async -> Bool { await loop.restart(name) }

    /// Gives an option another value; nil when no script has it. A script that does not say whether it takes the value
    /// is waited for.
    package func set(_ option: String, to value: String) async -> ScriptResult? {
        await loop.set(option, to: value)
    }

    /// Runs a command of a script; nil when none has it.
    package func run(_ command: String, _ arguments: [String]) async -> ScriptResult? {
        await loop.run(command, arguments)
    }

    /// Those that may want anything of an exchange whose request has this head.
    func mayMean(_ head: RequestHead) -> [ScriptLink] { links.filter { $0.mayMean(head) } }

    /// Whether any of them wants events of this kind.
    package func wants(_ on: ScriptEventKind) -> Bool { links.contains { $0.wants(on) } }

    /// Whether any of them is asked about this.
    func isAsked(_ on: ScriptEventKind, _ subject: FilterSubject) -> Bool {
        links.contains { $0.interest(in: on, of: subject) != nil }
    }

    /// Whether any of them wants to hear of connections.
    var wantsConnections: Bool { links.contains(where: \.wantsConnections) }

    /// Tells those that want it.
    ///
    /// - Parameters:
    ///   - subject: what filters look at; nil: they are not asked.
    ///   - record: makes the log entry, once, if anybody wants that.
    package func notify(_ notice: ScriptNotice, of subject: FilterSubject? = nil, record: () -> Bytes? = { nil }) {
        var made: Bytes??
        for link in links {
            link.notify(notice, of: subject) {
                let entry = made ?? record()
                made = .some(entry)
                return entry
            }
        }
    }

    func number(_ flow: FlowID) -> UInt64 { flow.number + numbering.withLock { $0 } }
}
