package import Bytes
package import Flow

/// A frame of a WebSocket as it was on the wire, named down to its bytes (RFC 6455 §5.2). Its header is made anew from
/// what was kept of it, which leaves nothing open: a longer length than needed is refused. The payload is there where
/// the message was kept whole and not compressed.
package struct WebSocketFrameDissection: Sendable {
    /// `client · text · frame 1 of 2`.
    package let title: String
    /// Header and payload.
    package let bytes: Bytes
    /// They tile the bytes.
    package let spans: [Span]
    /// Octets of payload that are not among the bytes.
    package let omitted: UInt64

    /// More than this of a payload is not shown.
    private static let payloadLimit = 1 << 10
    private static let frameSpec = "RFC 6455 §5.2"

    /// The frames of a record's messages, in the order in which the messages ended.
    ///
    /// - Parameter limit: of frames.
    package static func frames(of record: FlowRecord, limit: Int) -> [WebSocketFrameDissection] {
        var found: [WebSocketFrameDissection] = []
        for message in record.inner.list {
            var start: UInt64 = 0
            for (place, frame) in message.frames.enumerated() {
                guard found.count < limit else { return found }
                found.append(WebSocketFrameDissection(message, frame, place, at: start))
                start += frame.size
            }
        }
        return found
    }

    private init(_ message: InnerMessage, _ frame: InnerMessage.Frame, _ place: Int, at start: UInt64) {
        let side = message.from == .request ? "client" : "server"
        let part = message.frameCount > 1 ? " · frame \(place + 1) of \(message.frameCount)" : ""
        title = "Frame · \(side) · \(message.title)\(part)"
        let mask = frame.mask.map { mask in (0..<4).map { UInt8(truncatingIfNeeded: mask >> (24 - 8 * UInt32($0))) } }
        var bytes: [UInt8] = []
        var spans: [Span] = []
        func add(_ rule: String, _ octets: [UInt8], _ text: String, _ spec: String = Self.frameSpec) {
            spans.append(Span(rule, bytes.count..<bytes.count + octets.count, spec, text))
            bytes += octets
        }
        let opcode: UInt8 = place == 0 ? message.opcode : 0
        add(
            "frame-opcode", [(frame.isFinal ? 0x80 : 0) | (frame.reserved & 7) << 4 | opcode],
            Self.first(message, frame, opcode, place))
        let length = Self.length(frame.size)
        add(
            "frame-payload-length", [(mask == nil ? 0 : 0x80) | length.first],
            (mask == nil ? "No mask, as required for servers. " : "MASK: a mask follows, as required for clients. ")
                + (length.more.isEmpty ? "\(Quantity.bytes(frame.size)) of payload." : "The length follows."))
        if !length.more.isEmpty {
            add("frame-payload-length", length.more, "\(Quantity.bytes(frame.size)) of payload.")
        }
        if let mask {
            add(
                "frame-masking-key", mask,
                "The mask: each byte of the payload is XORed with one of these four in turn. It hides nothing.",
                "RFC 6455 §5.3")
        }
        let plain = Self.payload(of: message, frame, at: start)
        if let plain, !plain.isEmpty {
            let octets = plain.enumerated().map { $1 ^ (mask?[$0 % 4] ?? 0) }
            let words =
                mask == nil ? "The payload." : "The payload; unmasked: \(Quotation.of(plain))."
            add("frame-payload-data", octets, words)
        }
        self.bytes = Bytes(bytes)
        self.spans = spans
        omitted = frame.size - UInt64(plain?.count ?? 0)
    }

    private static func first(
        _ message: InnerMessage, _ frame: InnerMessage.Frame, _ opcode: UInt8, _ place: Int
    ) -> String {
        let end = frame.isFinal ? "FIN: the last frame of its message. " : "Not the last frame of its message. "
        let reserved = frame.reserved & 4 == 0 ? "" : "RSV1: the message is compressed (RFC 7692 §6). "
        let kind = place == 0 ? message.title : "continues the message"
        return "\(end)\(reserved)Opcode \(opcode): \(kind)."
    }

    /// In seven bits, or in two or eight octets behind them, as few as do.
    private static func length(_ size: UInt64) -> (first: UInt8, more: [UInt8]) {
        func octets(_ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: size >> UInt64($0 * 8)) }
        }
        return size < 126 ? (UInt8(size), []) : size < 65_536 ? (126, octets(2)) : (127, octets(8))
    }

    /// What the frame carries without its mask; nil where that was not kept.
    private static func payload(of message: InnerMessage, _ frame: InnerMessage.Frame, at start: UInt64) -> Bytes? {
        guard !message.isCompressed, frame.reserved & 4 == 0 else { return nil }
        var whole = message.bytes
        if case .close(let code?) = message.form {
            whole = Bytes([UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] + whole.array)
        }
        guard start <= UInt64(whole.count) else { return nil }
        let first = Int(start)
        let wanted = Int(clamping: min(frame.size, UInt64(payloadLimit)))
        return whole.slice(first..<min(whole.count, first + wanted))
    }
}
