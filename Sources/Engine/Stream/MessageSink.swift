internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// Where a message goes: one side of an exchange, which writes it as its version of HTTP has it.
protocol MessageSink: AnyObject {
    /// Sends content behind what was sent before; it leaves with what follows in this turn. Of HTTP/1 these are bytes
    /// as they stand on the wire.
    func send(_ bytes: Bytes)
    /// Sends the first `count` unread bytes of `buffer`; they are not consumed.
    func forward(_ count: Int, of buffer: ReceiveBuffer)
    /// Sends trailers, which end the message. Answers them as they went out.
    func sendTrailers(_ section: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes
    /// The message has ended, where something other than its bytes has to say so.
    func sendEnd()
    /// More is waiting to be sent than should.
    var isCongested: Bool { get }
    /// Places of lines in the head that goes out next which no table may remember (RFC 7541 §6.2.3).
    func mark(sensitive lines: Set<Int>)
    /// The content that is sent next came with so much padding (RFC 9113 §10.7): it goes on with as much.
    func pad(_ octets: UInt8)
}

/// HTTP/1 says everything by its bytes.
extension MessageSink {
    func sendTrailers(_ section: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes {
        let bytes = try HeadEncoder.written(section, edits)
        send(bytes)
        return bytes
    }

    func sendEnd() {}

    func mark(sensitive lines: Set<Int>) {}

    func pad(_ octets: UInt8) {}
}

extension HeadEncoder {
    /// The head or section with its edits. What is new in it was checked when it was made, and is checked once more.
    static func written(_ fields: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes {
        // A bare LF may be all that is wrong with a head: its empty line, which no edit is about.
        guard !edits.isEmpty || fields.emptyLineStart != fields.raw.count - 2 else { return fields.raw }
        return try apply(edits.count, to: fields, isMeant: { edits[$0].isRaw }, action: { edits[$0].action })
    }
}
