package import Bytes
import Decoding
package import Filter
package import Flow
import HTTPModel

/// The rules of a book, asked by one exchange: at its request's head, then, where a body was wanted, at that body, and
/// the same of its response. Each filter is asked once, as soon as what it reads is known.
package struct RuleRun: Sendable {
    let book: RuleBook
    let counting: any RuleCounting
    let seed: UInt64
    private let reader: FilterReader
    var values: RuleValues
    /// Rules that act on this exchange, by their place in the book.
    private var isActive: [Bool]
    /// A final rule has been met at this place; later ones are not asked any more.
    private var last: Int

    /// - Parameters:
    ///   - record: with the request's head.
    ///   - seed: for chance.
    package init(
        _ book: RuleBook, _ record: FlowRecord, counting: any RuleCounting, seed: UInt64,
        reader: FilterReader = RuleRun.reader
    ) {
        self.book = book
        self.counting = counting
        self.seed = seed
        self.reader = reader
        values = RuleValues(record, seed: seed)
        isActive = [Bool](repeating: false, count: book.ready.count)
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
    package var matched: [String] { places.filter { isActive[$0] }.map { book.rules[$0].name } }

    /// The places of rules that were not cut off by a final one.
    private var places: Range<Int> { 0..<min(last + 1, book.ready.count) }

    /// Asks the filters whose time has come.
    private mutating func ask(_ stage: RuleStage, _ record: FlowRecord) {
        // Made when the first one needs it.
        var subject: FilterSubject?
        for place in places {
            let ready = book.ready[place]
            if ready.stage == stage, !isActive[place] {
                let asked = subject ?? FilterSubject(record, reader: reader)
                subject = asked
                guard ready.matcher.matches(asked) else { continue }
                isActive[place] = ready.rule.turn.comes(ready.key, seed: seed, counting)
            }
            if isActive[place], ready.rule.isFinal {
                last = place
                return
            }
        }
    }

    // MARK: - The request

    /// - Parameters:
    ///   - hasBody: content comes behind the head.
    ///   - flags: what the flags of the command line want, which comes before all rules.
    package mutating func request(
        _ record: FlowRecord, hasBody: Bool, after flags: [HeaderRule] = []
    ) -> RuleOrders {
        ask(.request, record)
        var work = RequestWork(values, hasBody: hasBody, after: flags)
        for place in places where isActive[place] {
            let ready = book.ready[place]
            for step in ready.rule.steps { work.take(step, ready, self) }
        }
        var orders = work.orders
        orders.wantsBody = hasBody && orders.ending == nil && wantsBody(.request, record)
        dress(&orders)
        return orders
    }

    /// Whether a rule acts on this body, or has to see it first.
    private func wantsBody(_ kind: MessageKind, _ record: FlowRecord) -> Bool {
        let stage: RuleStage = kind == .request ? .requestBody : .responseBody
        return places.contains { place in
            let ready = book.ready[place]
            guard ready.rule.steps.contains(where: { $0.action.bodyKind == kind }) else { return false }
            if ready.stage < stage { return isActive[place] }
            guard ready.stage == stage else { return false }
            guard let gate = ready.gate else { return true }
            return gate.matches(FilterSubject(record, reader: reader))
        }
    }

    /// What the rules do to a body that was gathered; nil when it goes on as it came.
    ///
    /// - Parameters:
    ///   - record: with the content, for filters.
    ///   - files: reads a file of a rule.
    package mutating func body(
        _ kind: MessageKind, _ content: Bytes, _ record: FlowRecord,
        files: (_ path: String) -> Bytes?
    ) -> BodyOrders {
        ask(kind == .request ? .requestBody : .responseBody, record)
        var work = BodyWork(content, record.fields(kind) ?? .none, kind)
        for place in places where isActive[place] {
            let ready = book.ready[place]
            for step in ready.rule.steps where step.action.bodyKind == kind {
                work.take(step, ready, self, files)
            }
        }
        return work.orders
    }

    /// What the rules that wanted a body have to say of it, which they do not get to see.
    package func wishes(of kind: MessageKind, _ text: String) -> [RuleAct] {
        places.flatMap { place in
            let ready = book.ready[place]
            let isMeant = isActive[place] || ready.stage.isBody
            return ready.rule.steps.filter { isMeant && $0.action.bodyKind == kind }.map { ready.act($0, text) }
        }
    }

    /// What is told of the rules that change bytes, once it is known which.
    package func acts(of shape: RuleShape, _ text: String) -> [RuleAct] {
        guard shape.corrupt != nil else { return [] }
        return places.flatMap { place in
            let ready = book.ready[place]
            return ready.rule.steps.filter { step in
                guard isActive[place], case .corrupt = step.action else { return false }
                return true
            }.map { ready.act($0, text) }
        }
    }

    // MARK: - The response

    package mutating func response(
        _ record: FlowRecord, hasBody: Bool, after flags: [HeaderRule] = []
    ) -> RuleOrders {
        ask(.response, record)
        var work = ResponseWork(record.responseHead?.fields ?? .none, hasBody: hasBody, after: flags)
        for place in places where isActive[place] {
            let ready = book.ready[place]
            for step in ready.rule.steps { work.take(step, ready, self) }
        }
        var orders = work.orders
        orders.wantsBody = hasBody && orders.ending == nil && wantsBody(.response, record)
        dress(&orders)
        return orders
    }

    private func dress(_ orders: inout RuleOrders) {
        guard let ending = orders.ending, case .answer(let answer) = ending else { return }
        let dressed = dressed(answer)
        orders.ending = .answer(dressed.answer)
        orders.acts += dressed.acts
    }

    /// What a recording has at this place, as the other rules want it, with what is told of that; nil when it has
    /// nothing there.
    package func recorded(_ session: String, _ place: Int) -> (
        answer: RuleAnswer, acts: [RuleAct], content: ContentRef
    )? {
        guard let recorded = book.recording(session)?.answer(place) else { return nil }
        let (answer, acts) = dressed(RuleAnswer(status: recorded.status, fields: recorded.fields))
        return (answer, acts, recorded.content)
    }

    /// An answer of a rule's own with what rules do to the fields of responses: those that were decided by the request.
    package func dressed(_ answer: RuleAnswer) -> (answer: RuleAnswer, acts: [RuleAct]) {
        var work = ResponseWork(answer.fields.map { ($0.name, $0.value) })
        for place in places where isActive[place] && book.ready[place].stage == .request {
            let ready = book.ready[place]
            for step in ready.rule.steps where step.action.isOfResponseFields { work.take(step, ready, self) }
        }
        guard !work.orders.fields.isEmpty else { return (answer, []) }
        var copy = answer
        copy.fields = work.fields.all.map { RuleAnswer.Field(name: $0.name, value: $0.value) }
        copy.isRaw = answer.isRaw || work.orders.fields.contains(where: \.isRaw)
        return (copy, work.orders.acts)
    }
}

extension RuleAction {
    /// It changes lines of responses, whoever made them.
    fileprivate var isOfResponseFields: Bool {
        if case .field(.response, _) = self { return true }
        if case .setResponseCookie = self { return true }
        if case .removeResponseCookie = self { return true }
        return [.noCache, .noCookies, .allowCORS, .noCSP].contains(self)
    }
}

extension RuleBook.Ready {
    /// What is told of something that this rule did.
    func act(_ step: RuleStep, _ text: String) -> RuleAct {
        RuleAct(rule: rule.name, file: rule.place.file, line: rule.place.line, action: step.text, text: text)
    }
}
