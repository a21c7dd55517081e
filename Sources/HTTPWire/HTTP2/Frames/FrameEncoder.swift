package import Bytes

/// Writes frames (RFC 9113 §6). Pure functions that append.
package enum FrameEncoder {
    /// What a client's connection begins with (RFC 9113 §3.4).
    package static let preface: Bytes = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

    package static func settings(_ settings: [HTTP2Setting], into output: inout [UInt8]) {
        FrameHeader(.settings, stream: 0, length: settings.count * 6).write(into: &output)
        for setting in settings {
            output.append(UInt8(setting.number >> 8))
            output.append(UInt8(truncatingIfNeeded: setting.number))
            output.append(number: setting.value)
        }
    }

    static func settingsAcknowledgement(into output: inout [UInt8]) {
        FrameHeader(.settings, .acknowledgement, stream: 0, length: 0).write(into: &output)
    }

    /// `payload` has eight octets; what is missing is zero.
    package static func ping(_ payload: Bytes, isAcknowledgement: Bool, into output: inout [UInt8]) {
        FrameHeader(.ping, isAcknowledgement ? .acknowledgement : [], stream: 0, length: 8).write(into: &output)
        for place in 0..<8 { output.append(place < payload.count ? payload[place] : 0) }
    }

    package static func windowUpdate(_ increment: UInt32, stream: UInt32, into output: inout [UInt8]) {
        FrameHeader(.windowUpdate, stream: stream, length: 4).write(into: &output)
        output.append(number: increment)
    }

    package static func resetStream(_ stream: UInt32, _ code: HTTP2ErrorCode, into output: inout [UInt8]) {
        FrameHeader(.resetStream, stream: stream, length: 4).write(into: &output)
        output.append(number: code.rawValue)
    }

    package static func goAway(
        last: UInt32, _ code: HTTP2ErrorCode, debug: Bytes = Bytes(), into output: inout [UInt8]
    ) {
        FrameHeader(.goAway, stream: 0, length: 8 + debug.count).write(into: &output)
        output.append(number: last)
        output.append(number: code.rawValue)
        output.append(contentsOf: debug)
    }

    /// A field block in as many frames as it needs (RFC 9113 §4.3): HEADERS, then CONTINUATION.
    package static func block(
        _ block: Bytes, stream: UInt32, endsStream: Bool, largest: Int, into output: inout [UInt8]
    ) {
        var start = 0
        repeat {
            let end = min(start + largest, block.count)
            var flags: FrameFlags = end == block.count ? .endHeaders : []
            if start == 0, endsStream { flags.insert(.endStream) }
            FrameHeader(start == 0 ? .headers : .continuation, flags, stream: stream, length: end - start)
                .write(into: &output)
            output.append(contentsOf: block.slice(start..<end))
            start = end
        } while start < block.count
    }

    /// A field block that `write` appends, where it stays unless it needs several frames.
    static func block(
        stream: UInt32, endsStream: Bool, largest: Int, into output: inout [UInt8], _ write: (inout [UInt8]) -> Void
    ) {
        let start = output.count
        // Its length is not known yet.
        FrameHeader(.headers, stream: stream, length: 0).write(into: &output)
        let blockStart = output.count
        write(&output)
        let length = output.count - blockStart
        guard length <= largest else {
            let block = Bytes(copying: output.span, blockStart..<output.count)
            output.removeLast(output.count - start)
            return Self.block(block, stream: stream, endsStream: endsStream, largest: largest, into: &output)
        }
        let flags: FrameFlags = endsStream ? [.endHeaders, .endStream] : .endHeaders
        FrameHeader(.headers, flags, stream: stream, length: length).write(over: &output, at: start)
    }

    /// Content, with so many octets of padding; nil for none. All of it has to fit into a frame.
    package static func data(
        _ content: Span<UInt8>, stream: UInt32, padding: UInt8? = nil, endsStream: Bool, into output: inout [UInt8]
    ) {
        var flags: FrameFlags = endsStream ? .endStream : []
        if padding != nil { flags.insert(.padded) }
        let length = content.count + (padding.map { Int($0) + 1 } ?? 0)
        FrameHeader(.data, flags, stream: stream, length: length).write(into: &output)
        if let padding { output.append(padding) }
        unsafe content.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
        for _ in 0..<(padding ?? 0) { output.append(0) }
    }
}
