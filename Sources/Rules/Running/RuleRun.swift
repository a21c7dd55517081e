package import Bytes
package import Filter
package import Flow
import HTTPModel
import Messages

/// The rules of a book, asked by one exchange: at its request's head, then, where a body was wanted, at that body, and
/// the same of its response. Each filter is asked once, as soon as what it reads is known.
package struct RuleRun: Sendable {
    let book: RuleBook
    let counting: any RuleCounting
    let seed: UInt64
    /// Somebody is told what rules do.
    private let isTold: Bool
    /// The client asks a recording as the server itself: any host is the recorded one.
    let isForAnyHost: Bool
    /// Rules that act on this exchange, by their places in the book, in order.
    package private(set) var active: [Int] = []
    /// Rules for whose sake a body is gathered: they change it, or their filters read it.
    private var waiting: [Int] = []
    /// A final rule has been met at this place; later ones are not asked any more.
    private var last: Int

    /// - Parameters:
    ///   - seed: for chance.
    ///   - isTold: somebody is told what rules do; else none of it is noted.
    ///   - isForAnyHost: the client asks a recording as the server itself, so that any host is the recorded one.
    package init(
        _ book: RuleBook, counting: any RuleCounting, seed: UInt64, isTold: Bool = true, isForAnyHost: Bool = false
    ) {
        self.isForAnyHost = isForAnyHost
        self.book = book
        self.isTold = isTold
        self.counting = counting
        self.seed = seed
        last = book.ready.count
    }

    /// With the decoders that there are; what checks find is not known while a message passes.
    package static let reader = FilterReader(content: { record, kind in
        let content = record[kind].content
        if let decoded = content.decoded { return decoded }
        guard case .codings(let codings) = ContentDecoder.plan(record.fields(kind) ?? .none) else {
            return FilterReader.plainContent(record, kind)
        }
        var bytes: [UInt8] = []
        _ = ContentDecoder.decode(content.kept, codings) { bytes.append(contentsOf: $0) }
        return bytes.isEmpty ? nil : Bytes(bytes)
    })

    /// The names of the rules that act on this exchange, as far as was asked.
    package var matched: [String] { active.map { book.rules[$0].name } }

    /// Asks the filters whose time has come.
    private mutating func ask(_ stage: RuleStage, _ subject: RuleSubject) {
        guard !book.index.isEmpty(stage) else { return }
        let meant = book.index.meant(stage, subject.filtered)
        if active.isEmpty, meant.arePlain, meant.places.last.map({ $0 <= last }) == true {
            active = meant.places
            return
        }
        for place in meant.places {
            guard place <= last else { return }
            let ready = book.ready[place]
            guard comes(ready) else { continue }
            if let last = active.last, last > place {
                active.insert(place, at: active.firstIndex { $0 > place } ?? active.count)
            } else {
                active.append(place)
            }
            guard !ready.isFinal else {
                last = place
                // What an earlier stage chose behind it has been carried out; from now on it acts no more.
                active.removeAll { $0 > place }
                return
            }
        }
    }

    private func comes(_ ready: RuleBook.Ready) -> Bool {
        ready.isAlways || ready.turn.comes(ready.key, seed: seed, counting)
    }

    // MARK: - The request

    /// - Parameters:
    ///   - subject: with the request's head.
    ///   - hasBody: content comes behind the head.
    ///   - flags: what the flags of the command line want, which comes before all rules.
    package mutating func request(
        _ subject: RuleSubject, hasBody: Bool, after flags: [HeaderRule] = []
    ) -> RuleOrders {
        ask(.request, subject)
        var orders = RuleOrders()
        if !active.isEmpty || !flags.isEmpty {
            var work = RequestWork(RuleValues(subject, seed: seed), hasBody: hasBody, after: flags, isTold: isTold)
            work.expect(active.count)
            for place in active {
                // Where nobody is told, the wish is all there is to most rules.
                if !isTold, let wish = book.plainWishes[place], work.wish(wish) { continue }
                work.take(book.ready[place], self)
            }
            orders = work.finished()
        }
        orders.wantsBody = hasBody && orders.ending == nil && wantsBody(.request, subject)
        if !hasBody { missBody(.request, &orders) }
        dress(&orders, subject, isUnasked: true)
        return orders
    }

    /// A message without content has nothing that an action on content could change, which is said.
    private func missBody(_ kind: MessageKind, _ orders: inout RuleOrders) {
        guard isTold, orders.ending == nil else { return }
        for place in active {
            let ready = book.ready[place]
            // What only compares the content does its work with the head.
            for step in ready.steps where step.action.bodyKind == kind && step.action.recording == nil {
                orders.acts.append(ready.act(step, "The \(kind == .request ? "request" : "response") has no content."))
            }
        }
    }

    /// Whether a rule acts on this body, or has to see it first.
    private mutating func wantsBody(_ kind: MessageKind, _ subject: RuleSubject) -> Bool {
        let stage: RuleStage = kind == .request ? .requestBody : .responseBody
        waiting = book.index.ofBodies(kind).filter { place in
            guard place <= last else { return false }
            let ready = book.ready[place]
            if ready.stage < stage { return active.contains(place) }
            guard ready.stage == stage else { return false }
            return ready.gate?.matches(subject.filtered) ?? true
        }
        return !waiting.isEmpty
    }

    /// What the rules do to a body that was gathered; nil when it goes on as it came.
    ///
    /// - Parameters:
    ///   - record: with the content, for filters.
    ///   - reader: finds that content without its codings.
    ///   - files: reads a file of a rule.
    package mutating func body(
        _ kind: MessageKind, _ content: Bytes, _ record: FlowRecord, reader: FilterReader = RuleRun.reader,
        files: (_ path: String) -> Bytes?
    ) -> BodyOrders {
        let subject = RuleSubject(record, reader: reader)
        ask(kind == .request ? .requestBody : .responseBody, subject)
        var work = BodyWork(content, record.fields(kind) ?? .none, kind, RuleValues(subject, seed: seed))
        for place in active {
            let ready = book.ready[place]
            for step in ready.steps where step.action.bodyKind == kind {
                work.take(step, ready, self, files)
            }
        }
        var orders = work.orders
        // Who did something to it has said so. For what is empty nobody waited.
        if orders.acts.isEmpty, !content.isEmpty, let waited = waitedInVain(kind) { orders.acts.append(waited) }
        return orders
    }

    /// What is told of a body that was gathered for filters to read, none of which meant it.
    private func waitedInVain(_ kind: MessageKind) -> RuleAct? {
        guard let first = waiting.first, let step = book.ready[first].steps.first(where: { $0.action.bodyKind == kind })
        else { return nil }
        let others = waiting.dropFirst().prefix(3).map { book.ready[$0].rule.name }
        let more = waiting.count - 1 - others.count
        let names = (others + (more > 0 ? ["\(more) more"] : [])).joined(separator: ", ")
        let too = names.isEmpty ? "" : ", like those of \(names)"
        return book.ready[first].act(
            step, "Hark waited for the whole content because the filter reads it\(too); it is forwarded unchanged.")
    }

    /// What the rules that wanted a body have to say of it, which they do not get to see.
    package func wishes(of kind: MessageKind, _ text: String) -> [RuleAct] {
        waiting.flatMap { place in
            let ready = book.ready[place]
            return ready.steps.filter { $0.action.bodyKind == kind }.map { ready.act($0, text) }
        }
    }

    /// What is told of the rules that change bytes, once it is known which.
    package func acts(of shape: BodyShape, _ text: String) -> [RuleAct] {
        guard shape.corrupt != nil else { return [] }
        return active.flatMap { place in
            let ready = book.ready[place]
            return ready.steps.filter(\.action.corrupts).map { ready.act($0, text) }
        }
    }

    // MARK: - The response

    /// - Parameter isEmpty: the response could have content and has none, which can be replaced like any other.
    package mutating func response(
        _ subject: RuleSubject, hasBody: Bool, isEmpty: Bool = false, after flags: [HeaderRule] = []
    ) -> RuleOrders {
        ask(.response, subject)
        var orders = RuleOrders()
        if !active.isEmpty || !flags.isEmpty {
            let values = RuleValues(subject, seed: seed)
            let fields = subject.record.responseHead?.fields ?? .none
            var work = ResponseWork(fields, values, hasBody: hasBody, after: flags, isTold: isTold)
            for place in active {
                let ready = book.ready[place]
                for step in ready.steps { work.take(step, ready, self) }
            }
            orders = work.finished()
        }
        orders.wantsBody = (hasBody || isEmpty) && orders.ending == nil && wantsBody(.response, subject)
        if !hasBody && !isEmpty { missBody(.response, &orders) }
        dress(&orders, subject, isUnasked: false)
        return orders
    }

    private func dress(_ orders: inout RuleOrders, _ subject: RuleSubject, isUnasked: Bool) {
        guard let ending = orders.ending, case .answer(let answer) = ending else { return }
        let dressed = dressed(answer, subject.record, isUnasked: isUnasked)
        orders.ending = .answer(dressed.answer)
        orders.acts += dressed.acts
    }

    /// What a recording has at this place, as the other rules want it, with what is told of that; nil when it has
    /// nothing there.
    package func recorded(_ session: String, _ place: Int, _ record: FlowRecord) -> (
        answer: RuleAnswer, acts: [RuleAct], content: ContentRef
    )? {
        guard let recorded = book.recording(session)?.answer(place) else { return nil }
        let (answer, acts) = dressed(RuleAnswer(status: recorded.status, fields: recorded.fields), record)
        return (answer, acts, recorded.content)
    }

    /// An answer of a rule's own with what rules do to the fields of responses, and to how their bytes go.
    ///
    /// - Parameter isUnasked: no server was contacted; otherwise what waits for a response has waited.
    func dressed(
        _ answer: RuleAnswer, _ record: FlowRecord, isUnasked: Bool = true
    ) -> (answer: RuleAnswer, acts: [RuleAct]) {
        var work = ResponseWork(
            answer.fields.map { ($0.name, $0.value) }, RuleValues(RuleSubject(record), seed: seed),
            isUnasked: isUnasked)
        for place in active {
            let ready = book.ready[place]
            for step in ready.steps where step.action.bearsOnAnswers(isUnasked: isUnasked) {
                work.take(step, ready, self)
            }
        }
        let orders = work.finished()
        var copy = answer
        (copy.delay, copy.shape) = (orders.delay, orders.shape)
        guard !orders.fields.isEmpty else { return (copy, orders.acts) }
        copy.fields = work.lines().map { RuleAnswer.Field(name: $0.name, value: $0.value) }
        copy.isRaw = answer.isRaw || orders.fields.contains(where: \.isRaw)
        return (copy, orders.acts)
    }
}

extension RuleBook.Ready {
    /// What is told of something that this rule did.
    func act(_ step: RuleStep, _ text: String) -> RuleAct {
        if let usual = step.usualAct, usual.text == text { return usual }
        return RuleAct(rule: rule.name, file: rule.place.file, line: rule.place.line, action: step.text, text: text)
    }
}
