package import Bytes
package import HTTPModel
package import HTTPWire

/// Heads of messages from text. What has no CR has `\n` for line ends and no empty line; anything else is what was on
/// the wire.
package enum TestHead {
    /// The bytes on the wire.
    package static func wire(_ text: Bytes) -> Bytes {
        guard !text.contains(ASCII.carriageReturn) else { return text }
        var raw: [UInt8] = []
        for byte in text {
            if byte == ASCII.lineFeed { raw.append(ASCII.carriageReturn) }
            raw.append(byte)
        }
        return Bytes(raw + Array("\r\n\r\n".utf8))
    }

    /// As the proxy reads it; nil when it refuses it.
    ///
    /// - Parameter method: what a response answers; nil for a request.
    package static func decoded(_ text: Bytes, answering method: Method? = nil) -> MessagePart? {
        var decoder = HTTP1Decoder(role: method == nil ? .request : .response)
        if let method { decoder.expectResponse(to: method) }
        return try? wire(text).withSpan { span in try decoder.decode(span)?.part }
    }

    /// Whatever is in it.
    package static func request(_ text: Bytes, quirks: [Quirk] = []) -> RequestHead {
        let head = RecordedHead.lenientRequest(wire(text))
        return RequestHead(
            method: head.method, target: head.target, version: head.version, fields: head.fields, quirks: quirks)
    }

    /// Whatever is in it; with status 0 when there is none.
    package static func response(_ text: Bytes, quirks: [Quirk] = []) -> ResponseHead {
        let raw = wire(text)
        let head = RecordedHead.lenientResponse(raw)
        return ResponseHead(
            status: head?.status ?? 0, version: head?.version ?? .http11, reasonRange: head?.reasonRange ?? 0..<0,
            fields: head?.fields ?? fields(raw), quirks: quirks)
    }

    package static func fields(_ text: Bytes, hasStartLine: Bool = true) -> FieldSection {
        RecordedHead.section(wire(text), hasStartLine: hasStartLine)
    }
}
