package import Bytes
package import Flow
package import HTTPModel

/// Everything that was given to explain, read and judged: its messages in order, and the bytes that belong to none.
/// A value; making one is pure.
package struct ExplainedInput: Sendable {
    /// What nobody can read from raw messages.
    package struct Circumstances: Sendable {
        /// What all messages are; nil when each tells by its first line.
        package var kind: MessageKind?
        /// What a response answers whose request is not there; nil when nobody said.
        package var method: Method?
        /// What the first request asked for, when the message does not say.
        package var url: Bytes?
        /// Seconds since 1970, for messages without a Date.
        package var now: Int64
        package var options: ExplainOptions

        package init(
            kind: MessageKind? = nil, method: Method? = nil, url: Bytes? = nil, now: Int64 = 0,
            options: ExplainOptions = ExplainOptions()
        ) {
            self.kind = kind
            self.method = method
            self.url = url
            self.now = now
            self.options = options
        }
    }

    package private(set) var messages: [ExplainedMessage]
    /// The bytes after the last message.
    package let rest: Range<Int>
    /// The rest is the end of the last line, or other white space.
    package private(set) var isRestBlank = false
    /// The messages in pairs.
    package private(set) var exchanges: [FlowRecord] = []
    /// All pairs, those that nobody can read among them, with the places of their messages.
    package private(set) var pairs: [(exchange: FlowRecord, request: Int?, response: Int?)] = []

    /// Raw messages, one or several in a row.
    package init(raw input: Bytes, _ circumstances: Circumstances) {
        let reading = PastedMessages(input, kind: circumstances.kind, method: circumstances.method)
        messages = reading.messages
        rest = reading.rest
        isRestBlank = input.slice(reading.rest).allSatisfy {
            ASCII.isWhitespace($0) || $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn
        }
        var pairing = MessagePairing(circumstances)
        for place in messages.indices { pairing.take(messages[place], at: place) }
        judge(pairing.pairs, in: SessionContext(pairing.pairs.map(\.exchange)), circumstances.options)
        exchanges = pairing.pairs.filter(\.isReadable).map(\.exchange)
        pairs = pairing.pairs.map { ($0.exchange, $0.request, $0.response) }
    }

    /// Recorded exchanges, whose messages were put together again. The input is the messages in a row.
    package init(
        recorded: [RecordedMessages], in session: SessionContext, options: ExplainOptions = ExplainOptions()
    ) {
        messages = []
        var pairs: [MessagePairing.Pair] = []
        var end = 0
        for exchange in recorded {
            var pair = MessagePairing.Pair(exchange: exchange.exchange)
            pair.isTold = false
            // Edits count the lines of the heads as they were recorded, not of those that are read here.
            if let changes = exchange.exchange.changes, !changes.isEmpty { pair.exchange.toldChanges = changes }
            if let message = exchange.message(.request, to: .get, at: end) {
                pair.request = messages.count
                messages.append(message)
                if let head = message.explanation.request { pair.exchange.requestHead = head }
                end += message.length
            }
            for (place, interim) in exchange.exchange.interim.enumerated() {
                guard let message = exchange.interim(place, at: end) else { continue }
                pair.interim.append((messages.count, interim.head))
                messages.append(message)
                end += message.length
            }
            if let message = exchange.message(.response, to: pair.exchange.method, at: end) {
                pair.response = messages.count
                messages.append(message)
                if let head = message.explanation.response { pair.exchange.responseHead = head }
                end += message.length
            }
            pairs.append(pair)
        }
        rest = end..<end
        judge(pairs, in: session, options)
        exchanges = pairs.map(\.exchange)
    }

    /// An exchange that failed before there was a message to explain, and how.
    package struct Failure: Sendable {
        package let url: Bytes
        package let outcome: Reasoning
    }

    /// Those without any message, in order.
    package var failures: [Failure] {
        exchanges.compactMap { exchange in
            guard exchange.requestHead == nil, exchange.responseHead == nil, exchange.request.malformedHead == nil,
                exchange.response.malformedHead == nil, let outcome = OutcomeReasoning.reasoning(about: exchange)
            else { return nil }
            return Failure(url: exchange.url, outcome: outcome)
        }
    }

    // MARK: Judging

    private mutating func judge(_ pairs: [MessagePairing.Pair], in session: SessionContext, _ options: ExplainOptions) {
        for var pair in pairs {
            if pair.isReadable { decode(&pair, options) }
            let notes = pair.isReadable ? options.notes(pair.exchange) : []
            for (place, kind) in [(pair.request, MessageKind.request), (pair.response, .response)] {
                guard let place else { continue }
                let message = messages[place]
                let isLast = kind == .response || pair.response == nil
                messages[place].url = pair.isReadable && pair.knowsURL ? pair.exchange.url : nil
                if kind == .response { messages[place].isCacheMiss = pair.exchange.isCacheMiss }
                if kind == .response, let origin = pair.exchange.responseOrigin {
                    messages[place].origin = origin
                    messages[place].assumptions.insert(origin.words, at: 0)
                }
                messages[place].assumptions += pair.assumptions(of: kind)
                let found = notes.filter { $0.message == kind || ($0.message == nil && isLast && pair.request != nil) }
                    .map { $0.moved(by: message.base + message.explanation.headOffset, keepsWhole: $0.message == nil) }
                messages[place].notes = WireNotes.about(message).filter { !$0.isSaid(by: found, in: message) } + found
                guard pair.isReadable else { continue }
                messages[place].reasonings = pair.topics(of: kind).compactMap {
                    Reasonings.reasoning($0, about: pair.exchange, in: session, options: options)
                }
            }
            for (place, head) in pair.interim {
                messages[place].notes = WireNotes.about(messages[place])
                messages[place].url = pair.exchange.url
                var seen = pair.exchange
                seen.responseHead = head
                messages[place].reasonings =
                    Reasonings.reasoning(.status, about: seen, in: session, options: options).map { [$0] } ?? []
            }
        }
    }
}

extension ExplainedInput {
    /// What the contents are without their codings; that its size is then known is worth knowing to all that follows.
    private mutating func decode(_ pair: inout MessagePairing.Pair, _ options: ExplainOptions) {
        for (place, kind) in [(pair.request, MessageKind.request), (pair.response, .response)] {
            guard let place, let plain = options.decode(pair.exchange, kind) else { continue }
            messages[place].plain = plain
            let known = pair.exchange[kind].content.decodedSize
            if plain.remark == nil, !plain.codings.isEmpty {
                pair.exchange[kind].content.decodedSize = known ?? plain.size
            }
        }
    }
}

extension Note {
    /// Whether one of these speaks of the same line by the same section: what was tolerated need not be said again.
    fileprivate func isSaid(by others: [Note], in message: ExplainedMessage) -> Bool {
        guard level == .warning else { return false }
        return others.contains { other in
            // A check knows better how much it matters: a length of 0 with a 204 does no harm.
            guard other.level > .good, other.spec == spec, other.length > 0 else { return false }
            let between = min(offset, other.offset)..<max(offset, other.offset)
            return !message.input.slice((between.lowerBound - message.base)..<(between.upperBound - message.base))
                .contains(ASCII.lineFeed)
        }
    }

    /// The same about the same bytes of a larger whole.
    fileprivate func moved(by distance: Int, keepsWhole: Bool) -> Note {
        let start = keepsWhole ? offset : offset + distance
        return Note(code, level, at: start..<(start + length), summary, text, spec: spec, in: message)
    }
}
