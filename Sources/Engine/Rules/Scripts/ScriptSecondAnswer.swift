internal import Rules
internal import Synchronization

/// The outcomes of one question: the first goes to whoever asked, a later one, of a message that is held, to whoever
/// waits for it by then. Safe to use from anywhere.
final class ScriptSecondAnswer: Sendable {
    private struct State {
        var hasFirst = false
        var early: ScriptOutcome?
        var deliver: (@Sendable (ScriptOutcome) -> Void)?
    }

    private let state = Mutex(State())

    /// Delivers the outcome if it is the first; false when it is not.
    func takeFirst(_ deliver: @Sendable (ScriptOutcome) -> Void, _ outcome: ScriptOutcome) -> Bool {
        let isFirst = state.withLock { state in
            defer { state.hasFirst = true }
            return !state.hasFirst
        }
        if isFirst { deliver(outcome) }
        return isFirst
    }

    func deliver(_ outcome: ScriptOutcome) {
        let deliver = state.withLock { state in
            if state.deliver == nil { state.early = outcome }
            defer { state.deliver = nil }
            return state.deliver
        }
        deliver?(outcome)
    }

    /// Whoever waits for the second outcome; called once.
    func whenDecided(_ deliver: @escaping @Sendable (ScriptOutcome) -> Void) {
        let early = state.withLock { state in
            if state.early == nil { state.deliver = deliver }
            return state.early
        }
        if let early { deliver(early) }
    }
}
