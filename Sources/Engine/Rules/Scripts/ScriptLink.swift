internal import Bytes
internal import Filter
internal import Flow
internal import HTTPModel
internal import Rules
internal import Synchronization

/// A script as exchanges see it: what it wants, and where it is asked. Safe to use from anywhere.
final class ScriptLink: Sendable {
    let name: String
    let file: String
    let policy: ScriptProgram.FailurePolicy
    /// Which of the script's questions it is.
    struct Ticket: Sendable, Hashable {
        let number: UInt64
    }

    private struct Wish: Sendable {
        let on: ScriptEventKind
        let matcher: FilterMatcher
        let wantsBody: Bool
        let wantsRecord: Bool
        let place: Int
    }

    /// That it wants an event, and how.
    struct Interest {
        var matched: [Int] = []
        var wantsBody = false
        /// Which of the script's lists of subscriptions has these places.
        let generation: UInt64
    }

    private struct State {
        var wishes: [Wish] = []
        /// Of those about messages, and of those about WebSockets.
        var needs = RequestNeeds([])
        var webSocketNeeds = RequestNeeds([])
        var wantsWebSockets = false
        var stages: Question.Stages = []
        var nextTicket: UInt64 = 0
        var generation: UInt64 = 0
    }

    private let state = Mutex(State())
    /// The kinds of events that it wants.
    private let wanted = Atomic<UInt32>(0)
    private let loop: ScriptLoop
    let place: Int

    init(_ program: ScriptProgram, _ policy: ScriptProgram.FailurePolicy, at place: Int, on loop: ScriptLoop) {
        (name, file) = (program.name, program.path)
        (self.policy, self.place, self.loop) = (policy, place, loop)
    }

    /// These events from now on.
    func set(_ subscriptions: [ScriptSubscription], _ clock: FilterClock) {
        var next = State()
        next.wishes = subscriptions.map {
            Wish(
                on: $0.on, matcher: FilterMatcher($0.filter, clock), wantsBody: $0.wantsBody,
                wantsRecord: $0.wantsRecord, place: $0.place)
        }
        next.needs = RequestNeeds(subscriptions.filter { $0.on.message != nil }.map(\.filter))
        let ofWebSockets = subscriptions.filter(\.on.isOfWebSocket)
        next.webSocketNeeds = RequestNeeds(ofWebSockets.map(\.filter))
        next.wantsWebSockets = !ofWebSockets.isEmpty
        for wish in subscriptions {
            switch wish.on.message {
            case .request?: next.stages.formUnion(wish.wantsBody ? [.requestHead, .requestBody] : .requestHead)
            case .response?: next.stages.formUnion(wish.wantsBody ? [.responseHead, .responseBody] : .responseHead)
            case nil: break
            }
        }
        wanted.store(subscriptions.reduce(0) { $0 | $1.on.bit }, ordering: .releasing)
        state.withLock { state in
            next.nextTicket = state.nextTicket
            next.generation = state.generation + 1
            state = next
        }
    }

    /// Where it has anything to say; a WebSocket is followed from its response on.
    func stages(of head: RequestHead?) -> Question.Stages {
        state.withLock { state in
            state.wantsWebSockets && head?.asksForWebSocket == true ? state.stages.union(.responseHead) : state.stages
        }
    }

    /// Whether it may want anything of an exchange whose request has this head.
    func mayMean(_ head: RequestHead) -> Bool {
        state.withLock { state in
            if !state.stages.isEmpty, state.needs.mayMean(head) { return true }
            return state.wantsWebSockets && head.asksForWebSocket && state.webSocketNeeds.mayMean(head)
        }
    }

    /// Whether it wants events of this kind at all.
    func wants(_ on: ScriptEventKind) -> Bool { wanted.load(ordering: .acquiring) & on.bit != 0 }

    var wantsConnections: Bool { wanted.load(ordering: .acquiring) & Self.ofConnections != 0 }

    private static let ofConnections = ScriptEventKind.allCases.filter(\.isOfConnection).reduce(0) { $0 | $1.bit }

    /// Tells it of something, if its filters match.
    ///
    /// - Parameters:
    ///   - subject: what filters look at; nil: they are not asked.
    ///   - record: makes the log entry, if it wants that.
    func notify(_ notice: ScriptNotice, of subject: FilterSubject? = nil, record: () -> Bytes? = { nil }) {
        guard wants(notice.on) else { return }
        let wishes = state.withLock { $0.wishes }.filter { wish in
            wish.on == notice.on && (subject.map { wish.matcher.matches($0) } ?? true)
        }
        guard !wishes.isEmpty else { return }
        var notice = notice
        notice.matched = wishes.map(\.place)
        if wishes.contains(where: \.wantsRecord) { notice.record = record() }
        loop.post { [notice] in $0.notify(notice, of: self.place) }
    }

    /// nil when it does not want this event.
    func interest(in on: ScriptEventKind, of subject: FilterSubject) -> Interest? {
        let (wishes, generation) = state.withLock { ($0.wishes, $0.generation) }
        var found = Interest(generation: generation)
        for wish in wishes where wish.on == on && wish.matcher.matches(subject) {
            found.matched.append(wish.place)
            found.wantsBody = found.wantsBody || (wish.wantsBody && !on.isOfHead)
        }
        return found.matched.isEmpty ? nil : found
    }

    /// - Parameters:
    ///   - record: what filters look at.
    ///   - deliver: gets the outcome, from any thread; of a message that is held perhaps a second one.
    func ask(
        _ question: ScriptQuestion, _ interest: Interest, of record: FlowRecord, _ ticket: Ticket,
        _ deliver: @escaping @Sendable (ScriptOutcome) -> Void
    ) {
        loop.post { loop in
            // Another version of the script may have taken the place of the one whose subscriptions were looked at.
            guard let question = self.current(question, interest, record) else {
                return deliver(.verdict(ScriptVerdict(.pass)))
            }
            loop.ask(question, ticket, deliver, of: self.place)
        }
    }

    /// The question as the script wants it now; nil when it does not want it any more.
    private func current(
        _ question: ScriptQuestion, _ interest: Interest, _ record: FlowRecord
    ) -> ScriptQuestion? {
        guard state.withLock({ $0.generation }) != interest.generation else { return question }
        let subject = FilterSubject(record, reader: RuleRun.reader)
        return self.interest(in: question.on, of: subject).map { question.matching($0.matched) }
    }

    /// For the next question.
    func makeTicket() -> Ticket {
        state.withLock { state in
            state.nextTicket += 1
            return Ticket(number: state.nextTicket)
        }
    }

    /// A verdict of it could not be carried out.
    func failed() { loop.post { $0.failed(self.place) } }

    /// Nobody waits for it any more.
    func cancel(_ ticket: Ticket, reason: String) {
        loop.post { $0.cancel(ticket, reason, of: self.place) }
    }
}
