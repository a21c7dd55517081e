import Explain
import Filter
import Flow
import HTTPSemantics
import JSON

// What `hark explain --session` tells, of a window of a view.
extension PageAPI {
    private static let mostTold = 500
    /// So many flows before the window the story begins, so that what was set there is known.
    private static let before = 5_000
    /// For a few flows, so that a click is answered at once.
    private static let shortBefore = 2_000

    mutating func jar(_ call: PageCall) throws(PageError) -> PageStep {
        try story(call) { flows, window, json in
            json.key("cookies")
            json.beginArray()
            for entry in CookieStory(flows).entries where window.contains(entry.index) {
                json.cookies(entry, hasWords: true)
            }
            json.endArray()
        }
    }

    mutating func cache(_ call: PageCall) throws(PageError) -> PageStep {
        try story(call) { flows, window, json in
            let story = CacheStory(flows)
            json.key("cache")
            json.beginArray()
            for entry in story.entries where window.contains(entry.index) { json.cache(entry, hasWords: true) }
            json.endArray()
            json.key("savings")
            json.beginObject()
            json.key("private")
            json.savings(story.privateSavings)
            json.key("shared")
            json.savings(story.sharedSavings)
            json.endObject()
        }
    }

    mutating func redirects(_ call: PageCall) throws(PageError) -> PageStep {
        try story(call) { flows, window, json in
            json.key("redirects")
            json.beginArray()
            for chain in RedirectChain.find(in: flows) where chain.entries.contains(where: window.contains) {
                json.redirects(chain)
            }
            json.endArray()
        }
    }

    /// - Parameter tell: is given flows without content, whose `index` counts from the window's beginning, and the
    ///   window.
    private mutating func story(
        _ call: PageCall, _ tell: @escaping @Sendable ([FlowRecord], Range<Int>, inout JSONWriter) -> Void
    ) throws(PageError) -> PageStep {
        let view = try view(call)
        let first = try call.request.number("first", in: 0...Int(UInt32.max), standard: 0)
        let count = try call.request.number("count", in: 0...Self.mostTold, standard: 200)
        let numbers = view.window(first, count)
        let before = min(first, count <= 10 ? Self.shortBefore : Self.before)
        let earlier = view.window(first - before, before)
        let (source, matched) = (source, view.numbers.count)
        return .answering { () throws(PageError) in
            var flows: [FlowRecord] = []
            var told: [UInt64: FlowRecord] = [:]
            // In the order of recording, whatever the order of the view: a story has one direction.
            try source.subjects((earlier + numbers).sorted(), hasContent: false) { subject in
                told[subject.record.id.number] = subject.record
                return true
            }
            let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($0.element, $0.offset) })
            for number in told.keys.sorted() {
                guard var flow = told[number] else { continue }
                // Those before the window have places before its first.
                flow.index = places[number] ?? flows.count - told.count - 1
                flows.append(flow)
            }
            return .json { json in
                json.beginObject()
                json.key("flows")
                json.beginArray()
                for number in numbers { json.integer(number) }
                json.endArray()
                json.key("first")
                json.integer(first)
                json.key("matched")
                json.integer(matched)
                tell(flows, 0..<numbers.count, &json)
                json.endObject()
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func savings(_ savings: CacheStory.Savings) {
        beginObject()
        key("requests")
        integer(savings.requests)
        key("validations")
        integer(savings.validations)
        key("bytes")
        integer(savings.bytes)
        endObject()
    }
}
