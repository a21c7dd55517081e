import Bytes
package import Explain
import Filter
import Flow
import HTTPSemantics

/// How far the session was looked at for what caches would have answered. A value, carried on from request to request.
package struct PageGhosts: Sendable {
    package private(set) var ghosts = CacheGhosts()
    /// The next flow to be looked at.
    private var next: UInt64
    fileprivate let first: UInt64

    /// So many flows are looked at for one request of the page; whoever wants more asks again.
    fileprivate static let step: UInt64 = 250
    /// So many are held at once, as each takes some kilobytes.
    private static let atOnce: UInt64 = 250
    /// Of a session with more flows the newest are looked at.
    private static let most: UInt64 = 100_000
    /// An exchange that is open is waited for while it is among so many of the newest.
    private static let patience: UInt64 = 64

    /// - Parameter last: the newest flow there is.
    package init(upTo last: UInt64) {
        first = last > Self.most ? last - Self.most + 1 : 1
        next = first
    }

    /// More flows are there than were looked at yet.
    package func lacks(_ last: UInt64) -> Bool { next + Self.patience <= last }

    /// Looks at some more flows, at most so many.
    package mutating func go(to last: UInt64, atMost step: UInt64, _ rows: PageRows) throws(PageError) {
        guard next <= last, step > 0 else { return }
        let end = min(last, next + step - 1)
        while next <= end {
            let numbers = Array(next...min(end, next + Self.atOnce - 1))
            let found = try rows.read(numbers)
            for number in numbers {
                let flow = found[number]?.record
                let isSettled = flow?.isFinished ?? false
                // Its answer may still come, or the file has it only in a moment.
                if !isSettled, last - number < Self.patience, flow != nil { return }
                if let flow { ghosts.add(flow) }
                next = number + 1
            }
        }
    }
}

extension PageAPI {
    private static let mostGhosts = 500

    /// What a private and a shared cache would have answered, of a window of a view; and the session's totals.
    mutating func ghosts(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        let first = try call.request.number("first", in: 0...Int(UInt32.max), standard: 0)
        let count = try call.request.number("count", in: 0...Self.mostGhosts, standard: 200)
        let (numbers, rows, start) = (view.window(first, count), rowReader, start)
        let last = max(last ?? 0, view.bound)
        let kept = ghosts ?? PageGhosts(upTo: last)
        return .work {
            do throws(PageError) {
                var state = kept
                try state.go(to: last, atMost: PageGhosts.step, rows)
                return .ghosts(state, Self.ghosts(state, numbers, last, start))
            } catch {
                return .answer(PageAnswer(error))
            }
        }
    }

    private static func ghosts(
        _ state: PageGhosts, _ numbers: [UInt64], _ last: UInt64, _ start: Int64
    ) -> PageAnswer {
        .json { json in
            json.beginObject()
            json.beginArray("ghosts")
            for number in numbers {
                guard let pair = state.ghosts[number] else { continue }
                json.beginObject()
                json.member("flow", number)
                json.key("private")
                json.ghost(pair.privateCache, start)
                json.key("shared")
                json.ghost(pair.shared, start)
                json.beginArray("words")
                for sentence in pair.words { json.string(sentence) }
                json.endArray()
                json.endObject()
            }
            json.endArray()
            json.member("from", state.first)
            json.member("looked", state.ghosts.count)
            json.member("more", state.lacks(last))
            json.beginObject("totals")
            json.key("private")
            json.total(state.ghosts.privateTotal)
            json.key("shared")
            json.total(state.ghosts.sharedTotal)
            json.endObject()
            json.key("words")
            if let words = state.ghosts.words { json.string(words) } else { json.null() }
            json.endObject()
        }
    }
}

extension JSONWriter {
    fileprivate mutating func ghost(_ ghost: CacheGhost?, _ start: Int64) {
        guard let ghost else { return null() }
        beginObject()
        member("served", ghost.served.rawValue)
        key("until")
        if let until = ghost.until {
            milliseconds(micro: until.multipliedReportingOverflow(by: 1_000_000).partialValue &- start)
        } else {
            null()
        }
        member("bytes", ghost.savedBytes)
        key("time")
        milliseconds(micro: ghost.savedTime)
        endObject()
    }

    fileprivate mutating func total(_ total: CacheGhosts.Total) {
        beginObject()
        member("requests", total.requests)
        member("validations", total.validations)
        member("bytes", total.bytes)
        key("time")
        milliseconds(micro: total.time)
        endObject()
    }
}
