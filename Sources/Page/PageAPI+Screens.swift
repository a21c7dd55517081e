import Bytes
import Filter
import Flow
import Library
import Workbench

// The screens beside the list: figures of a view.
extension PageAPI {
    mutating func position(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        guard let number = UInt64(call.request.parameter("flow") ?? "") else {
            throw .request("'flow' must be a flow number.")
        }
        return .answer(
            .json { json in
                json.beginObject()
                json.key("position")
                if let position = view.position(of: number) { json.integer(position) } else { json.null() }
                json.endObject()
            })
    }

    mutating func range(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        let (from, to) = (try call.request.time("from") ?? 0, try call.request.time("to") ?? .max)
        let (source, start, numbers) = (source, start, view.numbers)
        return .answering { () throws(PageError) in
            var (first, last, place) = (Int?.none, 0, 0)
            try source.moments(numbers.map { UInt64($0) }) { moment in
                defer { place += 1 }
                guard let began = moment.start, began - start >= from, began - start <= to else { return }
                first = first ?? place
                last = place
            }
            return .json { json in
                json.beginObject()
                json.member("first", first ?? 0)
                json.member("count", first.map { last - $0 + 1 } ?? 0)
                json.endObject()
            }
        }
    }

    mutating func overview(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        let buckets = try call.request.number("buckets", in: 1...2_000, standard: 600)
        let range = (try call.request.time("from"), try call.request.time("to"))
        let isShortened = call.request.parameter("pauses") == "short"
        let (source, start, numbers) = (source, start, view.numbers)
        return .answering { () throws(PageError) in
            var overview = PageOverview(of: numbers.count)
            try source.moments(numbers.map { UInt64($0) }) { overview.add($0, since: start) }
            return .json { overview.write(buckets, from: range.0, to: range.1, isShortened: isShortened, to: &$0) }
        }
    }

    /// More exchanges than these no drawing shows: the oldest are left out.
    private static let mostBlocks = 5_000

    mutating func lanes(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        let (from, to) = (try call.request.time("from") ?? 0, try call.request.time("to") ?? .max)
        let (source, live, start, numbers) = (source, live, start, view.numbers)
        let now = live == nil ? nil : call.now.wall - start
        return .answering { () throws(PageError) in
            var wanted: [UInt64] = []
            var last: Int64 = 0
            try source.moments(numbers.map { UInt64($0) }) { moment in
                guard let began = moment.start else { return }
                let end = began - start + (moment.duration ?? 0)
                guard end >= from, began - start <= to else { return }
                last = max(last, end)
                wanted.append(moment.number)
            }
            var flows: [FlowRecord] = []
            wanted.sort()
            try source.subjects(Array(wanted.suffix(Self.mostBlocks)), hasContent: false) { subject in
                // What goes on is known where it happens.
                flows.append(live?.record(subject.record.id.number) ?? subject.record)
                return true
            }
            let lanes = Lanes(flows, since: start, now: now)
            return .json { json in
                json.beginObject()
                json.key("from")
                json.milliseconds(micro: from)
                json.key("to")
                json.milliseconds(micro: to == .max ? last : to)
                json.member("omitted", max(0, wanted.count - Self.mostBlocks))
                json.key("client")
                json.lanes(lanes.client)
                json.key("server")
                json.lanes(lanes.server)
                json.endObject()
            }
        }
    }

    mutating func endpoints(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        let name = call.request.parameter("by") ?? "endpoint"
        guard let dimension = StatDimension(rawValue: name) else {
            throw .request("'by' must be endpoint, host, status, type or client.")
        }
        let limit = try call.request.number("limit", in: 1...1_000, standard: 100)
        let (source, filter, clock) = (source, view.filter, view.clock)
        return .answering { () throws(PageError) in
            var statistics = try source.statistics(filter, clock, by: dimension)
            let rows = statistics.rows()
            return .json { $0.statistics(statistics, rows.prefix(limit), of: rows.count) }
        }
    }
}
