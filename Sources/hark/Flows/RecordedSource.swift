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
    private let flows: [FlowRecord]
    /// How many redirects led to a flow, by its place.
    private let hops: [Int: Int64]

    /// Reads all of a file (`-`: standard input); what is damaged in it is told on standard error.
    init(path: String) throws {
        guard let recording = RecordedFile(try InputFile(path).read(), now: WallTime.seconds) else {
            Diagnostics.say("\(path.terminalEscaped) is no recording that is known here: no HAR, no log, no flow file.")
            throw ExitCode(EX_DATAERR)
        }
        for damage in recording.damage.prefix(20) { Diagnostics.say("\(path.terminalEscaped): \(damage.text)") }
        if recording.damage.count > 20 {
            Diagnostics.say("\(path.terminalEscaped): \(recording.damage.count - 20) more places are damaged.")
        }
        if recording.flows.isEmpty, !recording.damage.isEmpty { throw ExitCode(EX_DATAERR) }
        flows = recording.flows
        var hops: [Int: Int64] = [:]
        for chain in RedirectChain.find(in: flows) {
            for (hop, entry) in chain.entries.enumerated() where hop > 0 { hops[entry] = Int64(hop) }
        }
        self.hops = hops
    }

    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let matcher = FilterMatcher(filter, clock)
        var found: [(key: FilterValue, item: FilterSubject)] = []
        for flow in flows {
            let subject = subject(flow)
            if matcher.matches(subject) { found.append((reading.order?.value(subject) ?? .null, subject)) }
        }
        for subject in reading.sorted(found) {
            guard try body(subject) else { return }
        }
    }

    func count(_ filter: FlowFilter, _ clock: FilterClock) -> Int {
        let matcher = FilterMatcher(filter, clock)
        return flows.count { matcher.matches(subject($0)) }
    }

    func flow(_ number: UInt64) -> FilterSubject? {
        flows.first { $0.id.number == number }.map { subject($0) }
    }

    private func subject(_ flow: FlowRecord) -> FilterSubject {
        var context = FlowContext()
        context.redirectHop = hops[flow.index]
        return FilterSubject(flow, context, reader: .standard)
    }
}
