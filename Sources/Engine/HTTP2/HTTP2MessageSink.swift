internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// A stream as the place where a message goes: its content and its end, on whichever side.
protocol HTTP2MessageSink: MessageSink {
    var link: HTTP2Link { get }
    var sending: HTTP2Sending { get }
}

extension HTTP2MessageSink {
    /// Sends a head with its edits. Answers it as a list of lines, when anybody keeps it.
    func write(_ fields: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes {
        let outgoing = try OutgoingFields(fields, sensitive: sending.sensitive, edits.count) { edits[$0].action }
        sending.sensitive = []
        sending.send(head: outgoing)
        return link.shard.publisher.isActive ? outgoing.lines : Bytes()
    }

    func mark(sensitive lines: Set<Int>) {
        sending.sensitive = lines
    }

    func pad(_ octets: UInt8) {
        sending.padding = octets
    }

    func send(_ bytes: Bytes) {
        sending.send(bytes)
    }

    func forward(_ count: Int, of buffer: ReceiveBuffer) {
        sending.send(buffer.withSpan { Bytes(copying: $0, 0..<count) })
    }

    func sendTrailers(_ section: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes {
        let outgoing = try OutgoingFields(section, sensitive: sending.sensitive, edits.count) { edits[$0].action }
        sending.sensitive = []
        sending.send(trailers: outgoing)
        return outgoing.lines
    }

    func sendEnd() {
        sending.end()
    }

    var isCongested: Bool { sending.isCongested }
}
