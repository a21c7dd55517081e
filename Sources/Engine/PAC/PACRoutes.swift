import Dispatch
package import Flow
import Platform
import Reactor
import Synchronization

/// The proxy script of `--pac`, asked on a queue of its own. Safe to use from anywhere.
///
/// Only the talk with the interpreter is one question's at a time: the names that it needs are looked up meanwhile, so
/// that one for which nobody answers holds up no other question. An answer holds for a while for its scheme, host and
/// port; who asks the same meanwhile waits with the first. When the interpreter answers too late, or ends, it is
/// started anew for the next question.
package final class PACRoutes: ProxyScript {
    package typealias Result = Swift.Result<[ProxyChoice], ProxyScriptFailure>

    /// How long an answer holds, in nanoseconds: scripts ask for the time, and for this machine's address.
    private static let lifetime = UInt64(300) * 1_000_000_000
    private static let cacheLimit = 4096
    /// Questions that wait at most.
    private static let waitingLimit = 1024
    /// How often one question may want addresses, and of how many names.
    private static let roundLimit = 8
    private static let nameLimit = 32
    private static let lookUpTime = Duration.seconds(3)
    /// How long a name's address holds, and that it has none, in nanoseconds: scripts ask for the same names each time.
    private static let nameLifetime = UInt64(5) * 1_000_000_000
    private static let nameCacheLimit = 1024
    /// How long one question may take with all that it needs, in nanoseconds.
    private static let wholeTime = UInt64(10) * 1_000_000_000

    private struct State {
        var answers: [ProxyQuestion: (choices: [ProxyChoice], expires: UInt64)] = [:]
        var waiting: [ProxyQuestion: [@Sendable (Result) -> Void]] = [:]
        var names: [String: (address: String?, expires: UInt64)] = [:]
    }

    /// A question under way: it is asked anew with the addresses that it turned out to need.
    private struct Inquiry: Sendable {
        let question: ProxyQuestion
        let deadline: UInt64
        var names: [String: String?] = [:]
        var rounds = 0

        func knowing(_ found: [String: String?]) -> Inquiry {
            var other = self
            other.rounds += 1
            other.names.merge(found) { _, new in new }
            return other
        }
    }

    private let text: String
    private let state = Mutex(State())
    /// nil: to be started. Taken on the queue alone.
    private let runtime: Mutex<PACRuntime?>
    private let queue = DispatchQueue(label: "hark.proxy-script", qos: .userInitiated)
    private let resolver = Resolver()
    private let executor = LoopExecutor(label: "hark.proxy-script.names")

    /// Starts the interpreter, and has it read the script.
    package init(_ text: String) throws(ProxyScriptFailure) {
        self.text = text
        do throws(PACRuntime.Refusal) {
            runtime = Mutex(try PACRuntime(text))
        } catch {
            throw ProxyScriptFailure(text: error.text)
        }
    }

    package func known(_ question: ProxyQuestion) -> [ProxyChoice]? {
        state.withLock { state in
            guard let answer = state.answers[question], answer.expires > Self.now() else { return nil }
            return answer.choices
        }
    }

    package func ask(_ question: ProxyQuestion, deliver: @escaping @Sendable (Result) -> Void) {
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
        case .first:
            let inquiry = Inquiry(question: question, deadline: Self.now() + Self.wholeTime)
            queue.async { self.proceed(inquiry) }
        case .none: deliver(.failure(ProxyScriptFailure(text: "too many requests are waiting for the script")))
        }
    }

    private enum Place {
        case first, behind, none
    }

    // MARK: - On the queue

    private func proceed(_ inquiry: Inquiry) {
        do throws(ProxyScriptFailure) {
            guard Self.now() < inquiry.deadline else {
                throw ProxyScriptFailure(text: "the script did not answer in time")
            }
            switch try ask(inquiry.question, inquiry.names) {
            case .ways(let text): settle(inquiry.question, .success(try ProxyChoice.read(text)))
            case .mistake(let text): throw ProxyScriptFailure(text: text)
            case .needs(let missing): try lookUp(missing, for: inquiry)
            }
        } catch {
            settle(inquiry.question, .failure(error))
        }
    }

    private func settle(_ question: ProxyQuestion, _ result: Result) {
        let waiting = state.withLock { state in
            if case .success(let choices) = result {
                if state.answers.count >= Self.cacheLimit { state.answers = [:] }
                state.answers[question] = (choices, Self.now() + Self.lifetime)
            }
            return state.waiting.removeValue(forKey: question) ?? []
        }
        for deliver in waiting { deliver(result) }
    }

    /// Looks the names up, all at once, and leaves the queue to others until the last of them is known.
    private func lookUp(_ missing: [String], for inquiry: Inquiry) throws(ProxyScriptFailure) {
        let names = Set(missing).subtracting(inquiry.names.keys)
        guard inquiry.rounds + 1 < Self.roundLimit, !names.isEmpty,
            inquiry.names.count + names.count <= Self.nameLimit
        else { throw ProxyScriptFailure(text: "it resolves too many names") }
        let now = Self.now()
        let rest = inquiry.deadline > now ? inquiry.deadline - now : 0
        let time = min(Self.lookUpTime, .nanoseconds(Int64(clamping: rest)))
        let found = FoundNames(names.count)
        for name in names {
            let take: @Sendable (String?) -> Void = { address in
                guard let all = found.put(address, for: name) else { return }
                self.queue.async { self.proceed(inquiry.knowing(all)) }
            }
            if let kept = keptAddress(of: name) {
                take(kept)
            } else {
                resolver.resolve(name, port: 0, within: time, on: executor) { outcome in
                    take(self.keep(outcome, of: name))
                }
            }
        }
    }

    /// nil: it is to be looked up. Within: nil where it has none.
    private func keptAddress(of name: String) -> String?? {
        state.withLock { state -> String?? in
            guard let kept = state.names[name], kept.expires > Self.now() else { return nil }
            return .some(kept.address)
        }
    }

    /// The first address of the name, of IPv4 if it has one: most scripts know no others. nil when it has none, or none
    /// is found in time.
    private func keep(_ outcome: Resolver.Outcome, of name: String) -> String? {
        var address: String?
        if case .success(let addresses) = outcome {
            address = (addresses.first { !$0.isIPv6 } ?? addresses.first)?.hostText
        }
        let kept = (address: address, expires: Self.now() + Self.nameLifetime)
        state.withLock { state in
            if state.names.count >= Self.nameCacheLimit { state.names = [:] }
            state.names[name] = kept
        }
        return address
    }

    private func ask(
        _ question: ProxyQuestion, _ names: [String: String?]
    ) throws(ProxyScriptFailure) -> PACRuntime.Answer {
        let answer = runtime.withLock { runtime -> Swift.Result<PACRuntime.Answer, ProxyScriptFailure> in
            let current: PACRuntime
            do throws(PACRuntime.Refusal) {
                if let started = runtime { current = started } else { current = try PACRuntime(text) }
                runtime = current
            } catch {
                return .failure(.init(text: error.text))
            }
            do throws(PACProcess.Failure) {
                return .success(
                    try current.ask(
                        url: question.url, host: question.host, names: names,
                        mine: OwnAddresses.mostKnown().hostText))
            } catch {
                runtime = nil
                return .failure(.init(text: error.text))
            }
        }
        return try answer.get()
    }

    /// Nanoseconds of a clock that never steps back.
    private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}

/// What look-ups found that go on at once.
private final class FoundNames: Sendable {
    private struct State {
        var names: [String: String?] = [:]
        var missing: Int
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(missing: count))
    }

    /// All of them, with the last one.
    func put(_ address: String?, for name: String) -> [String: String?]? {
        state.withLock { state -> [String: String?]? in
            state.names.updateValue(address, forKey: name)
            state.missing -= 1
            return state.missing == 0 ? state.names : nil
        }
    }
}
