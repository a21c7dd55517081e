import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// The messages as packets of a capture (pcapng, draft-ietf-opsawg-pcapng), decrypted, for Wireshark and its like.
/// Ethernet, IP and TCP around them are made up: one connection a flow, to port 80 where TLS was taken off, as its own
/// port would be taken for TLS.
struct PacketExport: FlowExporter {
    mutating func begin(_ output: ExportOutput) {
        // Section header block, §4.1: its length is not known.
        var block = PacketBytes()
        block.little(0x0A0D_0D0A as UInt32)
        block.little(28 as UInt32)
        block.little(0x1A2B_3C4D as UInt32)
        block.little(1 as UInt16)
        block.little(0 as UInt16)
        block.little(UInt64.max)
        block.little(28 as UInt32)
        // Interface description block, §4.2: Ethernet, no limit to a packet's size, times in microseconds.
        block.little(1 as UInt32)
        block.little(20 as UInt32)
        block.little(1 as UInt16)
        block.little(0 as UInt16)
        block.little(0 as UInt32)
        block.little(20 as UInt32)
        output.put(block.bytes)
    }

    func omission(of record: FlowRecord) -> String? { WireOutput.hindrance(record) }

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        let record = flow.record
        let start = record.startedAt ?? 0
        func time(_ instant: Instant?) -> Int64 { instant.flatMap { record.wallClock(at: $0) } ?? start }
        var connection = PacketStream(flow, at: start)
        connection.open(output)
        connection.send(WireOutput(flow, .request), from: .client, at: time(record.times.requestHead), output)
        let answered = max(time(record.times.responseHead), start)
        for interim in record.interim {
            connection.send(head: interim.head.raw, from: .server, at: answered, output)
        }
        connection.send(WireOutput(flow, .response), from: .server, at: answered, output)
        connection.close(at: max(time(record.times.finished), answered), output)
    }
}
