package import Bytes
import Flow

// Explanations as JSON. The names of the members are a contract with scripts.

extension JSONWriter {
    /// Messages with their spans, framing, notes and reasoning; no topics are all topics.
    ///
    /// - Parameter blocks: those of the heads, where they came or went in HTTP/2.
    package mutating func explained(
        _ input: ExplainedInput, only topics: Set<Reasoning.Topic>, blocks: [RecordedBlock] = []
    ) {
        beginObject()
        beginArray("messages")
        for message in input.messages { self.message(message, only: topics) }
        endArray()
        beginObject("rest")
        member("offset", input.rest.lowerBound)
        member("length", input.rest.count)
        endObject()
        if !blocks.isEmpty {
            key("blocks")
            self.blocks(blocks)
        }
        let failures = input.failures
        if !failures.isEmpty {
            beginArray("failures")
            for failure in failures { self.failure(failure) }
            endArray()
        }
        endObject()
    }

    /// An exchange that failed before there was a message.
    private mutating func failure(_ failure: ExplainedInput.Failure) {
        beginObject()
        member("url", failure.url)
        member("conclusion", failure.outcome.conclusion.text)
        key("steps")
        steps(failure.outcome.steps)
        endObject()
    }

    /// How an exchange went and what follows, as sentences.
    package mutating func inShort(_ exchange: [ExplainedMessage]) {
        let inShort = InShort(exchange)
        beginArray()
        for sentence in inShort.verdict { string(sentence.text) }
        if let next = inShort.next { string(next.answer.text) }
        for end in inShort.bodyEnds { string((end.of == .request ? "Request: " : "") + end.answer.text) }
        endArray()
    }

    /// Before, after, and the topics in which they differ.
    package mutating func whatIf(_ whatIf: WhatIf, only topics: Set<Reasoning.Topic>) {
        beginObject()
        key("before")
        explained(whatIf.before, only: topics)
        key("after")
        explained(whatIf.after, only: topics)
        beginArray("changed")
        for topic in whatIf.changedTopics where topics.isEmpty || topics.contains(topic) { string(topic.rawValue) }
        endArray()
        endObject()
    }

    private mutating func message(_ message: ExplainedMessage, only topics: Set<Reasoning.Topic>) {
        beginObject()
        member("kind", message.kind.rawValue)
        place(message.offset, message.length)
        key("spans")
        spans(message.spans, base: message.base)
        key("framing")
        if let framing = message.explanation.framing {
            beginObject()
            member("kind", framing.kindName)
            member("rule", framing.rule)
            beginArray("steps")
            for step in (message.framingReasoning ?? framing.reasoning).steps {
                beginObject()
                stepStart(step)
                endObject()
            }
            endArray()
            endObject()
        } else {
            null()
        }
        beginArray("notes")
        for note in message.notes { self.note(note) }
        endArray()
        beginObject("reasoning")
        for reasoning in message.reasonings where topics.isEmpty || topics.contains(reasoning.topic) {
            name(reasoning.topic)
            beginObject()
            member("conclusion", reasoning.conclusion.text)
            key("steps")
            steps(reasoning.steps)
            endObject()
        }
        endObject()
        endObject()
    }

    mutating func place(_ offset: Int, _ length: Int) {
        member("offset", offset)
        member("length", length)
    }

    /// The tree is as deep as grammars are, and no deeper.
    mutating func spans(_ spans: [Span], base: Int) {
        beginArray()
        for span in spans {
            beginObject()
            place(base + span.offset, span.length)
            member("rule", span.rule)
            member("spec", span.spec)
            member("text", span.text)
            member("malformed", span.isMalformed)
            key("children")
            self.spans(span.children, base: base)
            endObject()
        }
        endArray()
    }

    mutating func note(_ note: Note) {
        beginObject()
        member("code", note.code)
        member("level", note.level.rawValue)
        place(note.offset, note.length)
        member("summary", note.summary.text)
        member("text", note.text.text)
        member("spec", note.spec)
        endObject()
    }

    mutating func steps(_ steps: [Reasoning.Step]) {
        beginArray()
        for step in steps {
            beginObject()
            stepStart(step)
            member("spec", step.spec)
            endObject()
        }
        endArray()
    }

    private mutating func stepStart(_ step: Reasoning.Step) {
        member("rule", step.rule)
        key("held")
        if let held = step.held { boolean(held) } else { null() }
        member("text", step.text.text)
    }

    /// A topic as the name of a member.
    private mutating func name(_ topic: Reasoning.Topic) {
        switch topic {
        case .framing: key("framing")
        case .url: key("url")
        case .method: key("method")
        case .status: key("status")
        case .redirects: key("redirects")
        case .cookies: key("cookies")
        case .caching: key("caching")
        case .conditional: key("conditional")
        case .ranges: key("ranges")
        case .negotiation: key("negotiation")
        case .expectation: key("expectation")
        case .connection: key("connection")
        case .messages: key("messages")
        case .cors: key("cors")
        case .authentication: key("authentication")
        case .content: key("content")
        case .compression: key("compression")
        case .changes: key("changes")
        case .timing: key("timing")
        case .outcome: key("outcome")
        }
    }
}
