import Bytes
import Filter
import Flow
import Formats
import HTTPModel
import HTTPSemantics
import Judge
import Messages

/// One flow as it is shipped: a row of `flow`, its record as a line of the log, and what stands beside both. A value.
struct FleetFlow: Sendable {
    let id: Int64
    let day: FleetDay
    /// Microseconds since 1970; 0 when it is not known.
    let started: Int64
    /// In the order of `FleetColumn.all`.
    var texts: [Bytes?]
    var integers: [Int64?]
    var flags: [Bool?]
    var facts: FactList?
    let trace: Bytes?
    let weight: Float
    /// Sending the request, in microseconds.
    let send: Int64?
    /// A cache that kept the response might spare the server something.
    let isCacheable: Bool
    /// A column or a list does not say exactly what the record does.
    var isLossy: Bool
    let request: FleetBody?
    let response: FleetBody?
    /// Which of both is content with its codings removed: 1 the request's, 2 the response's.
    let decoded: Int64
    /// A line of the log, without its end.
    let line: Bytes
    /// What text search looks at; nil when that is too much.
    let searched: [Bytes]?
    let digest: Bytes

    /// Content with more text than this is not put into the set of three-byte sequences.
    private static let searchLimit = 2 << 20
    /// From 1970 to the year 9999, of which every time can be written.
    private static let times: Range<Int64> = 0..<253_402_300_800_000_000

    /// What becomes of a flow under a policy; nil when that leaves it out.
    ///
    /// - Parameters:
    ///   - redactor: takes credentials out; nil ships what was recorded.
    ///   - reader: decodes content, and asks the checks.
    init(
        _ flow: JudgedFlow, _ context: FlowContext, _ policy: ShippingPolicy, redactor: Redactor?, reader: FilterReader
    ) throws(Omission) {
        let trace = Self.trace(of: flow.record)
        if let matcher = policy.matcher, !matcher.matches(FilterSubject(flow, context, reader: reader)) {
            throw .filtered
        }
        guard let weight = policy.weight(of: flow.record, trace: trace) else { throw .sampled }
        self.init(flow, context, policy, trace: trace, weight: weight, redactor: redactor, reader: reader)
    }

    private init(
        _ flow: JudgedFlow, _ context: FlowContext, _ policy: ShippingPolicy, trace: Bytes?, weight: Float,
        redactor: Redactor?, reader: FilterReader
    ) {
        digest = FleetDigest.of(flow.record)
        let exported = ExportedFlow(flow, comment: context.comment, tags: context.tags, redactor: redactor)
        var record = Self.cut(exported.record, policy)
        var context = context
        (context.comment, context.tags) = (exported.comment, exported.tags)
        // What checks found is what was on the wire: of a tag they find nothing.
        _ = flow.findings
        let subject = FilterSubject(JudgedFlow(record, flow.judgement), context, reader: reader)
        let columns = FleetColumns(subject)
        let facts = FactList(subject)
        (texts, integers, flags) = (columns.texts, columns.integers, columns.flags)
        self.facts = facts
        searched = Self.searched(subject, reader)
        (self.trace, self.weight) = (trace, weight)
        (send, isCacheable) = (subject.sendTime, subject.isWorthCaching)
        id = Int64(bitPattern: record.id.number)
        let started = Self.start(of: flow.record)
        self.started = started ?? 0
        day = FleetDay(of: started ?? 0)
        isLossy = columns.isLossy || facts.isCut || started == nil || !record.isRecorded(.startTime)

        var decoded: Int64 = 0
        request = Self.takeBody(out: &record, .request, &decoded)
        response = Self.takeBody(out: &record, .response, &decoded)
        self.decoded = decoded
        var writer = JSONWriter(capacity: 4 << 10)
        HAREntry.write(
            record,
            HARAdditions(
                findings: exported.findings, places: exported.places, comment: exported.comment, tags: exported.tags),
            to: &writer)
        line = unsafe writer.withBytes { unsafe Bytes(Array($0)) }
    }

    /// Why a flow is not shipped.
    enum Omission: Error {
        case filtered, sampled
    }

    /// The flow without what a database refuses: of its columns only those of the key are left.
    var bare: FleetFlow {
        var bare = self
        bare.texts = texts.map { _ in nil }
        bare.facts = nil
        bare.integers = integers.map { _ in nil }
        bare.flags = flags.map { _ in nil }
        bare.isLossy = true
        return bare
    }

    // MARK: Parts

    /// By itself: inlined above, it ends Swift 6.3's optimizer ("Found ownership error").
    @inline(never)
    private static func start(of record: FlowRecord) -> Int64? {
        guard let time = record.startedAt, times.contains(time) else { return nil }
        return time
    }

    private static func cut(_ recorded: FlowRecord, _ policy: ShippingPolicy) -> FlowRecord {
        var record = recorded
        for kind in MessageKind.allCases {
            record[kind].content = policy.cut(recorded[kind].content, isText: isText(recorded, kind))
        }
        return record
    }

    /// The trace that a request belongs to, in 16 bytes.
    private static func trace(of record: FlowRecord) -> Bytes? {
        record.requestHead.flatMap { TraceContext($0.fields) }.map { Bytes($0.traceID) }
    }

    /// It is made of characters, and its codings can be removed, so that it can be searched.
    private static func isText(_ record: FlowRecord, _ kind: MessageKind) -> Bool {
        guard let fields = record.fields(kind), ContentDecoder.plan(fields) != .unknown else { return false }
        return fields.first(.contentType).map { MediaType($0).isText } ?? false
    }

    private static func searched(_ subject: FilterSubject, _ reader: FilterReader) -> [Bytes]? {
        var found = subject.wire
        var left = searchLimit
        for kind in MessageKind.allCases where subject.hasText(kind) {
            if subject.record[kind].content.kept.count ?? 0 > left { return nil }
            guard let text = reader.content(subject.record, kind) else { continue }
            left -= text.count
            guard left >= 0 else { return nil }
            found.append(text)
        }
        return found
    }

    /// Takes content out of a record that is stored beside it.
    private static func takeBody(
        out record: inout FlowRecord, _ kind: MessageKind, _ decoded: inout Int64
    ) -> FleetBody? {
        var content = record[kind].content
        defer { record[kind].content = content }
        if let count = content.kept.count, count > FleetBody.least, let bytes = FilterReader.whole(content.kept) {
            content.kept = .absent
            content.decoded = nil
            return FleetBody(bytes)
        }
        if content.kept.count ?? 0 == 0, let bytes = content.decoded, bytes.count > FleetBody.least {
            content.decoded = nil
            decoded |= kind == .request ? 1 : 2
            return FleetBody(bytes)
        }
        return nil
    }
}
