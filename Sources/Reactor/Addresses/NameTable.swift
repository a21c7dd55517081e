/// Which names are known, asked for, or waiting to be asked for: a value that is told what happened and when.
///
/// One question is asked once, however many want its answer, and the answer is good for some seconds: a page with forty
/// links to one dead host must not hold up the others forty times. Times are nanoseconds of a steady clock. Owned by
/// the resolver, under its lock.
struct NameTable {
    /// Questions that may be with the system at once: each takes a thread.
    static let askedAtOnce = 32
    /// Questions that may wait; more are refused.
    static let waitingLimit = 1024
    /// How long addresses are good for: long enough for the requests of one page.
    static let goodFor = Nanoseconds.seconds(5)
    /// How long it is remembered that there was no answer.
    static let badFor = Nanoseconds.seconds(1)
    private static let answerLimit = 1024

    /// What is to be done about a question.
    enum Step {
        case answer(Resolver.Outcome)
        /// The system is to be asked.
        case ask
        /// The answer is on its way, or will be asked for.
        case wait
        case refuse
    }

    private struct Answer {
        let outcome: Resolver.Outcome
        let expires: UInt64
    }

    private var answers: [String: Answer] = [:]
    /// Who wants to know, of the names that are being asked for and of those that wait.
    private var askers: [String: [ResolverTicket]] = [:]
    private var waiting: [String] = []
    /// The oldest in `waiting`.
    private var first = 0
    private var asked = 0

    mutating func begin(_ name: String, for ticket: ResolverTicket, now: UInt64) -> Step {
        if let answer = answers[name], now < answer.expires { return .answer(answer.outcome) }
        if askers[name] != nil {
            askers[name]?.append(ticket)
            return .wait
        }
        if asked < Self.askedAtOnce {
            asked += 1
            askers[name] = [ticket]
            return .ask
        }
        guard waiting.count - first < Self.waitingLimit else { return .refuse }
        askers[name] = [ticket]
        waiting.append(name)
        return .wait
    }

    /// The system has answered. Returns those who wait for it.
    mutating func answered(_ name: String, _ outcome: Resolver.Outcome, now: UInt64) -> [ResolverTicket] {
        asked -= 1
        if answers.count >= Self.answerLimit {
            answers = answers.filter { now < $0.value.expires }
            if answers.count >= Self.answerLimit { answers = [:] }
        }
        let isGood = (try? outcome.get()) != nil
        answers[name] = Answer(outcome: outcome, expires: (isGood ? Self.goodFor : Self.badFor).after(now))
        return askers.removeValue(forKey: name) ?? []
    }

    /// The next name to ask for, when somebody still wants to know.
    mutating func next() -> String? {
        while first < waiting.count {
            let name = waiting[first]
            first += 1
            if first >= Self.waitingLimit {
                waiting.removeFirst(first)
                first = 0
            }
            guard let tickets = askers[name], tickets.contains(where: { !$0.isCancelled }) else {
                askers[name] = nil
                continue
            }
            asked += 1
            return name
        }
        waiting = []
        first = 0
        return nil
    }
}
