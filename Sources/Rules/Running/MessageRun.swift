package import Bytes
import Filter
package import Flow
import HTTPModel

/// What rules want of one message of a WebSocket, or of the connection when it opens.
package struct MessageOrders: Sendable {
    /// It goes no further.
    package var isDropped = false
    /// What goes on in its place; nil: it does.
    package var content: Bytes?
    /// Microseconds to wait before it goes on.
    package var delay: Int64 = 0
    /// Texts that are sent behind it, to the server (a request's direction) or to the client.
    package var injected: [(to: MessageKind, text: Bytes)] = []
    package var acts: [RuleAct] = []

    package init() {}

    package var isEmpty: Bool { !isDropped && content == nil && delay == 0 && injected.isEmpty }
}

/// The rules about messages, asked by one WebSocket: when it opens, and at each of its messages.
package struct MessageRun: Sendable {
    private let run: RuleRun
    private let record: FlowRecord
    /// Those whose filter the exchange passes, as far as it is known without a message.
    private let ready: [RuleBook.Ready]

    /// nil when no rule about messages means this exchange.
    ///
    /// - Parameter record: with both heads.
    package init?(_ run: RuleRun, _ record: FlowRecord) {
        let subject = FilterSubject(record, reader: RuleRun.reader)
        ready = run.book.ready.filter { ready in
            ready.rule.isAboutMessages && ready.gate?.matches(subject) != false
        }
        guard !ready.isEmpty else { return nil }
        self.run = run
        self.record = record
    }

    /// When the connection has opened: what rules send that wait for no message.
    package func opened() -> MessageOrders {
        var orders = MessageOrders()
        for ready in ready where !ready.waitsForMessage && ready.rule.steps.contains(where: \.action.isInjection) {
            guard ready.rule.turn.comes(ready.key, seed: run.seed, run.counting) else { continue }
            for step in ready.rule.steps where step.action.isInjection { take(step, ready, nil, &orders) }
            if ready.rule.isFinal { break }
        }
        return orders
    }

    /// What becomes of a message: a text, or bytes.
    package func take(_ message: InnerMessage) -> MessageOrders {
        var record = record
        record.inner = InnerMessages()
        record.apply(FlowEvent(flow: record.id, time: message.time, fact: .innerMessage(message)))
        let subject = FilterSubject(record, reader: RuleRun.reader)
        var orders = MessageOrders()
        for ready in ready {
            let steps = ready.rule.steps.filter { ready.waitsForMessage || !$0.action.isInjection }
            guard !steps.isEmpty, ready.matcher.matches(subject),
                ready.rule.turn.comes(ready.key, seed: run.seed, run.counting)
            else { continue }
            for step in steps { take(step, ready, message, &orders) }
            if ready.rule.isFinal { break }
        }
        return orders
    }

    private func take(
        _ step: RuleStep, _ ready: RuleBook.Ready, _ message: InnerMessage?, _ orders: inout MessageOrders
    ) {
        var work = MessageWork(record, message, run, ready, orders)
        guard let text = step.action.change(&work) else { return }
        orders = work.orders
        orders.acts.append(ready.act(step, text))
    }

    /// What the rules that look at messages have to say of one that they do not get to see.
    package func wishes(_ text: String) -> [RuleAct] {
        ready.flatMap { ready in
            ready.rule.steps.filter(\.action.isOfMessages).map { ready.act($0, text) }
        }
    }
}

/// A WebSocket message while a rule has its turn.
struct MessageWork {
    var orders: MessageOrders
    private let record: FlowRecord
    private let message: InnerMessage?
    private let run: RuleRun
    private let ready: RuleBook.Ready

    /// - Parameter message: nil when the connection opens.
    init(
        _ record: FlowRecord, _ message: InnerMessage?, _ run: RuleRun, _ ready: RuleBook.Ready, _ orders: MessageOrders
    ) {
        (self.record, self.message, self.run, self.ready, self.orders) = (record, message, run, ready, orders)
    }

    var direction: String { message?.from == .request ? "to the server" : "to the client" }

    /// What a rule writes, with its values in place.
    func text(_ content: RuleContent) -> Bytes {
        let values = RuleValues(RuleSubject(record), seed: run.seed)
        let count = { run.counting.next(ready.key.acted) }
        return switch content {
        case .text(let template): values.text(template, .none, count: count).asUTF8
        case .json(let template): values.text(template, .json, count: count)
        // None of these is read for a message.
        case .none, .file: Bytes()
        }
    }
}

extension RuleBook.Ready {
    /// Its filter speaks of messages.
    fileprivate var waitsForMessage: Bool { RuleStage.known(rule.filter) == .message }
}

extension Bytes {
    /// RFC 6455 §8.1: a text is UTF-8, whatever a client's header has in it.
    fileprivate var asUTF8: Bytes { Bytes(text) }
}
