import Bytes
import Flow
import HTTPWire

/// Makes the table of a connection again, from the blocks of its exchanges that were recorded, in the order in which
/// they came.
enum BlockReplay {
    /// The block, with the table before and after it; nil where a block is missing before it, so that nobody knows what
    /// the table held.
    static func tables(
        of record: FlowRecord, _ kind: MessageKind, among others: [FlowRecord]
    ) -> (block: FieldBlock, before: DynamicTable, after: DynamicTable)? {
        guard let own = record[kind].block, let stream = record[kind].stream, let connection = number(record, kind)
        else { return nil }
        let before = others.filter { other in
            other.id != record.id && other.run == record.run && number(other, kind) == connection
                && other[kind].block != nil && isBefore(other, record, kind)
        }.sorted { isBefore($0, $1, kind) }
        var decoder = HPACKDecoder(capacity: HTTP2Reader.tableLimit, listLimit: 1 << 20, countLimit: 4000)
        for other in before {
            guard let block = other[kind].block, let stream = other[kind].stream,
                let decoded = try? decoder.decode(block.bytes, from: stream), says(decoded, block)
            else { return nil }
        }
        let table = decoder.table
        guard let decoded = try? decoder.decode(own.bytes, from: stream), says(decoded, own) else { return nil }
        return (decoded, table, decoder.table)
    }

    /// What was recorded of the block is what this table makes of it: who entered what is the proof.
    private static func says(_ decoded: FieldBlock, _ block: HeadBlock) -> Bool {
        let found = decoded.representations.filter(\.isField)
        return zip(found, block.places).allSatisfy { one, place in
            one.index == place.index && one.origin?.stream == place.origin?.stream
                && one.origin?.field == place.origin?.field
        } && (found.count == block.places.count || block.places.isEmpty)
    }

    private static func number(_ record: FlowRecord, _ kind: MessageKind) -> UInt64? {
        kind == .request ? record.opening?.clientConnection : record.upstream?.connection
    }

    /// Requests come in the order of their streams (RFC 9113 §5.1.1), responses as they are ready.
    private static func isBefore(_ one: FlowRecord, _ other: FlowRecord, _ kind: MessageKind) -> Bool {
        (moment(one, kind), one[kind].stream ?? 0) < (moment(other, kind), other[kind].stream ?? 0)
    }

    private static func moment(_ record: FlowRecord, _ kind: MessageKind) -> Int64 {
        kind == .request ? 0 : record.responseReceivedAt ?? record.startedAt ?? 0
    }
}
