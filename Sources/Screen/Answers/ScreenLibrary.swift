import Bytes
import Explain
import Filter
import Flow
package import Library
package import Page
import Views
import Workbench

/// Answers what the screen asks, from where the web page has it, too. A value; its owner calls it beside the terminal,
/// one order at a time. Calls may take long.
package struct ScreenLibrary: Sendable {
    let source: any PageSource
    private let live: (any PageLive)?
    let tools: ScreenTools
    /// The exchange that was asked of last.
    private var opened: ExchangePages?
    /// How far the session was looked at for what caches would have answered.
    private var ghosts: PageGhosts?

    package init(_ source: any PageSource, live: (any PageLive)?, _ tools: ScreenTools) {
        self.source = source
        self.live = live
        self.tools = tools
    }

    /// What became of the file since it was looked at last.
    package func look() -> LibraryChange { source.look() }

    /// Which session it answers of.
    package var place: String { tools.place() }

    /// nil when it cannot be read just now.
    package var session: PageSession? { try? source.session() }

    /// - Parameter done: hears the answer, at once or later, from any thread; for some orders there is none.
    package mutating func answer(_ order: ScreenOrder, _ done: @escaping @Sendable (ScreenAnswer) -> Void) {
        do throws(PageError) {
            if case .resend(let number) = order { return send(try request(number, willBeEdited: false), done) }
            if case .send(let request) = order { return send(request, done) }
            if case .newSession = order { return try begin(done) }
            if let answer = try answer(order) { done(answer) }
        } catch {
            // What caches would have answered was not asked for by a person.
            if case .ghosts = order { return done(.ghosts(.none)) }
            done(.notice(error.text, isBad: true))
            // Whoever waits for rows need not wait for ever.
            if case .rows(let numbers) = order { done(.rows(numbers, [])) }
        }
    }

    private mutating func answer(_ order: ScreenOrder) throws(PageError) -> ScreenAnswer? {
        switch order {
        case .find(let number, let filter, let order):
            let clock = tools.clock()
            let numbers = try source.numbers(filter, clock, order)
            let total = filter == .everything ? numbers.count : try source.session().flowCount
            return .found(number, numbers, clock, total: total)
        case .match(let number, let filter, let clock, let numbers):
            return .matched(number, try source.matching(filter, clock, among: numbers))
        case .rows(let numbers): return .rows(numbers, try rows(numbers))
        case .values(let field, let last): return .values(field, try values(of: field, upTo: last))
        case .tab(let number, let tab, let width):
            let pages = try pages(number)
            let page = pages.page(tab, width: width)
            return .tab(number, tab, width: width, page, parts: pages.parts)
        case .lens(let number, let width):
            let pages = try pages(number)
            return .lens(number, pages.lens(width: width), parts: pages.parts)
        case .page(let page, let numbers, let filter, let clock, let width):
            return .page(page, width: width, try self.page(page, numbers, filter, clock, width))
        case .story(let number, let width): return .story(number, try projected(number, width))
        case .ghosts(let numbers, let last, let step): return try ghosts(numbers, last, step)
        case .seek(let numbers): return .sought(try seek(numbers))
        case .copy(let number, let form): return try copy(number, form)
        case .save(let number, let format):
            return Self.notice(tools.deliver(tools.export(number, format), .file(number, format)))
        case .openPage: return Self.notice(tools.openPage())
        case .readRequest(let number): return .request(try request(number, willBeEdited: true))
        case .resend, .send, .newSession, .editRequest, .editHeld: return nil
        case .rules, .changeRules, .tryRule, .makeRule, .decide, .decideAll: return try answerRules(order)
        }
    }

    // MARK: Rows

    private var reader: PageRows { PageRows(source: source, live: live, reader: tools.reader, start: 0) }

    private func rows(_ numbers: [UInt64]) throws(PageError) -> [ScreenRow] {
        let found = try reader.read(numbers)
        return numbers.compactMap { found[$0] }.map { ScreenRow($0, showsSecrets: tools.showsSecrets) }
    }

    /// Secrets may stand in the values of these: keys in URLs, what people wrote.
    private static let telling: Set = ["url", "query", "fragment", "redirect.to", "message.text"]

    private func values(of field: FilterField, upTo last: UInt64) throws(PageError) -> [String] {
        guard tools.showsSecrets || !Self.telling.contains(field.name) else { return [] }
        return try OccurringValues.of(field, upTo: last, reader)
    }

    private mutating func ghosts(_ numbers: [UInt64], _ last: UInt64, _ step: UInt64) throws(PageError) -> ScreenAnswer
    {
        var state = ghosts ?? PageGhosts(upTo: last)
        try state.go(to: last, atMost: step, reader)
        ghosts = state
        var pairs: [UInt64: CacheGhosts.Pair] = [:]
        for number in numbers { pairs[number] = state.ghosts[number] }
        return .ghosts(GhostsFound(pairs: pairs, words: state.ghosts.words, lacks: state.lacks(last)))
    }

    /// What is worth a look: it failed, or the checks found something.
    private static let notable = try? FlowFilter(
        "worst >= warning or status >= 400 or not outcome in (complete, tunnel)")
    private static let soughtAtOnce = 500

    private func seek(_ numbers: [UInt64]) throws(PageError) -> UInt64? {
        guard let filter = Self.notable else { return nil }
        var place = 0
        while place < numbers.count {
            let some = Array(numbers[place..<min(place + Self.soughtAtOnce, numbers.count)])
            let found = Set(try source.matching(filter, tools.clock(), among: some))
            if let first = some.first(where: found.contains) { return first }
            place += some.count
        }
        return nil
    }

    // MARK: One exchange

    func subject(_ number: UInt64) throws(PageError) -> FilterSubject {
        var found: FilterSubject?
        if let record = live?.record(number), !record.isFinished {
            found = FilterSubject(record, reader: tools.reader)
        } else {
            try source.subjects([number], hasContent: true) { subject in
                found = subject
                return false
            }
        }
        if found == nil, let record = live?.record(number) { found = FilterSubject(record, reader: tools.reader) }
        guard let found else { throw PageError(404, .flow, "Flow #\(number) no longer exists.") }
        return found
    }

    private mutating func pages(_ number: UInt64) throws(PageError) -> ExchangePages {
        if let opened, opened.record.id.number == number, opened.record.isFinished || opened.record.run == nil {
            return opened
        }
        let record = try subject(number).record
        let pages = ExchangePages(record, try around(record), try source.connections(of: record), tools)
        opened = pages
        return pages
    }

    /// The flows around it, itself among them even where the file has it not yet.
    private func around(_ record: FlowRecord) throws(PageError) -> SessionContext {
        let around = try source.around(record).knowing(source.past(of: [record]))
        return around.place(of: record) == nil ? around.adding(record) : around
    }

    private func projected(_ number: UInt64, _ width: Int) throws(PageError) -> TextPage {
        var tools = tools
        tools.showsSecrets = false
        let record = try subject(number).record
        let pages = ExchangePages(record, try around(record), try source.connections(of: record), tools)
        return pages.page(.story, width: width)
    }

    private func request(_ number: UInt64, willBeEdited: Bool) throws(PageError) -> ReplayedRequest {
        let record = try subject(number).record
        guard record.isFinished || record.run == nil else {
            throw PageError(409, .open, "It has not ended; you can send it again when it has.")
        }
        do throws(ReplayProblem) {
            return try ReplayedRequest(record, willBeEdited: willBeEdited)
        } catch {
            throw PageError(422, .message, error.text.prefix(1).uppercased() + error.text.dropFirst())
        }
    }

    private func send(_ request: ReplayedRequest, _ done: @escaping @Sendable (ScreenAnswer) -> Void) {
        source.send(PageSending(request: request, server: nil)) { result in
            switch result {
            case .success(let number): done(.sent(number))
            case .failure(let error): done(.notice(error.text, isBad: true))
            }
        }
    }

    /// What is shown is another one once that is seen, whoever began it.
    private func begin(_ done: @escaping @Sendable (ScreenAnswer) -> Void) throws(PageError) {
        guard let recording = tools.recording else {
            throw PageError(409, .readOnly, "Only a running proxy that stores its session can begin another one.")
        }
        recording.begin(nil) { result in
            if case .failure(let error) = result { done(.notice(error.text, isBad: true)) }
        }
    }

    private func copy(_ number: UInt64, _ form: ScreenCopy) throws(PageError) -> ScreenAnswer {
        switch form {
        case .form(let format):
            return Self.notice(tools.deliver(tools.export(number, format), .clipboard(form)))
        case .url:
            let record = try subject(number).record
            let url = tools.showsSecrets ? ExchangeURL.url(record) : ExchangeURL.redacted(record)
            return Self.notice(tools.deliver((url ?? record.url).array, .clipboard(form)))
        }
    }

    private static func notice(_ result: Result<String, ScreenProblem>) -> ScreenAnswer {
        switch result {
        case .success(let text): .notice(text, isBad: false)
        case .failure(let problem): .notice(problem.text, isBad: true)
        }
    }

    // MARK: Several

    private func page(
        _ page: ScreenPage, _ numbers: [UInt64], _ filter: FlowFilter, _ clock: FilterClock, _ width: Int
    ) throws(PageError) -> TextPage {
        switch page {
        case .endpoints:
            return TextPage(tools.statistics(try source.statistics(filter, clock, by: .endpoint), width))
        case .lanes:
            // What goes on is known where it happens.
            let flows = try flows(numbers, hasContent: false).map { live?.record($0.id.number) ?? $0 }
            let now = live == nil ? nil : tools.clock().now
            return LanesPage(flows, now: now, style: style, width: width, showsSecrets: tools.showsSecrets).text
        case .jar:
            let flows = try flows(numbers.sorted(), hasContent: false)
            let past = try source.past(of: flows)
            let shown = Set(flows.map(\.id.number))
            let before = past.flows.filter { !shown.contains($0.id.number) }.enumerated().map { place, flow in
                var flow = flow
                flow.index = -1 - place
                return flow
            }
            let known = (before + flows).sorted { $0.id.number < $1.id.number }
            let hidden = tools.showsSecrets ? HiddenValues.none : HiddenValues(in: known)
            var view = SessionView(
                flows, after: before, since: past.since, style: style, width: width, topics: [.cookies],
                hiding: hidden)
            JarGrid(known, since: past.since).write(to: &view.page)
            view.show()
            return TextPage(view.page.take())
        case .comparison:
            let flows = try flows(numbers, hasContent: true)
            guard flows.count == 2 else {
                throw PageError(404, .flow, "One of the two no longer exists.")
            }
            return TextPage(tools.comparison(flows[0], flows[1], width))
        }
    }

    /// Pages have colours; the screen leaves them out where there are none.
    private var style: Style { .ansi }

    private func flows(_ numbers: [UInt64], hasContent: Bool) throws(PageError) -> [FlowRecord] {
        var flows: [FlowRecord] = []
        try source.subjects(numbers, hasContent: hasContent) { subject in
            var record = subject.record
            record.index = flows.count
            flows.append(record)
            return true
        }
        return flows
    }
}
