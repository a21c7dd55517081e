import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// An event stream (HTML Standard §9.2): what came, what a browser does when it breaks off, and how a client went on
/// from one stream to the next.
struct EventStreamReasoning {
    private let exchange: FlowRecord
    private let session: SessionContext
    /// The newest one.
    private let event: InnerMessage.Event
    private var steps = StepCollector()
    private static let spec = "HTML §9.2"
    /// Others of the same path are stepped over.
    private static let neighbours = 32

    /// nil when no event came.
    init?(_ exchange: FlowRecord, in session: SessionContext) {
        guard let event = Self.lastEvent(of: exchange) else { return nil }
        self.exchange = exchange
        self.session = session
        self.event = event
        begun()
        steps.add("events", "\(Quantity.count(exchange.inner.received, "event")) received.", "\(Self.spec).6")
        id()
        retry()
        goneOn()
    }

    var reasoning: Reasoning {
        let again: Prose =
            event.id.isEmpty
            ? "A browser that reconnects starts from the beginning."
            : "A browser that reconnects sends \("Last-Event-ID: \(event.id.text)")."
        return Reasoning(
            .messages, "\(Quantity.count(exchange.inner.received, "event")) received. \(again)", steps: steps.steps)
    }

    /// What the request says of a stream before it, and what that stream said itself.
    private mutating func begun() {
        let said = Self.said(exchange)
        if let said {
            steps.add(
                "Last-Event-ID", held: true,
                "The request continues an earlier stream: the last received event was \(said).", "\(Self.spec).4")
        }
        guard let earlier = neighbour(session.before), let end = Self.end(of: earlier), let start = exchange.startedAt,
            // Both at once are two readers.
            end <= start, let last = Self.lastEvent(of: earlier)
        else { return }
        let rule = "reconnection"
        guard !last.id.isEmpty else {
            return steps.add(
                rule, held: false,
                "\(flow: earlier.id.number) came before it, without ids: the events between the two are lost.",
                "\(Self.spec).3")
        }
        guard let said else {
            return steps.add(
                rule, held: false,
                """
                \(flow: earlier.id.number) ended with the id \(last.id), which this request does not send. It starts \
                from the beginning, like a reloaded page.
                """, "\(Self.spec).4")
        }
        guard said == last.id else {
            return steps.add(
                rule,
                """
                \(flow: earlier.id.number) ended with the id \(last.id), but this client had received another event \
                last.
                """, "\(Self.spec).4")
        }
        steps.add(
            rule, held: true,
            """
            It continues where \(flow: earlier.id.number) ended, \(Quantity.duration(start - end)) \
            later\(last.retry.map { "; the stream had asked for \($0) ms" } ?? "").
            """, "\(Self.spec).3")
    }

    private mutating func id() {
        guard !event.id.isEmpty else {
            return steps.add(
                "id", held: false,
                """
                No event had an id: a client that reconnects cannot say where to continue, and loses the events in \
                between.
                """,
                "\(Self.spec).6")
        }
        steps.add(
            "id", held: true,
            "The last id is \(event.id): the client sends it in Last-Event-ID.", "\(Self.spec).4")
    }

    private mutating func retry() {
        guard let retry = event.retry else {
            return steps.add(
                "retry",
                "The stream does not set the reconnection time; browsers wait a few seconds.", "\(Self.spec).3")
        }
        steps.add("retry", "The stream asks clients to wait \(retry) ms before they reconnect.", "\(Self.spec).6")
    }

    /// Who went on from here.
    private mutating func goneOn() {
        guard !event.id.isEmpty, let later = neighbour(session.after), Self.said(later) == event.id,
            let end = Self.end(of: exchange), let start = later.startedAt, end <= start
        else { return }
        steps.add(
            "continued", held: true,
            "\(flow: later.id.number) continues from there, \(Quantity.duration(start - end)) after the end.",
            "\(Self.spec).3")
    }

    // MARK: Streams

    private func neighbour(_ next: (FlowRecord) -> FlowRecord?) -> FlowRecord? {
        var seen = next(exchange)
        for _ in 0..<Self.neighbours {
            guard let candidate = seen else { return nil }
            let type = candidate.responseHead?.fields.first(.contentType).map { MediaType($0) }
            if candidate.url == exchange.url, type?.is("text", "event-stream") == true { return candidate }
            seen = next(candidate)
        }
        return nil
    }

    private static func said(_ exchange: FlowRecord) -> Bytes? { exchange.requestFields.first(named: "last-event-id") }

    /// By the wall clock, in microseconds; nil while it goes on.
    private static func end(of exchange: FlowRecord) -> Int64? {
        guard exchange.outcome != nil, let start = exchange.startedAt, let duration = exchange.duration else {
            return nil
        }
        return start + duration
    }

    private static func lastEvent(of exchange: FlowRecord) -> InnerMessage.Event? {
        if case .event(let event) = exchange.inner.last?.form { return event }
        let last = exchange.inner.list.last { if case .event = $0.form { true } else { false } }
        if case .event(let event) = last?.form { return event }
        return nil
    }
}
