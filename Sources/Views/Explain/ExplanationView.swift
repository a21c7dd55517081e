import Bytes
package import Explain
import Flow
import HTTPModel

/// Messages on a page: every line with what it is beneath it, then why things are as they are, then what is good and
/// bad about them. Owned by the command that prints one.
package struct ExplanationView {
    package var page: PageWriter
    /// Whether every byte is named instead of every line.
    private let showsBytes: Bool
    /// Only these are reasoned about, and nothing else is shown; empty for everything.
    private let topics: Set<Reasoning.Topic>
    /// Every step of every reasoning, and every note in full; else a page to be read at a glance.
    private let showsAll: Bool
    /// Something was left out.
    private var isShortened = false
    /// What the rest of the page tells.
    private var elsewhere: Set<Reasoning.Topic> = []
    /// What the page has begun with, of the exchange that is shown.
    private var begun: Set<Reasoning.Topic> = []
    /// The sections of what it says is wrong there.
    private var foundSections: Set<String> = []

    /// Where the words beneath a line begin.
    static let indent = 4

    package init(
        style: Style, width: Int?, showsBytes: Bool = false, topics: Set<Reasoning.Topic> = [], showsAll: Bool = false,
        hiding hidden: HiddenValues = .none
    ) {
        page = PageWriter(style: style, width: width, hiding: hidden)
        self.showsAll = showsAll
        self.showsBytes = showsBytes
        self.topics = topics
    }

    package mutating func show(_ input: ExplainedInput) {
        for exchange in Self.exchanges(input.messages) {
            if topics.isEmpty, !showsBytes { inShort(exchange, amongSeveral: exchange.count < input.messages.count) }
            for message in exchange { show(message) }
        }
        for failed in input.failures { failure(failed) }
        if !topics.isEmpty {
            let found = Set(input.messages.flatMap { $0.allReasonings.map(\.topic) })
            let missing = Reasoning.Topic.allCases.filter { topics.contains($0) && !found.contains($0) }
            for topic in missing {
                page.heading(Prose(stringLiteral: topic.title))
                page.prose(Prose(stringLiteral: Self.none(of: topic)), at: 2)
            }
            return
        }
        shortened()
        // The last line of a file has an end, too.
        guard !input.rest.isEmpty, !input.isRestBlank || input.messages.isEmpty else { return }
        page.heading("Rest")
        page.prose(
            input.rest.count == 1
                ? "The byte at \(input.rest.lowerBound) does not belong to a message."
                : "\(input.rest.count) bytes from byte \(input.rest.lowerBound) on do not belong to a message: they "
                    + "contain no start line.",
            at: 2)
    }

    /// Each request with what answers it; a response whose request is not there is one by itself.
    private static func exchanges(_ messages: [ExplainedMessage]) -> [ArraySlice<ExplainedMessage>] {
        var starts: [Int] = []
        for (place, message) in messages.enumerated() {
            let answers = place > 0 && message.kind == .response && !messages[place - 1].isFinalResponse
            if !answers { starts.append(place) }
        }
        return zip(starts, starts.dropFirst() + [messages.count]).map { messages[$0..<$1] }
    }

    /// How it went and what to do, then what was found to be wrong: before all that it is drawn from.
    private mutating func inShort(_ exchange: ArraySlice<ExplainedMessage>, amongSeveral: Bool) {
        let inShort = InShort(exchange)
        foundSections = []
        begun = Set([inShort.next?.topic].compactMap(\.self))
        if inShort.bodyEnds.contains(where: { $0.of == .response }) { begun.insert(.framing) }
        guard !inShort.verdict.isEmpty, let first = exchange.first else { return }
        let what: Prose =
            switch (amongSeveral, first.explanation.request) {
            case (true, let request?): ": \(request.method.name) \(request.targetBytes.abbreviated(to: 40))"
            case (true, nil), (false, _): ""
            }
        page.heading("In short" + what)
        for sentence in inShort.verdict { page.prose(sentence, at: 2) }
        if let (topic, answer) = inShort.next {
            page.prose(Prose(stringLiteral: topic.title + ": ") + answer, at: 2)
        }
        for end in inShort.bodyEnds {
            let title = Reasoning.Topic.framing.title + (end.of == .request ? " of the request: " : ": ")
            page.prose(Prose(stringLiteral: title) + end.answer, at: 2)
        }
        let found = exchange.flatMap { message in message.notes.filter(\.isFinding) }
        foundSections = Set(found.map(\.spec))
        if !found.isEmpty { page.newline() }
        for notes in found.byLevel.alike { NoteLines(notes).write(to: &page) }
        page.newline()
    }

    /// An exchange that failed before there was a message to explain.
    private mutating func failure(_ failed: ExplainedInput.Failure) {
        let url: Prose = failed.url.isEmpty ? "" : " · \(failed.url.abbreviated(to: max(20, page.width - 32)))"
        page.heading("No request was sent" + url)
        ReasoningLines(failed.outcome).write(to: &page)
        page.newline()
    }

    private static func none(of topic: Reasoning.Topic) -> String {
        switch topic {
        case .cookies: "There are no cookies in these messages."
        default: "These messages have nothing on this topic."
        }
    }

    private mutating func shortened() {
        guard isShortened else { return }
        page.prose(
            "\("--all") adds every step and note, \("--only TOPIC") shows the steps of one topic.", at: 2, ink: .quiet)
    }

    /// Of messages whose lines stand elsewhere: why things are as they are, and what is good and bad about them.
    ///
    /// - Parameter told: of these, what stands elsewhere too is right; only what is wrong is said.
    package mutating func judge(_ input: ExplainedInput, besides told: Set<Reasoning.Topic> = []) {
        elsewhere = told
        defer { elsewhere = [] }
        for message in input.messages where !toldReasonings(message).isEmpty || !toldNotes(message).isEmpty {
            heading(message)
            why(message)
            notes(message)
        }
    }

    package mutating func show(_ message: ExplainedMessage) {
        guard topics.isEmpty else { return showReasonings(message) }
        heading(message)
        if showsBytes {
            ByteTable(message).write(to: &page)
        } else {
            for assumption in message.assumptions { page.prose(assumption, at: 2, ink: .quiet) }
            if showsAll, !message.assumptions.isEmpty { page.newline() }
            MessageLines(message, showsAll: showsAll).write(to: &page)
        }
        if showsBytes { return page.newline() }
        why(message)
        notes(message, besides: \.isFinding)
        if !showsAll { page.newline() }
    }

    /// The answers; in short with what is wrong beneath, and without those that say nothing beyond the lines above.
    private mutating func why(_ message: ExplainedMessage) {
        let noted = notedSections(message)
        let told = toldReasonings(message)
        guard !told.isEmpty else { return }
        if showsAll { page.prose("Why", at: 2, ink: .strong) } else { isShortened = true }
        for reasoning in told {
            // What each attribute of a cookie says stands beneath its line already.
            let extent: ReasoningLines.Extent =
                !showsAll ? .faults(butOf: noted) : reasoning.topic == .cookies ? .verdicts : .all
            ReasoningLines(reasoning, extent).write(to: &page)
        }
        if showsAll { page.newline() }
    }

    /// In short, what a note says of a section is said there alone.
    private func notedSections(_ message: ExplainedMessage) -> Set<String> {
        showsAll ? [] : foundSections.union(message.notes.filter { $0.isFinding }.map(\.spec))
    }

    private func toldReasonings(_ message: ExplainedMessage) -> [Reasoning] {
        let noted = notedSections(message)
        return message.allReasonings.filter { reasoning in
            showsAll || reasoning.steps.contains { $0.isFault && !noted.contains($0.spec) }
                || !elsewhere.contains(reasoning.topic) && !begun.contains(reasoning.topic)
                    && !isPlain(reasoning, of: message)
        }
    }

    private func toldNotes(_ message: ExplainedMessage) -> [Note] {
        message.notes.filter { showsAll || $0.level != .info }
    }

    /// Topics whose answers matter when something is wrong, or are told by others.
    private func isPlain(_ reasoning: Reasoning, of message: ExplainedMessage) -> Bool {
        switch reasoning.topic {
        case .negotiation, .content, .compression, .connection: return true
        // Where it redirects, that answer says what the status asks for; of 200 the status line says it.
        case .status:
            return message.explanation.response?.status == 200
                || message.reasonings.contains { $0.topic == .redirects }
        // All went well: nothing else says so as briefly as the silence.
        case .outcome: return reasoning.steps.count == 1
        case .framing:
            // What ends a body is said where the body stands; without a body it is worth a word where fields speak of
            // one.
            if message.spans.contains(where: { $0.rule == "message-body" }) { return true }
            guard let fields = message.fields, let framing = message.explanation.framing, framing.refusal == nil
            else { return false }
            if framing.kind == .close || framing.kind == .tunnel { return false }
            let announced = fields.first(.contentLength).map { $0 != "0" } ?? false
            return !announced && !fields.contains(.transferEncoding)
        case .url, .method, .redirects, .cookies, .caching, .conditional, .ranges, .expectation, .messages, .cors,
            .authentication, .changes, .timing:
            return false
        }
    }

    /// What is wrong in full; in short, of what is good only what it is about, and nothing that is only worth knowing.
    ///
    /// - Parameter isToldElsewhere: those that stand on the page already.
    private mutating func notes(
        _ message: ExplainedMessage, besides isToldElsewhere: (Note) -> Bool = { _ in false }
    ) {
        if toldNotes(message).count < message.notes.count { isShortened = true }
        let told = toldNotes(message).filter { !isToldElsewhere($0) }
        guard !told.isEmpty else { return }
        // In short, praise alone needs no heading.
        if showsAll || told.contains(where: \.isFinding) {
            if !showsAll { page.newline() }
            page.prose("Notes", at: 2, ink: .strong)
        }
        for notes in told.byLevel.alike {
            NoteLines(notes).write(to: &page, inShort: !showsAll && !notes.note.isFinding)
        }
        if showsAll { page.newline() }
    }

    private func url(_ message: ExplainedMessage, _ head: RequestHead) -> String {
        // A target of CONNECT is host and port: it has no scheme (RFC 9112 §3.2.3).
        let url = head.asksForTunnel ? head.targetBytes : message.url ?? head.targetBytes
        return url.abbreviated(to: max(20, page.width - 32))
    }

    private mutating func heading(_ message: ExplainedMessage) {
        let title: Prose =
            switch message.explanation.head {
            case .request(let head):
                "Request \(head.method.name) \(url(message, head))"
            case .response(let head): head.isInterim ? "Interim response \(head.status)" : "Response \(head.status)"
            case .unreadable where message.isFieldList:
                message.hasPseudoFields
                    ? message.kind == .request ? "Fields of an HTTP/2 request" : "Fields of an HTTP/2 response"
                    : message.kind == .request ? "Header fields of a request" : "Header fields of a response"
            case .unreadable: message.kind == .request ? "No readable request" : "No readable response"
            }
        // What a tool put together again has no size of its own.
        guard !message.isRebuilt else { return page.heading(title) }
        let place = message.offset == 0 ? "" : " from byte \(message.offset)"
        page.heading(title + Prose(stringLiteral: " · \(Quantity.bytes(message.length))" + place))
    }

    private mutating func showReasonings(_ message: ExplainedMessage) {
        let chosen = message.allReasonings.filter { topics.contains($0.topic) }
        guard !chosen.isEmpty else { return }
        heading(message)
        for assumption in message.assumptions { page.prose(assumption, at: 2, ink: .quiet) }
        for reasoning in chosen { ReasoningLines(reasoning).write(to: &page) }
        page.newline()
    }
}

extension Note {
    /// Something is wrong, or may be elsewhere: what a page begins with.
    fileprivate var isFinding: Bool { level >= .warning }
}

extension ExplainedMessage {
    fileprivate var isFinalResponse: Bool {
        kind == .response && explanation.response?.isInterim != true
    }
}
