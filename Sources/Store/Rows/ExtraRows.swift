import Bytes
import Flow
import HTTPModel
import Messages

/// The members of a record that few flows have: rows of `extra`.
enum ExtraRows {
    /// - Parameter edits: gives the number of a list of edits.
    static func rows(
        _ record: FlowRecord, edits: ([Change]) throws -> Int64?
    ) throws -> [(name: ExtraName, value: SQLValue)] {
        var rows: [(name: ExtraName, value: SQLValue)] = []
        if let refused = record.refusedRequest {
            rows.append((.refusedMethod, .blob(refused.method)))
            rows.append((.refusedTarget, .blob(refused.target)))
            rows.append((.refusedVersion, .blob(refused.version)))
            if let host = refused.host { rows.append((.refusedHost, .blob(host))) }
        }
        if let error = record.outcome?.error {
            rows.append((.errorCode, .text(error.code.rawValue)))
            rows.append((.errorOffset, .integer(Int64(error.offset))))
            rows.append((.errorLength, .integer(Int64(error.length))))
            rows.append((.errorBytes, .blob(error.bytes)))
        }
        if let url = record.toldURL { rows.append((.toldURL, .blob(url))) }
        if let method = record.toldMethod { rows.append((.toldMethod, .blob(method.name))) }
        for (name, matters) in [(ExtraName.assumed, record.assumed), (.stated, record.stated)] where !matters.isEmpty {
            rows.append((name, .text(matters.map(\.rawValue).sorted().joined(separator: " "))))
        }
        if !record.ruleActs.isEmpty { rows.append((.ruleActs, .text(RuleActText.written(record)))) }
        if let through = record.upstream?.through, !through.isEmpty {
            rows.append((.through, .text(through.joined(separator: " "))))
        }
        if record.toldChanges != nil { rows.append((.changesTold, .integer(1))) }
        if let members = record.remarks?.members { rows.append((.toldMembers, .blob(members))) }
        if let streams = StreamRow.text(record) { rows.append((.streams, .blob(streams))) }
        if !record.inner.isEmpty {
            rows.append((.innerMessages, .blob(innerMessages(record.inner.behindPieces, of: record))))
        }
        if let original = record.repeats {
            rows.append((.repeatsFlow, .integer(Int64(bitPattern: original.id.number))))
            if let run = original.run { rows.append((.repeatsRun, .text(run.text))) }
        }
        func count(_ name: ExtraName, _ count: Int) {
            if count > 0 { rows.append((name, .integer(Int64(count)))) }
        }
        count(.interimOmitted, record.interimOmitted)
        count(.requestQuirksOmitted, record.request.quirksOmitted)
        count(.responseQuirksOmitted, record.response.quirksOmitted)
        count(.requestHeadQuirksOmitted, record.requestHead?.omittedQuirks ?? 0)
        count(.responseHeadQuirksOmitted, record.responseHead?.omittedQuirks ?? 0)
        func content(_ content: FlowRecord.Content, size: ExtraName, bytes: ExtraName) {
            if let decoded = content.decodedSize { rows.append((size, .integer(Int64(bitPattern: decoded)))) }
            if let decoded = content.decoded { rows.append((bytes, .blob(decoded))) }
        }
        content(record.request.content, size: .requestDecodedSize, bytes: .requestDecoded)
        content(record.response.content, size: .responseDecodedSize, bytes: .responseDecoded)
        if let list = try edits(record.request.trailerEdits) { rows.append((.requestTrailerEdits, .integer(list))) }
        if let list = try edits(record.response.trailerEdits) { rows.append((.responseTrailerEdits, .integer(list))) }
        return rows
    }

    /// A full piece of the messages inside, a row of its own: a flow that goes on for long is written again and again,
    /// and of its messages those alone that are new.
    static func piece(_ place: Int, of record: FlowRecord) -> (name: String, value: SQLValue) {
        (ExtraName.innerPiece(place), .blob(innerMessages(record.inner.piece(place), of: record)))
    }

    private static func innerMessages(_ messages: InnerMessages, of record: FlowRecord) -> Bytes {
        var record = record
        record.inner = messages
        var writer = JSONWriter()
        writer.beginObject()
        writer.innerMessages(record, start: 0)
        writer.call(record, start: 0)
        for kind in MessageKind.allCases {
            if kind == .request { writer.key("request") } else { writer.key("response") }
            writer.beginObject()
            writer.innerParts(record, kind, start: 0)
            writer.endObject()
        }
        writer.endObject()
        return unsafe writer.withBytes { unsafe Bytes(Array($0)) }
    }

    private static func readInner(_ text: Bytes, into record: inout FlowRecord) {
        // They are no news of the flow.
        let latest = record.times.latest
        for (_, fact) in InnerMessageReader.read(text, openedAt: record.openedAt) {
            record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: fact))
        }
        record.times.latest = latest
    }

    /// Puts the rows of a flow back into its record.
    ///
    /// - Parameter pieces: of the messages inside, those before the last, in order.
    static func read(
        _ values: [ExtraName: SQLValue], pieces: [Bytes], into record: inout FlowRecord,
        edits: (Int64) throws -> [Change]
    ) throws {
        func integer(_ name: ExtraName) -> Int64? {
            if case .integer(let number)? = values[name] { number } else { nil }
        }
        func position(_ name: ExtraName) -> Int { Prepared.position(integer(name) ?? 0) }
        func bytes(_ name: ExtraName) -> Bytes? {
            if case .blob(let bytes)? = values[name] { bytes } else { nil }
        }
        func text(_ name: ExtraName) -> String? {
            if case .text(let text)? = values[name] { text } else { nil }
        }
        if let method = bytes(.refusedMethod), let target = bytes(.refusedTarget), let version = bytes(.refusedVersion)
        {
            record.refusedRequest = RefusedRequest(
                method: method, target: target, version: version, host: bytes(.refusedHost))
        }
        if let outcome = record.outcome, let code = text(.errorCode).flatMap(WireError.Code.init(rawValue:)) {
            let error = WireError(
                code, offset: position(.errorOffset),
                length: position(.errorLength), bytes: bytes(.errorBytes) ?? Bytes())
            record.outcome = Outcome(outcome.kind, by: outcome.by, outcome.code, error: error, detail: outcome.detail)
        }
        record.toldURL = bytes(.toldURL)
        record.toldMethod = bytes(.toldMethod).map { Method($0) }
        func matters(_ name: ExtraName) -> Set<FlowRecord.Matter> {
            Set((text(name) ?? "").split(separator: " ").compactMap { FlowRecord.Matter(rawValue: String($0)) })
        }
        (record.assumed, record.stated) = (matters(.assumed), matters(.stated))
        record.ruleActs = text(.ruleActs).map { RuleActText.read($0, since: record.openedAt) } ?? []
        if let through = text(.through), let lease = record.upstream {
            record.upstream = FlowEvent.UpstreamLease(
                connection: lease.connection, address: lease.address, reused: lease.reused, isLocal: lease.isLocal,
                through: through.split(separator: " ").map(String.init))
        }
        if integer(.changesTold) != nil { record.toldChanges = [] }
        record.repeats = integer(.repeatsFlow).map {
            RepeatedFlow(FlowID(UInt64(bitPattern: $0)), run: text(.repeatsRun).flatMap { RunID($0) })
        }
        if let streams = bytes(.streams) { StreamRow.read(streams, into: &record) }
        for piece in pieces { readInner(piece, into: &record) }
        if let inner = bytes(.innerMessages) { readInner(inner, into: &record) }
        record.remarks = bytes(.toldMembers).flatMap { FileRemarks(members: $0) }
        record.interimOmitted = position(.interimOmitted)
        record.request.quirksOmitted = position(.requestQuirksOmitted)
        record.response.quirksOmitted = position(.responseQuirksOmitted)
        record.request.content.decodedSize = integer(.requestDecodedSize).map { UInt64(bitPattern: $0) }
        record.response.content.decodedSize = integer(.responseDecodedSize).map { UInt64(bitPattern: $0) }
        record.request.content.decoded = bytes(.requestDecoded)
        record.response.content.decoded = bytes(.responseDecoded)
        if let list = integer(.requestTrailerEdits) { record.request.trailerEdits = try edits(list) }
        if let list = integer(.responseTrailerEdits) { record.response.trailerEdits = try edits(list) }
    }
}
