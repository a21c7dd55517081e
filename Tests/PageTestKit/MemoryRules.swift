import Bytes
import Filter
package import Flow
import HTTPModel
package import Page
import Rules
import Synchronization

/// Rules and held messages in memory, as the page's tests need them.
package final class MemoryRules: PageRules {
    package struct Decided: Sendable, Hashable {
        package let flow: UInt64
        package let verdict: PageVerdict

        package init(flow: UInt64, verdict: PageVerdict) {
            self.flow = flow
            self.verdict = verdict
        }
    }

    private struct State {
        var text: String
        var book: RuleBook
        var off: Set<String> = []
        var revision: UInt64 = 1
        var held: [PageHeld]
        var decided: [Decided] = []
        var fault: RuleError?
        var changed: (@Sendable () -> Void)?
        var open: Set<UInt64> = []
        var sent: [PageSocketMessage] = []
        var refusal: PageError?
    }

    private let kept: Mutex<State>

    package init(_ text: String = "", held: [PageHeld] = []) throws {
        kept = Mutex(State(text: text, book: try Self.book(text), held: held))
    }

    package var decided: [Decided] { kept.withLock { $0.decided } }
    package var text: String { kept.withLock { $0.text } }

    private static func book(_ text: String) throws(RuleError) -> RuleBook {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in throw RuleLoader.Unreadable("is not there") }
        try loader.add(text: text, named: PageRuleSource.page)
        return loader.book(FilterClock(now: 0))
    }

    /// A file changed, and is none.
    package func fail(with text: String) {
        do throws(RuleError) {
            _ = try Self.book(text)
        } catch {
            kept.withLock { $0.fault = error }
        }
        tell()
    }

    package func put(_ held: [PageHeld]) {
        kept.withLock { $0.held = held }
        tell()
    }

    private func tell() { kept.withLock { $0.changed }?() }

    package func state() -> PageRuleState {
        kept.withLock { state in
            PageRuleState(
                revision: state.revision,
                sources: [
                    PageRuleSource(name: PageRuleSource.page, kind: .page, text: state.text, isEditable: true),
                    PageRuleSource(name: "secret.rules", kind: .file, text: nil, isEditable: false),
                ],
                rules: state.book.rules, off: state.off, hits: ["look": 3], fault: state.fault)
        }
    }

    package func change(_ change: PageRuleChange, at revision: UInt64) throws(PageError) -> PageRuleState {
        guard kept.withLock({ $0.revision }) == revision else {
            throw PageError(409, .revision, "The rules were changed meanwhile.")
        }
        switch change {
        case .off(let names): kept.withLock { $0.off = names }
        case .text(_, let text): try replace(by: text)
        case .order(_, let names):
            guard let text = RuleFormat.ordered(text, by: names) else {
                throw PageError(422, .rules, "'order' has to name each rule once.")
            }
            try replace(by: text)
        }
        kept.withLock { $0.revision += 1 }
        tell()
        return state()
    }

    private func replace(by text: String) throws(PageError) {
        do throws(RuleError) {
            let book = try Self.book(text)
            kept.withLock { ($0.text, $0.book) = (text, book) }
        } catch {
            throw PageError(error, in: text)
        }
    }

    package func held() -> [PageHeld] { kept.withLock { $0.held } }

    package func decide(_ flow: UInt64, _ verdict: PageVerdict) throws(PageError) {
        let isThere = kept.withLock { state in
            guard let place = state.held.firstIndex(where: { $0.flow == flow }) else { return false }
            state.held.remove(at: place)
            state.decided.append(Decided(flow: flow, verdict: verdict))
            return true
        }
        guard isThere else { throw .notHeld(flow) }
        tell()
    }

    /// These flows are open WebSockets, and every message is refused with this error, if there is one.
    package func open(_ flows: Set<UInt64>, refusing refusal: PageError? = nil) {
        kept.withLock { ($0.open, $0.refusal) = (flows, refusal) }
    }

    package var sent: [PageSocketMessage] { kept.withLock { $0.sent } }

    package func takesMessages(_ flow: UInt64) -> Bool { kept.withLock { $0.open.contains(flow) } }

    package func send(_ message: PageSocketMessage, _ done: @escaping @Sendable (PageError?) -> Void) {
        let refusal = kept.withLock { state in
            if state.refusal == nil { state.sent.append(message) }
            return state.refusal
        }
        done(refusal)
    }

    package func news() -> PageRuleNews {
        kept.withLock { state in
            PageRuleNews(
                revision: state.revision, rules: state.book.rules.count - state.off.count, held: state.held.count,
                ended: state.held.count { $0.clientEndedAt != nil },
                fault: state.fault.map { "The rules were not changed. \($0.text)" })
        }
    }

    package func watch(_ changed: (@Sendable () -> Void)?) { kept.withLock { $0.changed = changed } }

    /// A held message of a flow.
    package static func held(
        _ record: FlowRecord, _ kind: MessageKind = .request, since: UInt64, until: UInt64, rule: String = "look"
    ) -> PageHeld {
        let head = record.fields(kind)?.raw ?? Bytes()
        let start = head.slice(0..<(head.firstIndex(of: 13) ?? head.count))
        return PageHeld(
            flow: record.id.number, kind: kind, rule: rule, head: head, start: start, record: record, since: since,
            until: until)
    }
}
