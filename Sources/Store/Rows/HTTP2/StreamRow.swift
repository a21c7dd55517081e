import Bytes
import Flow
import HTTPModel
import Messages

/// What HTTP/2 was on the wire for a flow: the row `streams` of `extra`, with the members that a HAR has.
enum StreamRow {
    /// Nil when neither message was one of HTTP/2.
    static func text(_ record: FlowRecord) -> Bytes? {
        guard MessageKind.allCases.contains(where: { hasAny(record[$0]) }) else { return nil }
        var writer = JSONWriter()
        writer.beginObject()
        for kind in MessageKind.allCases where hasAny(record[kind]) {
            if kind == .request { writer.key("request") } else { writer.key("response") }
            write(record[kind], since: record.openedAt, &writer)
        }
        writer.endObject()
        return unsafe writer.withBytes { unsafe Bytes(Array($0)) }
    }

    private static func hasAny(_ message: borrowing FlowRecord.Message) -> Bool {
        message.stream != nil || message.block != nil || message.sentBlock != nil || message.frameCount > 0
            || !message.waits.isEmpty
    }

    private static func write(
        _ message: borrowing FlowRecord.Message, since start: Instant, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        if let stream = message.stream { writer.member("_stream", Int(stream)) }
        if let block = message.block {
            writer.key("_raw")
            writer.base64(block.bytes)
            writer.places(of: block)
        }
        if let block = message.sentBlock {
            writer.key("_sent")
            writer.base64(block)
        }
        writer.streamEvidence(message, since: start)
        writer.endObject()
    }

    static func read(_ text: Bytes, into record: inout FlowRecord) {
        let root = unsafe text.withUnsafeBytes { raw -> JSONNode? in
            var parser = unsafe JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        guard let root else { return }
        // It is no news of the flow.
        let latest = record.times.latest
        for kind in MessageKind.allCases {
            let name: StaticString = kind == .request ? "request" : "response"
            if let message = root.member(name, in: text) { read(message, of: kind, in: text, into: &record) }
        }
        record.times.latest = latest
    }

    private static func read(
        _ message: JSONNode, of kind: MessageKind, in text: Bytes, into record: inout FlowRecord
    ) {
        let number = message.member("_stream", in: text)?.integer(in: text)
        record[kind].stream = number.flatMap { UInt32(exactly: $0) }
        if let raw = octets(message, "_raw", text) {
            record[kind].block = StreamEvidenceReader.block(raw, message, in: text)
        }
        record[kind].sentBlock = octets(message, "_sent", text)
        for (time, fact) in StreamEvidenceReader.read(message, in: text, of: kind, openedAt: record.openedAt) {
            record.apply(
                FlowEvent(flow: record.id, time: record.openedAt.advanced(byMicroseconds: time), fact: fact))
        }
    }

    private static func octets(_ message: JSONNode, _ name: StaticString, _ text: Bytes) -> Bytes? {
        message.member(name, in: text)?.string(in: text).flatMap { Base64.decode($0) }.map { Bytes($0) }
    }
}
