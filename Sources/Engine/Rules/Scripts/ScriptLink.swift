internal import Filter
internal import Flow
internal import HTTPModel
internal import Rules
internal import Scripts
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
        let place: Int
    }

    /// That it wants an event, and how.
    struct Interest {
        var matched: [Int] = []
        var wantsBody = false
    }

    private struct State {
        var wishes: [Wish] = []
        var needs = RequestNeeds([])
        var stages: Question.Stages = []
        var nextTicket: UInt64 = 0
    }

    private let state = Mutex(State())
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
            Wish(on: $0.on, matcher: FilterMatcher($0.filter, clock), wantsBody: $0.wantsBody, place: $0.place)
        }
        next.needs = RequestNeeds(subscriptions.map(\.filter))
        for wish in subscriptions {
            switch wish.on.message {
            case .request?: next.stages.formUnion(wish.wantsBody ? [.requestHead, .requestBody] : .requestHead)
            case .response?: next.stages.formUnion(wish.wantsBody ? [.responseHead, .responseBody] : .responseHead)
            case nil: break
            }
        }
        state.withLock { state in
            next.nextTicket = state.nextTicket
            state = next
        }
    }

    /// Where it has anything to say.
    var stages: Question.Stages { state.withLock { $0.stages } }

    /// Whether it may want anything of an exchange whose request has this head.
    func mayMean(_ head: RequestHead) -> Bool {
        state.withLock { !$0.stages.isEmpty && $0.needs.mayMean(head) }
    }

    /// nil when it does not want this event.
    func interest(in on: ScriptEventKind, of subject: FilterSubject) -> Interest? {
        let wishes = state.withLock { $0.wishes }
        var found = Interest()
        for wish in wishes where wish.on == on && wish.matcher.matches(subject) {
            found.matched.append(wish.place)
            found.wantsBody = found.wantsBody || (wish.wantsBody && !on.isOfHead)
        }
        return found.matched.isEmpty ? nil : found
    }

    /// - Parameter deliver: gets the outcome, from any thread; of a message that is held perhaps a second one.
    func ask(_ question: ScriptQuestion, _ ticket: Ticket, _ deliver: @escaping @Sendable (ScriptOutcome) -> Void) {
        loop.post { $0.ask(question, ticket, deliver, of: self.place) }
    }

    /// For the next question.
    func makeTicket() -> Ticket {
        state.withLock { state in
            state.nextTicket += 1
            return Ticket(number: state.nextTicket)
        }
    }

    /// Nobody waits for it any more.
    func cancel(_ ticket: Ticket, reason: String) {
        loop.post { $0.cancel(ticket, reason, of: self.place) }
    }

    /// An exchange has ended of which it was asked.
    func ended(_ flow: UInt64) {
        guard state.withLock({ $0.wishes.contains { $0.on == .end } }) else { return }
        loop.post { $0.ended(flow, of: self.place) }
    }
}
