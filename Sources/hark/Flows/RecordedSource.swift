import ArgumentParser
import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPSemantics
import Platform

/// The flows of a recording: a HAR, a log, and whatever else is read.
struct RecordedSource: FlowSource {
    private enum Flows {
        case whole([FlowRecord])
        /// Read anew, one at a time, by whoever walks over them.
        case large(LargeRecording, path: String)
    }

    private let flows: Flows
    /// How many redirects led to a flow, by its place; nil when nobody has looked, as in large files.
    private let hops: [Int: Int64]?

    /// Opens a file (`-`: standard input); what is damaged in it is told on standard error.
    init(path: String) throws {
        if path != "-", let large = LargeRecording(path, nil) {
            if let damage = large.damage { Diagnostics.say("\(path.terminalEscaped): \(damage)") }
            flows = .large(large, path: path)
            hops = nil
            return
        }
        guard let recording = RecordedFile(try InputFile(path).read(), now: WallTime.seconds) else {
            Diagnostics.say("\(path.terminalEscaped) is no recording that is known here: no HAR, no log, no flow file.")
            throw ExitCode(EX_DATAERR)
        }
        for damage in recording.damage.prefix(20) { Diagnostics.say("\(path.terminalEscaped): \(damage.text)") }
        if recording.damage.count > 20 {
            Diagnostics.say("\(path.terminalEscaped): \(recording.damage.count - 20) more places are damaged.")
        }
        if recording.flows.isEmpty, !recording.damage.isEmpty { throw ExitCode(EX_DATAERR) }
        flows = .whole(recording.flows)
        hops = Self.hops(recording.flows)
    }

    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let matcher = FilterMatcher(filter, clock)
        let hops = hops(asked: filter, reading)
        if reading.order == nil, !reading.isReversed {
            var left = reading.limit ?? .max
            return try walk(hops) { _, subject in
                guard left > 0 else { return false }
                guard matcher.matches(subject) else { return true }
                left -= 1
                return try body(subject)
            }
        }
        var found: [(key: FilterValue, item: Int)] = []
        try walk(hops) { place, subject in
            guard matcher.matches(subject) else { return true }
            found.append((reading.order?.value(subject) ?? .null, place))
            return true
        }
        for place in reading.sorted(found) {
            guard let flow = flow(at: place) else { continue }
            guard try body(subject(flow, hops)) else { return }
        }
    }

    func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        var count = 0
        try forEach(filter, clock) { _ in
            count += 1
            return true
        }
        return count
    }

    func flow(_ number: UInt64) throws -> FilterSubject? {
        switch flows {
        case .whole(let flows): flows.first { $0.id.number == number }.map { subject($0, hops) }
        case .large(let large, _):
            large.place(of: .number(FlowID(number))).flatMap { flow(at: $0) }.map { subject($0, hops) }
        }
    }

    /// All flows in the order of the file, until `body` says no.
    private func walk(_ hops: [Int: Int64]?, _ body: (Int, FilterSubject) throws -> Bool) throws {
        switch flows {
        case .whole(let flows):
            for (place, flow) in flows.enumerated() {
                guard try body(place, subject(flow, hops)) else { return }
            }
        case .large(let large, let path):
            for place in 0..<large.count {
                let flow = large.flow(at: place) { Diagnostics.say("\(path.terminalEscaped): \($0)") }
                if let flow, try !body(place, subject(flow, hops)) { return }
            }
        }
    }

    private func flow(at place: Int) -> FlowRecord? {
        switch flows {
        case .whole(let flows): flows[place]
        case .large(let large, _): large.flow(at: place) { _ in }
        }
    }

    /// Which redirects led to which flow needs all flows at once: of a large file only when somebody asks for it.
    private func hops(asked filter: FlowFilter, _ reading: FlowReading) -> [Int: Int64]? {
        let name = "redirect.hop"
        let isAsked = filter.expression.tests.contains { $0.field.name == name } || reading.order?.field.name == name
        guard case .large(let large, _) = flows, isAsked else { return hops }
        return Self.hops((0..<large.count).compactMap { large.flow(at: $0) { _ in }?.slim })
    }

    private static func hops(_ flows: [FlowRecord]) -> [Int: Int64] {
        var hops: [Int: Int64] = [:]
        for chain in RedirectChain.find(in: flows) {
            for (hop, entry) in chain.entries.enumerated() where hop > 0 { hops[entry] = Int64(hop) }
        }
        return hops
    }

    private func subject(_ flow: FlowRecord, _ hops: [Int: Int64]?) -> FilterSubject {
        var context = FlowContext()
        context.redirectHop = hops?[flow.index]
        context.comment = flow.remarks?.comment
        context.tags = flow.remarks?.tags ?? []
        return FilterSubject(flow, context, reader: .standard)
    }
}
