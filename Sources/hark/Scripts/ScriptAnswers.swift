import Bytes
import Dispatch
import Engine
import Filter
import Platform
import Rules
import Synchronization
import Views

/// What a running proxy answers to `hark script list`, `restart`, `set` and `call`: one line in, lines out. Words of
/// people come in base64, as a line has no place for all of them. Safe to use from anywhere.
struct ScriptAnswers: Sendable {
    let scripts: LiveScripts

    /// A command that takes longer has no result here.
    private static let commandTime = DispatchTimeInterval.seconds(60)
    /// Whether a value is taken is known sooner.
    private static let optionTime = DispatchTimeInterval.seconds(3)

    /// nil when it is none of these questions.
    func answer(_ question: String) -> String? {
        let words = question.split(separator: " ", omittingEmptySubsequences: false)
        let arguments = words.dropFirst().map { Base64.decode(Bytes(String($0))).map { Bytes($0).text } ?? "" }
        switch (words.first ?? "", arguments.count) {
        case ("script-list", 0): return "ok\n" + (wait { await list() } ?? "")
        case ("script-restart", 1):
            return wait { await scripts.restart(arguments[0]) } == true
                ? "ok\n" : "no there is no script '\(arguments[0].terminalEscaped)'\n"
        case ("script-set", 2):
            return set(arguments[0], to: arguments[1])
        case ("script-call", 1...):
            return call(arguments[0], Array(arguments.dropFirst()))
        default: return nil
        }
    }

    private func set(_ option: String, to value: String) -> String {
        guard let result = wait(atMost: Self.optionTime, { await scripts.set(option, to: value) }) else {
            // It may be a program that never says whether it takes a value.
            return "ok\n"
        }
        switch result {
        case nil:
            let options = wait { await scripts.states().flatMap(\.options).map(\.option.name) } ?? []
            let nearest = NearestName.find(option, among: options).map { "; did you mean '\($0.terminalEscaped)'?" }
            return "64 no script has the option '\(option.terminalEscaped)'\(nearest ?? "")\n"
        case .value?: return "ok\n"
        case .failed(let reason)?:
            return "no \(option.terminalEscaped): \(reason.replacing("\n", with: " ").terminalEscaped)\n"
        }
    }

    private func call(_ command: String, _ arguments: [String]) -> String {
        // A view that hangs is shown as if there were none.
        let time = command == ScriptBodyViews.command ? Self.optionTime : Self.commandTime
        guard let result = wait(atMost: time, { await scripts.run(command, arguments) }) else {
            return "no \(command.terminalEscaped): no result in time\n"
        }
        switch result {
        case nil: return "no no script has the command '\(command.terminalEscaped)'\n"
        case .value(let text)?: return "ok\n" + text
        case .failed(let reason)?: return "no \(command.terminalEscaped): \(reason.replacing("\n", with: " "))\n"
        }
    }

    private func list() async -> String {
        let lines = await scripts.states().flatMap { state in
            let process = state.process.map { ", process \($0)" } ?? ""
            let waiting = state.waitingCount > 0 ? ", \(state.waitingCount) waiting" : ""
            return ["\(state.name): \(state.condition.rawValue)\(process)\(waiting); \(state.figures.text)"]
                + ["  file \(state.file)"]
                + state.options.map { "  option \($0.option.name) (\($0.option.type)): \($0.value)" }
                + state.commands.map { "  command \($0.name)\($0.help.isEmpty ? "" : ": \($0.help)")" }
        }
        return lines.map { $0.replacing("\n", with: " ") + "\n" }.joined()
    }

    /// The thread of the question waits; whoever works is another one.
    private func wait<Value: Sendable>(
        atMost time: DispatchTimeInterval = commandTime, _ work: @escaping @Sendable () async -> Value
    ) -> Value? {
        let (done, found) = (DispatchSemaphore(value: 0), Found<Value>())
        Task.detached {
            let value = await work()
            found.value.withLock { $0 = value }
            done.signal()
        }
        _ = done.wait(timeout: .now() + time)
        return found.value.withLock { $0 }
    }

    private final class Found<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
