internal import Flow
package import Rules
internal import Synchronization

/// The rules that a proxy goes by at this moment, and their counters. Safe to use from anywhere: all loops ask it, and
/// whoever reads files again puts others in their place.
package final class LiveRules: Sendable {
    private let state: Mutex<State>
    private let numbers = Mutex<[String: UInt64]>([:])
    private let hits = Mutex<[String: UInt64]>([:])
    /// Makes chance and corruption the same in each run that has it.
    package let seed: UInt64
    /// Bytes of a body that is changed; a longer one passes as it is.
    package let bodyLimit: Int
    /// What rules hold.
    package let held: HeldMessages

    /// Of rules whose rates are shared, by their text.
    private let paces = Mutex<[String: BytePace]>([:])

    private struct State {
        var book: RuleBook
        var stages: Question.Stages
    }

    package init(_ book: RuleBook, seed: UInt64, bodyLimit: Int = 16 << 20, holdTimeout: Duration = .seconds(600)) {
        held = HeldMessages(timeout: holdTimeout)
        state = Mutex(State(book: book, stages: book.stages))
        self.seed = seed
        self.bodyLimit = bodyLimit
    }

    /// The rules of an exchange from its beginning to its end.
    package var book: RuleBook { state.withLock { $0.book } }

    /// Exchanges that begin from now on go by these. The counters of rules whose text is the same go on.
    package func replace(by book: RuleBook) {
        state.withLock { $0 = State(book: book, stages: book.stages) }
    }
}

extension LiveRules {
    /// On how many exchanges that ended each rule acted, by its name.
    package var hitCounts: [String: UInt64] { hits.withLock { $0 } }

    /// An exchange ended on which these acted.
    func count(_ rules: [String]) {
        guard !rules.isEmpty else { return }
        hits.withLock { hits in
            for rule in rules { hits[rule, default: 0] += 1 }
        }
    }
}

extension LiveRules {
    /// When bytes of one of the connections that share a rate have taken their time.
    ///
    /// - Parameter rule: whose rate it is, by its text.
    func reserve(_ count: Int, _ rate: ThrottleRate, of rule: String, now: UInt64) -> UInt64 {
        paces.withLock { $0[rule, default: BytePace()].reserve(count, rate: rate.down, now: now) }
    }
}

extension LiveRules: RuleCounting {
    package func next(_ name: String) -> UInt64 {
        numbers.withLock { numbers in
            numbers[name, default: 0] += 1
            return numbers[name, default: 0]
        }
    }
}
