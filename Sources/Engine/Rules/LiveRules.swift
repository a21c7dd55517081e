internal import Flow
package import Rules
internal import Synchronization

/// The rules that a proxy goes by at this moment, and their counters. Safe to use from anywhere: all loops ask it, and
/// whoever reads files again puts others in their place.
package final class LiveRules: Sendable {
    private let state: Mutex<State>
    private let numbers = Mutex<[String: UInt64]>([:])
    /// Makes chance and corruption the same in each run that has it.
    package let seed: UInt64
    /// Bytes of a body that is changed; a longer one passes as it is.
    package let bodyLimit: Int
    /// What rules hold.
    package let held: HeldMessages
    /// Where a person can send messages; nil: nobody can, and no WebSocket is read for it.
    package let webSockets: OpenWebSockets?
    /// What answers are read from.
    let files = OpenFiles()
    /// Where files are read, and where bodies are worked on: neither waits for the other.
    let reading = WorkQueues("hark.rules.files")
    let working = WorkQueues("hark.rules.bodies")

    /// Of rules whose rates are shared, by their text.
    private let paces = Mutex<[String: BytePace]>([:])

    private struct State {
        var book: RuleBook
        /// Which book of this run it is.
        var generation = 0
        /// On how many exchanges each rule of the book acted, by its place, and on how many before rules were read
        /// again, by its name.
        var hits: [UInt64]
        var earlierHits: [String: UInt64] = [:]

        init(_ book: RuleBook) {
            self.book = book
            hits = Array(repeating: 0, count: book.rules.count)
        }

        var allHits: [String: UInt64] {
            var all = earlierHits
            for (rule, count) in zip(book.rules, hits) where count > 0 { all[rule.name, default: 0] += count }
            return all
        }
    }

    /// - Parameter takesMessages: a page is served, on which a person can send messages into WebSockets.
    package init(
        _ book: RuleBook, seed: UInt64, bodyLimit: Int = 16 << 20, holdTimeout: Duration = .seconds(600),
        takesMessages: Bool = false
    ) {
        webSockets = takesMessages ? OpenWebSockets() : nil
        held = HeldMessages(timeout: holdTimeout)
        state = Mutex(State(book))
        self.seed = seed
        self.bodyLimit = bodyLimit
    }

    /// The rules of an exchange from its beginning to its end.
    package var book: RuleBook { state.withLock { $0.book } }

    /// Exchanges that begin from now on go by these. The counters of rules whose text is the same go on.
    package func replace(by book: RuleBook) {
        state.withLock { state in
            var next = State(book)
            next.generation = state.generation + 1
            next.earlierHits = state.allHits
            state = next
        }
    }

    /// The same with a number that no other book of the run has.
    var current: (RuleBook, generation: Int) { state.withLock { ($0.book, $0.generation) } }
}

extension LiveRules {
    /// On how many exchanges that ended each rule acted, by its name.
    package var hitCounts: [String: UInt64] { state.withLock { $0.allHits } }

    /// An exchange ended on which these acted.
    ///
    /// - Parameter generation: of the book that it went by.
    func count(_ run: RuleRun, _ generation: Int) {
        guard !run.active.isEmpty else { return }
        state.withLock { state in
            guard state.generation == generation else {
                for name in run.matched { state.earlierHits[name, default: 0] += 1 }
                return
            }
            for place in run.active where place < state.hits.count { state.hits[place] += 1 }
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
