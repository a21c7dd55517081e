import Dispatch
import Flow
import Platform
import Reactor
import Synchronization

/// The proxy script of `--pac`, asked one question at a time on a queue of its own. Safe to use from anywhere.
///
/// An answer holds for a while for its scheme, host and port; who asks the same meanwhile waits with the first. When
/// the interpreter answers too late, or ends, it is started anew for the next question.
final class ScriptedProxies: ProxyScript {
    typealias Result = Swift.Result<[ProxyChoice], ProxyScriptFailure>

    /// How long an answer holds, in nanoseconds: scripts ask for the time, and for this machine's address.
    private static let lifetime = UInt64(300) * 1_000_000_000
    private static let cacheLimit = 4096
    /// Questions that wait at most.
    private static let waitingLimit = 1024
    /// How often one question may want addresses, and of how many names.
    private static let roundLimit = 8
    private static let nameLimit = 32
    private static let lookUpTime = Duration.seconds(3)

    private struct State {
        var answers: [ProxyQuestion: (choices: [ProxyChoice], expires: UInt64)] = [:]
        var waiting: [ProxyQuestion: [@Sendable (Result) -> Void]] = [:]
    }

    private let text: String
    private let state = Mutex(State())
    /// nil: to be started. Taken on the queue alone.
    private let runtime: Mutex<ScriptRuntime?>
    private let queue = DispatchQueue(label: "hark.proxy-script", qos: .userInitiated)
    private let resolver = Resolver()
    private let executor = LoopExecutor(label: "hark.proxy-script.names")

    /// Starts the interpreter, and has it read the script.
    init(_ text: String) throws(ScriptRuntime.Refusal) {
        self.text = text
        runtime = Mutex(try ScriptRuntime(text))
    }

    func known(_ question: ProxyQuestion) -> [ProxyChoice]? {
        state.withLock { state in
            guard let answer = state.answers[question], answer.expires > Self.now() else { return nil }
            return answer.choices
        }
    }

    func ask(_ question: ProxyQuestion, deliver: @escaping @Sendable (Result) -> Void) {
        let place = state.withLock { state -> Place in
            if state.waiting[question] != nil {
                state.waiting[question]?.append(deliver)
                return .behind
            }
            guard state.waiting.count < Self.waitingLimit else { return .none }
            state.waiting[question] = [deliver]
            return .first
        }
        switch place {
        case .behind: break
        case .first: queue.async { self.answer(question) }
        case .none: deliver(.failure(ProxyScriptFailure(text: "too many questions wait for the script")))
        }
    }

    private enum Place {
        case first, behind, none
    }

    // MARK: - On the queue

    private func answer(_ question: ProxyQuestion) {
        let result: Result
        do throws(ProxyScriptFailure) {
            result = .success(try choices(question))
        } catch {
            result = .failure(error)
        }
        let waiting = state.withLock { state in
            if case .success(let choices) = result {
                if state.answers.count >= Self.cacheLimit { state.answers = [:] }
                state.answers[question] = (choices, Self.now() + Self.lifetime)
            }
            return state.waiting.removeValue(forKey: question) ?? []
        }
        for deliver in waiting { deliver(result) }
    }

    private func choices(_ question: ProxyQuestion) throws(ProxyScriptFailure) -> [ProxyChoice] {
        var names: [String: String?] = [:]
        for _ in 0..<Self.roundLimit {
            switch try ask(question, names) {
            case .ways(let text): return try ProxyChoice.read(text)
            case .mistake(let text): throw ProxyScriptFailure(text: text)
            case .needs(let missing):
                for name in missing where names[name] == nil && names.count < Self.nameLimit {
                    names[name] = .some(address(of: name))
                }
            }
        }
        throw ProxyScriptFailure(text: "it wants the addresses of too many names")
    }

    private func ask(
        _ question: ProxyQuestion, _ names: [String: String?]
    ) throws(ProxyScriptFailure) -> ScriptRuntime.Answer {
        let answer = runtime.withLock { runtime -> Swift.Result<ScriptRuntime.Answer, ProxyScriptFailure> in
            if runtime == nil { runtime = try? ScriptRuntime(text) }
            guard let current = runtime else { return .failure(.init(text: "the interpreter does not start")) }
            do throws(ScriptProcess.Failure) {
                return .success(
                    try current.ask(
                        url: question.url, host: question.host, names: names,
                        mine: OwnAddresses.mostKnown().hostText))
            } catch {
                runtime = nil
                return .failure(.init(text: Self.words(for: error)))
            }
        }
        return try answer.get()
    }

    private static func words(for failure: ScriptProcess.Failure) -> String {
        switch failure {
        case .didNotStart, .ended: "the interpreter ended while it ran the script"
        case .late: "the script did not answer in time"
        case .tooLong: "the script answered too much"
        }
    }

    /// The first address of the name, of IPv4 if it has one: most scripts know no others. nil when it has none, or none
    /// is found in time.
    private func address(of name: String) -> String? {
        let found = FoundAddress()
        let ticket = resolver.resolve(name, port: 0, within: Self.lookUpTime, on: executor) { found.put($0) }
        defer { ticket.cancel() }
        return found.wait()
    }

    /// Nanoseconds of a clock that never steps back.
    private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}

/// What a look-up found, for a thread that waits for it.
private final class FoundAddress: Sendable {
    private let text = Mutex<String?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func put(_ outcome: Resolver.Outcome) {
        if case .success(let addresses) = outcome {
            let address = addresses.first { !$0.isIPv6 } ?? addresses.first
            text.withLock { $0 = address?.hostText }
        }
        isThere.signal()
    }

    /// Comes to an end, as look-ups do.
    func wait() -> String? {
        isThere.wait()
        return text.withLock { $0 }
    }
}
