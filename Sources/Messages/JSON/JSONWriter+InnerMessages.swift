package import Bytes
package import Flow
import HTTPSemantics

// The messages inside of an exchange, as Chrome writes them into a HAR, and with what Hark knows beyond that. A session
// file has the same text.

extension JSONWriter {
    /// Members of the object that is being written: `_webSocketMessages`, `_eventSourceMessages` and what else there
    /// is.
    ///
    /// - Parameter start: the wall-clock time at which the flow began, in microseconds; times are told from it.
    package mutating func innerMessages(_ record: borrowing FlowRecord, start: Int64) {
        let inner = record.inner
        guard !inner.isEmpty else { return }
        let clock = InnerClock(openedAt: record.openedAt, start: start)
        list("_webSocketMessages", inner.list.filter(\.isOfWebSocket)) { $0.webSocketMessage($1, clock) }
        list("_eventSourceMessages", inner.list.filter(\.isEvent)) { $0.event($1, clock) }
        list("_lines", inner.list.filter { $0.form == .line }) { $0.place($1, clock) }
        if inner.omitted > 0 {
            beginObject("_messagesOmitted")
            let listed = inner.list.count { $0.from == .request }
            member("send", inner.sent - listed)
            member("receive", inner.received - (inner.list.count - listed))
            endObject()
        }
        list("_readingEnds", inner.ends) { $0.readingEnd($1) }
    }

    /// `_parts` of a message: where each part stands, and its head. Its content stands in that of the message.
    package mutating func innerParts(_ record: borrowing FlowRecord, _ kind: MessageKind, start: Int64) {
        guard !record.inner.isEmpty else { return }
        let clock = InnerClock(openedAt: record.openedAt, start: start)
        list("_parts", record.inner.list.filter { $0.from == kind && $0.isPart }) { $0.part($1, clock) }
    }

    private mutating func part(_ message: InnerMessage, _ clock: InnerClock) {
        guard case .part(let head) = message.form else { return }
        place(message, clock)
        member("headersSize", head.count)
        beginArray("headers")
        for (name, value) in MultipartReader.fields(head) {
            beginObject()
            member("name", name)
            member("value", value)
            endObject()
        }
        endArray()
        key("_raw")
        base64(head)
    }

    mutating func list<Element>(
        _ name: StaticString, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        guard !elements.isEmpty else { return }
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            write(&self, element)
            endObject()
            spoolIfLarge()
        }
        endArray()
    }

    private mutating func webSocketMessage(_ message: InnerMessage, _ clock: InnerClock) {
        member("type", message.from == .request ? "send" : "receive" as StaticString)
        key("time")
        number(clock.seconds(message.time))
        member("opcode", message.opcode)
        key("data")
        switch message.form {
        case .text: string(message.wholeCharacters)
        case .close(let code): base64(Self.closePayload(code, message.bytes))
        case .binary, .ping, .pong, .event, .part, .line, .call, .callEnd: base64(message.bytes)
        }
        // Of what another recorder told nobody counted them.
        if !message.frames.isEmpty || message.isTruncated {
            member("_offset", message.offset)
            member("_size", message.size)
        }
        if message.isCompressed { member("_compressed", true) }
        if message.isByHand { member("_byHand", true) }
        if case .close(let code?) = message.form {
            member("_code", code)
            member("_reason", message.bytes)
        }
        if message.isTruncated { member("_truncated", true) }
        list("_frames", message.frames) { $0.frame($1, clock) }
        if message.frameCount > message.frames.count { member("_frameCount", message.frameCount) }
    }

    private static func closePayload(_ code: UInt16?, _ reason: Bytes) -> Bytes {
        guard let code else { return Bytes() }
        return Bytes([UInt8(code >> 8), UInt8(code & 0xFF)] + reason.array)
    }

    private mutating func frame(_ frame: InnerMessage.Frame, _ clock: InnerClock) {
        member("fin", frame.isFinal)
        member("rsv", frame.reserved)
        if let mask = frame.mask {
            key("mask")
            base64(Bytes((0..<4).map { UInt8(truncatingIfNeeded: mask >> (24 - 8 * $0)) }))
        }
        member("size", frame.size)
        key("time")
        number(clock.seconds(frame.time))
    }

    private mutating func event(_ message: InnerMessage, _ clock: InnerClock) {
        guard case .event(let event) = message.form else { return }
        key("time")
        number(clock.seconds(message.time))
        member("eventName", event.name)
        member("eventId", event.id)
        member("data", message.wholeCharacters)
        member("_offset", message.offset)
        member("_size", message.size)
        if let retry = event.retry { member("_retry", retry) }
        if message.isTruncated { member("_truncated", true) }
    }

    /// What stands in the content need not be written twice.
    mutating func place(_ message: InnerMessage, _ clock: InnerClock) {
        member("type", message.from == .request ? "send" : "receive" as StaticString)
        member("offset", message.offset)
        member("size", message.size)
        key("time")
        number(clock.seconds(message.time))
    }

    private mutating func readingEnd(_ end: InnerReadingEnd) {
        member("type", end.from == .request ? "send" : "receive" as StaticString)
        member("code", end.code)
        member("offset", end.offset)
        if let code = end.closeCode { member("closeCode", code) }
        member("text", end.text)
        member("spec", end.spec)
    }
}

extension InnerMessage {
    fileprivate var isPart: Bool {
        if case .part = form { true } else { false }
    }

    fileprivate var isEvent: Bool {
        if case .event = form { true } else { false }
    }

    /// Of a text that was cut, without the beginning of a character at its end.
    fileprivate var wholeCharacters: Bytes {
        guard isTruncated else { return bytes }
        let whole = unsafe bytes.withUnsafeBytes { unsafe UTF8Sequence.wholeCount($0) }
        return bytes.slice(0..<whole)
    }
}
