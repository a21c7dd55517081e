package import Bytes
package import Flow
import HTTPModel
import HTTPWire

/// The field block of a recorded head, its octets named, and what the table held before and after it, as far as the
/// recording tells.
package struct RecordedBlock: Sendable {
    /// Whose head it is.
    package let kind: MessageKind
    /// It is the block in which Hark sent the head on, not the one that it came in.
    package let isSent: Bool
    /// The stream that it was on.
    package let stream: UInt32
    /// The block's octets; of values that are not shown, asterisks.
    package let bytes: Bytes
    /// They tile the octets.
    package let spans: [Span]
    /// Its fields and the tables.
    package let block: HTTP2Dissection.Block

    /// The blocks of an exchange in the order of their way: to the server, and back.
    ///
    /// - Parameters:
    ///   - others: what else was recorded of the same connections, from which the table is made again.
    ///   - isHidden: whether the value of a field is not to be shown.
    package static func blocks(
        of record: FlowRecord, among others: [FlowRecord] = [], isHidden: (Bytes) -> Bool = { _ in false }
    ) -> [RecordedBlock] {
        MessageKind.allCases.flatMap { kind in
            [false, true].compactMap { RecordedBlock(record, kind, isSent: $0, others, isHidden) }
        }
    }

    private init?(
        _ record: FlowRecord, _ kind: MessageKind, isSent: Bool, _ others: [FlowRecord], _ isHidden: (Bytes) -> Bool
    ) {
        let other: MessageKind = kind == .request ? .response : .request
        guard let fields = RecordedBlock.list(of: record, kind, isSent: isSent),
            let octets = isSent ? record[kind].sentBlock : record[kind].block?.bytes,
            let stream = record[isSent ? other : kind].stream
        else { return nil }
        let origins = isSent ? [] : (record[kind].block?.places ?? []).map { $0.origin.map(TableEntry.Origin.init) }
        // From the connection's first block on, everything is known; else what the block itself names.
        let replayed = isSent ? nil : BlockReplay.tables(of: record, kind, among: others)
        guard let block = replayed?.block ?? FieldBlock(kept: octets, saying: fields, origins: origins)
        else { return nil }
        self.kind = kind
        self.isSent = isSent
        self.stream = stream
        let hidden = Set(
            block.fields.lines.indices.filter { isHidden(block.fields.value(of: block.fields.lines[$0])) })
        bytes = Self.masked(block, hidden)
        let names = FieldBlockSpans(block, hiding: hidden)
        spans = names.list(of: 0..<octets.count, at: 0).spans
        let named = Self.named(block, stream)
        let before = replayed.map { HTTP2Dissection.TableState($0.before) }
        let after = replayed.map { HTTP2Dissection.TableState($0.after) }
        self.block = names.made(
            block, before: (before ?? HTTP2Dissection.TableState(naming: named.before)).hiding(isHidden),
            after: (after ?? HTTP2Dissection.TableState(naming: named.after)).hiding(isHidden), hiding: hidden)
    }

    /// The list that the block says; nil where the head was none of HTTP/2.
    private static func list(of record: FlowRecord, _ kind: MessageKind, isSent: Bool) -> FieldSection? {
        let section =
            isSent
            ? record[kind].sent.map { RecordedHead.section($0, hasStartLine: $0.first != ASCII.colon) }
            : record.fields(kind)
                ?? record[kind].malformedHead.map { RecordedHead.section($0, hasStartLine: false) }
        guard let section, section.isList else { return nil }
        return section
    }

    private static func masked(_ block: FieldBlock, _ hidden: Set<Int>) -> Bytes {
        guard !hidden.isEmpty else { return block.bytes }
        var octets = block.bytes.array
        for (place, one) in block.representations.filter(\.isField).enumerated() where hidden.contains(place) {
            guard let value = one.value else { continue }
            for index in value.data { octets[index] = ASCII.asterisk }
        }
        return Bytes(octets)
    }

    /// The entries that the block names, and those with what it enters, by the indices of then.
    private static func named(
        _ block: FieldBlock, _ stream: UInt32
    ) -> (before: [HTTP2Dissection.TableState.Entry], after: [HTTP2Dissection.TableState.Entry]) {
        typealias Entry = HTTP2Dissection.TableState.Entry
        var before: [Int: Entry] = [:]
        var entered: [Entry] = []
        for (one, line) in zip(block.representations.filter(\.isField), block.fields.lines) {
            let (name, value) = (block.fields.name(of: line), block.fields.value(of: line))
            // Entries that came from this very block were not there before it.
            let index = one.index - entered.count
            if one.form == .indexed, index > StaticTable.count {
                before[index] = Entry(
                    index: index, name: name, value: value, size: name.count + value.count + 32,
                    enteredBy: one.origin?.stream)
            }
            if one.form == .incremental {
                entered.append(
                    Entry(
                        index: 0, name: name, value: value, size: name.count + value.count + 32, enteredBy: stream))
            }
        }
        let old = before.values.sorted { $0.index < $1.index }
        let new = entered.reversed().enumerated().map { $1.moved(to: StaticTable.count + 1 + $0) }
        return (old, new + old.map { $0.moved(to: $0.index + entered.count) })
    }
}

extension TableEntry.Origin {
    fileprivate init(_ origin: HeadBlock.Origin) { self.init(stream: origin.stream, field: origin.field) }
}

extension HTTP2Dissection.TableState {
    /// Without the values that are not to be shown.
    fileprivate func hiding(_ isHidden: (Bytes) -> Bool) -> HTTP2Dissection.TableState {
        let all = entries
        guard all.contains(where: { isHidden($0.value) }) else { return self }
        return HTTP2Dissection.TableState(
            naming: all.map { entry in
                guard isHidden(entry.value) else { return entry }
                return Entry(
                    index: entry.index, name: entry.name, value: "…", size: entry.size, enteredBy: entry.enteredBy)
            })
    }
}

extension HTTP2Dissection.TableState.Entry {
    fileprivate func moved(to index: Int) -> Self {
        Self(index: index, name: name, value: value, size: size, enteredBy: enteredBy)
    }
}
