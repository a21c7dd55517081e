import Bytes
import Explain
import Filter
import Flow
import HTTPSemantics

// What `hark explain --session` tells, of a window of a view. Verdicts are the session's: what bears on them from
// before the window, and what the view leaves out, is known all the same.
extension PageAPI {
    private static let mostTold = 500

    /// With `with=cookies` the window is of those exchanges of the view that set cookies, send some, or could have.
    mutating func jar(_ call: PageCall) throws(PageError) -> PageStep {
        let isOfCookies = try Self.isOfCookies(call)
        return try story(call, isOfCookies: isOfCookies) { story, json in
            json.beginArray("cookies")
            let cookies = CookieStory(story.flows, since: story.since)
            for entry in cookies.entries where story.window.contains(entry.index) {
                json.cookies(entry, hasWords: true)
            }
            json.endArray()
        }
    }

    private static func isOfCookies(_ call: PageCall) throws(PageError) -> Bool {
        guard let with = call.request.parameter("with") else { return false }
        guard with == "cookies" else { throw .request("'with' must be cookies.") }
        return true
    }

    private static let areRedirects = try? FlowFilter("redirect or redirect.hop > 0")

    mutating func cache(_ call: PageCall) throws(PageError) -> PageStep {
        try story(call, isOfCookies: false) { told, json in
            let story = CacheStory(told.flows, since: told.since)
            json.beginArray("cache")
            for entry in story.entries where told.window.contains(entry.index) { json.cache(entry, hasWords: true) }
            json.endArray()
            json.beginObject("savings")
            json.key("private")
            json.savings(story.privateSavings)
            json.key("shared")
            json.savings(story.sharedSavings)
            json.endObject()
        }
    }

    /// The chains of the session that have an exchange of the view in them, a window of these.
    mutating func redirects(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        let window = try PageStoryWindow(call, mostTold: Self.mostTold)
        let (source, clock) = (source, view.clock)
        let isAll = view.isOfAll
        let shown = isAll ? NumberSet() : NumberSet(view.numbers)
        return .answering { () throws(PageError) in
            var flows: [FlowRecord] = []
            if let filter = Self.areRedirects {
                let numbers = try source.numbers(filter, clock, nil)
                try source.subjects(numbers.sorted().suffix(Self.mostRedirects), hasContent: false) { subject in
                    var flow = subject.record
                    flow.index = flows.count
                    flows.append(flow)
                    return true
                }
            }
            let numbers = flows.map(\.id.number)
            let chains = RedirectChain.find(in: flows).filter { chain in
                isAll || chain.entries.contains { shown.contains(UInt32(clamping: numbers[$0])) }
            }
            let range = window.range(of: chains.count)
            return .json { json in
                json.beginObject()
                json.beginArray("flows")
                for number in numbers { json.integer(number) }
                json.endArray()
                json.member("first", range.lowerBound)
                json.member("matched", chains.count)
                json.beginArray("redirects")
                for chain in chains[range] { json.redirects(chain) }
                json.endArray()
                json.endObject()
            }
        }
    }

    /// So many exchanges that redirect, or follow a redirect, are told of: the newest.
    private static let mostRedirects = 5_000

    /// What a story is told from.
    private struct ToldStory {
        /// Without content; `index` counts from the window's beginning, and is below 0 before it and between.
        let flows: [FlowRecord]
        let window: Range<Int>
        let since: UInt64?
    }

    /// - Parameters:
    ///   - isOfCookies: the window is of the flows of the view that have to do with cookies.
    ///   - tell: writes the story.
    private mutating func story(
        _ call: PageCall, isOfCookies: Bool,
        _ tell: @escaping @Sendable (ToldStory, inout JSONWriter) -> Void
    ) throws(PageError) -> PageStep {
        let view = try view(call)
        let window = try PageStoryWindow(call, mostTold: Self.mostTold)
        let (source, live, clock, all) = (source, live, view.clock, view.numbers)
        return .answering { () throws(PageError) in
            var numbers = all
            if isOfCookies {
                let found = try CookieFlows.numbers(in: source, clock)
                numbers.removeAll { !found.contains($0) }
            }
            let range = window.range(of: numbers.count, endsAtLast: isOfCookies)
            let shown = numbers[range].map { UInt64($0) }
            var records: [UInt64: FlowRecord] = [:]
            try source.subjects(shown.sorted(), hasContent: false) { subject in
                records[subject.record.id.number] = subject.record
                return true
            }
            // What the file does not have yet is at hand.
            for number in shown where records[number] == nil { records[number] = live?.record(number) }
            let past = try source.past(of: Array(records.values))
            let places = Dictionary(
                shown.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
            for flow in past.flows where records[flow.id.number] == nil { records[flow.id.number] = flow }
            // In the order of recording, whatever the order of the view: a story has one direction.
            var flows: [FlowRecord] = []
            for number in records.keys.sorted() {
                guard var flow = records[number] else { continue }
                flow.index = places[number] ?? flows.count - records.count - 1
                flows.append(flow)
            }
            let story = ToldStory(flows: flows, window: 0..<shown.count, since: past.since)
            let matched = numbers.count
            return .json { json in
                json.beginObject()
                json.beginArray("flows")
                for number in shown { json.integer(number) }
                json.endArray()
                json.member("first", range.lowerBound)
                json.member("matched", matched)
                json.key("since")
                if let since = story.since { json.integer(since) } else { json.null() }
                tell(story, &json)
                json.endObject()
            }
        }
    }
}

/// Which part of a list a story is told of.
private struct PageStoryWindow: Sendable {
    /// nil: the last ones, where a list has no place that one looks at.
    let first: Int?
    let count: Int

    init(_ call: PageCall, mostTold: Int) throws(PageError) {
        first =
            call.request.parameter("first") == nil
            ? nil : try call.request.number("first", in: 0...Int(UInt32.max), standard: 0)
        count = try call.request.number("count", in: 0...mostTold, standard: 200)
    }

    /// - Parameter endsAtLast: without a first one the last ones are meant.
    func range(of total: Int, endsAtLast: Bool = true) -> Range<Int> {
        let start = first ?? (endsAtLast && count > 0 ? max(0, total - 1) / count * count : 0)
        let lower = min(start, total)
        return lower..<min(lower + count, total)
    }
}

extension JSONWriter {
    fileprivate mutating func savings(_ savings: CacheStory.Savings) {
        beginObject()
        member("requests", savings.requests)
        member("validations", savings.validations)
        member("bytes", savings.bytes)
        endObject()
    }
}
