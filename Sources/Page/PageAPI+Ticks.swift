package import Bytes
import Filter
import Flow
import HTTPModel
import Library

// What streams are told, tick by tick.
extension PageAPI {
    /// So many flows of the last ticks are known to a view that is being made.
    private static let mostRecent = 65_536

    /// Takes in what happened; what has to be asked of the file comes back.
    package mutating func beginTick(_ tick: PageTick) -> PageTickWork {
        ticks += 1
        if !tick.isEmpty { revision += 1 }
        last = max(last ?? 0, tick.began.max() ?? 0)
        Self.append(tick.began, to: &recentlyBegan)
        Self.append(tick.ended, to: &recentlyEnded)
        var work = PageTickWork()
        let mayBeTunnel = mayBeTunnel
        for id in views.ids {
            let (first, numbers, due, filter, clock) = take(tick, into: id, mayBeTunnel)
            work.appended[id] = (first, numbers)
            guard !due.isEmpty, let filter, let clock else { continue }
            let source = source
            work.due.append((id, due, { (try? source.matching(filter, clock, among: due)) ?? [] }))
        }
        return work
    }

    private static func append(_ numbers: [UInt64], to recent: inout [UInt64]) {
        recent += numbers
        if recent.count > mostRecent { recent.removeFirst(recent.count - mostRecent / 2) }
    }

    private mutating func take(
        _ tick: PageTick, into id: Int, _ mayBeTunnel: (UInt64) -> Bool
    ) -> (first: Int, numbers: [UInt64], due: [UInt64], FlowFilter?, FilterClock?) {
        let ticks = ticks
        let taken = views.change(id) { view -> (Int, [UInt64], [UInt64], FlowFilter?, FilterClock?) in
            let first = view.numbers.count
            view.take(began: tick.began, ended: tick.ended, tick: ticks, mayBeTunnel: mayBeTunnel)
            let numbers = view.numbers[first...].map { UInt64($0) }
            return (first, numbers, view.due(tick: ticks), view.asked, view.clock)
        }
        return taken ?? (0, [], [], nil, nil)
    }

    /// What is known of flows that began just now.
    var mayBeTunnel: (UInt64) -> Bool {
        { [live] number in live?.record(number).map { $0.method == .connect } ?? true }
    }

    /// What finds out what passed while nobody watched: how many flows there are, and a tick of those that came.
    ///
    /// - Parameter recent: the newest flows, of which the file may know nothing yet.
    func catchingUp(
        _ recent: [UInt64], now: PageMoment
    ) -> @Sendable () -> (flowCount: Int, missed: PageTick) {
        let (source, last, clock) = (source, last, now.clock)
        let open = views.ids.flatMap { views.peek($0)?.openNumbers ?? [] }
        return {
            let written = Set((try? source.matching(.everything, clock, among: recent)) ?? recent)
            let unwritten = recent.filter { !written.contains($0) }
            let count = ((try? source.session().flowCount) ?? 0) + unwritten.count
            var numbers = unwritten
            if let last, let filter = try? FlowFilter("id > \(min(last, UInt64(Int64.max)))") {
                let known = Set(unwritten)
                numbers = ((try? source.numbers(filter, clock, nil)) ?? []).filter { !known.contains($0) } + unwritten
            }
            return (count, PageTick(began: numbers, ended: numbers + open))
        }
    }

    /// What the streams are told, by their views; nil: of those that have none.
    ///
    /// - Parameter watched: the views that streams have.
    package mutating func finishTick(
        _ tick: PageTick, _ work: PageTickWork, matched: [Int: [UInt64]], watched: Set<Int?>, now: PageMoment
    ) -> [Int?: Bytes] {
        let news = tools.rules?.news()
        let told = toldNews
        toldNews = news
        guard !tick.isEmpty || news != told || matched.values.contains(where: { !$0.isEmpty }) else { return [:] }
        if tick.isEmpty { revision += 1 }
        var appended = work.appended
        for (id, numbers) in matched where !numbers.isEmpty {
            let new = views.change(id) { view -> (first: Int, numbers: [UInt64]) in
                let first = view.numbers.count
                view.append(numbers)
                return (first, view.numbers[first...].map { UInt64($0) })
            }
            if let new { appended[id] = new }
        }
        let isChanged = changed(by: tick.change)
        var bytes: [Int?: Bytes] = [:]
        for id in watched {
            var events = PageEvents(revision: revision)
            let view = id.flatMap { views.peek($0) }
            if let note = Self.note(tick.change) { events.note(note.code, note.text) }
            if let news, news != told {
                events.held(news)
                if let fault = news.fault, fault != told?.fault { events.note("rules", fault) }
            }
            if id != nil, view == nil {
                events.note("view", "Another tab closed this list: too many are open. Request it again.")
            }
            if let view, isChanged.contains(view.id) { events.shrunk(view) }
            if let view, let new = appended[view.id] { rows(tick, view, new, &events) }
            events.state(tick, view: view, now: now.wall - start)
            bytes[id] = Bytes(events.bytes)
        }
        return bytes
    }

    /// Whether there is to be a tick although nothing passed: flows wait to be asked whether they match, rules changed.
    package var isWaiting: Bool {
        tools.rules?.news() != toldNews || views.ids.contains { views.peek($0)?.isWaiting ?? false }
    }

    /// What a stream is told first.
    ///
    /// - Parameter isBehind: the tab has seen an older revision.
    package func greeting(_ stream: PageStream, _ tick: PageTick, now: PageMoment) -> Bytes {
        var events = PageEvents(revision: revision)
        let view = stream.view.flatMap { views.peek($0) }
        events.state(tick, view: view, now: now.wall - start)
        if let news = tools.rules?.news() { events.held(news) }
        if let seen = stream.revision, seen != revision { events.resync(view) }
        return Bytes(events.bytes)
    }

    /// What a tab is told that did not read what it was sent.
    package func resync(_ id: Int?) -> Bytes {
        var events = PageEvents(revision: revision)
        events.resync(id.flatMap { views.peek($0) })
        return Bytes(events.bytes)
    }

    package static func ending(_ event: StaticString, _ text: String) -> Bytes {
        var events = PageEvents(revision: nil)
        events.event(event) { json in
            json.member("text", text)
        }
        return Bytes(events.bytes)
    }

    private func rows(
        _ tick: PageTick, _ view: PageView, _ new: (first: Int, numbers: [UInt64]), _ events: inout PageEvents
    ) {
        guard !view.isSnapshot else { return }
        var positions: [UInt64: Int] = [:]
        for (place, number) in new.numbers.suffix(PageTick.mostRows * 4).enumerated() {
            positions[number] = new.first + max(0, new.numbers.count - PageTick.mostRows * 4) + place
        }
        var shown: [FlowRecord] = []
        if view.isOfAll {
            shown = tick.changed
        } else {
            shown = new.numbers.suffix(PageTick.mostRows).reversed().compactMap { live?.record($0) }
        }
        shown = Array(shown.prefix(PageTick.mostRows))
        guard !shown.isEmpty || !new.numbers.isEmpty else { return }
        let skipped =
            view.isOfAll ? tick.skipped + tick.changed.count - shown.count : new.numbers.count - shown.count
        events.event("rows") { json in
            json.member("view", view.id)
            json.member("first", new.first)
            json.member("added", new.numbers.count)
            json.beginArray("rows")
            for record in shown {
                let subject = FilterSubject(record, reader: tools.reader)
                rowReader.write(subject, position: .some(positions[record.id.number]), to: &json)
            }
            json.endArray()
            json.member("skipped", max(0, skipped))
        }
    }

    // MARK: The file

    /// The views from which flows were taken.
    private mutating func changed(by change: LibraryChange) -> Set<Int> {
        guard case .shrunk = change else { return [] }
        return Set(views.ids)
    }

    /// Flows that were deleted are in no view any more.
    mutating func forget(_ numbers: [UInt64]) {
        let gone = Set(numbers)
        for id in views.ids { _ = views.change(id) { $0.remove(gone) } }
        recentlyBegan.removeAll { gone.contains($0) }
        revision += 1
    }

    private static func note(_ change: LibraryChange) -> (code: String, text: String)? {
        switch change {
        case .none, .grown, .shrunk: nil
        case .deleted: ("deleted", "The session file was deleted. Data shown here is not stored.")
        case .replaced: ("replaced", "The session file was replaced. Reload the page to see it.")
        case .damaged(let text): ("damaged", text)
        }
    }
}

/// Events as a stream has them (WHATWG HTML §9.2), put together.
struct PageEvents {
    /// nil: none is told.
    let revision: UInt64?
    private(set) var bytes: [UInt8] = []

    init(revision: UInt64?) {
        self.revision = revision
    }

    mutating func event(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
        if let revision { bytes += "id: \(revision)\n".utf8 }
        bytes += "event: \(name)\ndata: ".utf8
        var json = JSONWriter()
        json.beginObject()
        if let revision { json.member("revision", revision) }
        write(&json)
        json.endObject()
        // JSON has no line end of its own: it is one line.
        json.withBytes { bytes += $0 }
        bytes += "\n\n".utf8
    }

    mutating func state(_ tick: PageTick, view: PageView?, now: Int64) {
        event("state") { json in
            json.key("now")
            json.milliseconds(micro: now)
            json.key("flows")
            // What a list of all has is what there is; how many a file has may be known a moment sooner or later.
            json.integer(view.flatMap { $0.growsWithAll ? $0.numbers.count : nil } ?? tick.flowCount)
            json.member("open", tick.openCount)
            json.key("rate")
            json.milliseconds(micro: Int64(tick.rate * 1000))
            json.matched(view)
        }
    }

    /// Flows were removed from a view.
    mutating func shrunk(_ view: PageView) { event("view") { $0.matched(view) } }

    mutating func resync(_ view: PageView?) { event("resync") { $0.matched(view) } }

    /// How many rules are in force, and how many messages they hold.
    mutating func held(_ news: PageRuleNews) {
        event("held") { json in
            json.member("rules", news.rules)
            json.member("held", news.held)
            json.member("ended", news.ended)
            json.member("change", news.revision)
        }
    }

    mutating func note(_ code: String, _ text: String) {
        event("note") { json in
            json.member("code", code)
            json.member("text", text)
        }
    }
}

extension JSONWriter {
    /// A view and how many flows it has.
    fileprivate mutating func matched(_ view: PageView?) {
        key("view")
        if let view { integer(view.id) } else { null() }
        key("matched")
        if let view { integer(view.numbers.count) } else { null() }
    }
}
