import Bytes

/// Reads the frames of one direction of an HTTP/2 connection, behind the preface: bytes in, frames out (RFC 9113 §4).
///
/// A value without I/O. The caller keeps the bytes: it passes everything unread, drops `size` octets of each frame, and
/// passes the rest again with what has come since. What a frame is wrong by itself ends the connection (an error), or
/// its stream (the frame's `fault`); what is wrong with its stream or its order is not looked at here.
package struct FrameDecoder: Sendable {
    /// Octets of the frames so far, and of what came before them.
    package private(set) var position: UInt64
    private let largest: Int
    private let valuesLimit: Int

    /// - Parameters:
    ///   - position: octets of what came before the first frame.
    ///   - largest: octets of a frame's payload that are allowed.
    ///   - values: settings of a frame that are allowed.
    package init(at position: UInt64 = 0, largest: Int = 16_384, values: Int = 32) {
        self.position = position
        self.largest = largest
        valuesLimit = values
    }

    /// The frame at the front of the input; nil when not all of it is there.
    ///
    /// What its header makes wrong is said without waiting for the rest.
    package mutating func decode(_ input: Span<UInt8>) throws(HTTP2Error) -> Frame? {
        guard let header = FrameHeader(input) else { return nil }
        try check(header)
        let size = FrameHeader.size + header.length
        guard input.count >= size else { return nil }
        var reading = FrameReading(header, offset: position, valuesLimit: valuesLimit)
        let payload = try reading.payload(input)
        defer { position += UInt64(size) }
        return Frame(
            header: header, offset: position, payload: payload, padding: reading.padding, quirks: reading.quirks,
            fault: reading.fault)
    }

    private func check(_ header: FrameHeader) throws(HTTP2Error) {
        // RFC 9113 §4.2. Of DATA it could be an error of the stream, but the rest of the frame would still have to be
        // read.
        guard header.length <= largest else { throw HTTP2Error(.frameTooLarge, offset: position) }
        switch header.type {
        case .data, .headers, .priority, .resetStream, .pushPromise, .continuation:
            guard header.stream != 0 else { throw HTTP2Error(.missingStream, offset: position) }
        case .settings, .ping, .goAway, .priorityUpdate:
            guard header.stream == 0 else { throw HTTP2Error(.needlessStream, offset: position) }
        // RFC 7838 §4, RFC 8336 §2: on other streams they are ignored.
        case .windowUpdate, .alternativeService, .origin, nil: break
        }
    }
}

/// One frame being read; all of its octets are there.
private struct FrameReading {
    let header: FrameHeader
    let offset: UInt64
    let valuesLimit: Int
    private(set) var padding: Int?
    private(set) var quirks: [FrameQuirk] = []
    private(set) var fault: HTTP2Error?

    private var end: Int { FrameHeader.size + header.length }

    init(_ header: FrameHeader, offset: UInt64, valuesLimit: Int) {
        self.header = header
        self.offset = offset
        self.valuesLimit = valuesLimit
        if header.type == nil { quirks.append(FrameQuirk(.unknownType, offset: 3, length: 1)) }
        if let type = header.type, !type.flags.isSuperset(of: header.flags) {
            quirks.append(FrameQuirk(.undefinedFlags, offset: 4, length: 1))
        }
        if header.isReservedBitSet { quirks.append(FrameQuirk(.reservedBit, offset: 5, length: 1)) }
    }

    mutating func payload(_ input: Span<UInt8>) throws(HTTP2Error) -> Frame.Payload {
        switch header.type {
        case .data: return .data(try unpadded(input))
        case .headers: return try headers(input)
        case .priority:
            // RFC 9113 §6.3: only the stream ends.
            guard header.length == 5 else { return unreadable(.wrongFrameSize) }
            return .priority(priority(input, at: FrameHeader.size))
        case .resetStream:
            try expect(header.length == 4)
            return .resetStream(HTTP2ErrorCode(rawValue: input.number(at: FrameHeader.size)))
        case .settings: return try settings(input)
        case .pushPromise: return try pushPromise(input)
        case .ping:
            try expect(header.length == 8)
            return .ping(rest(input, from: FrameHeader.size))
        case .goAway:
            try expect(header.length >= 8)
            return .goAway(
                last: number(input, at: FrameHeader.size), HTTP2ErrorCode(rawValue: input.number(at: 13)),
                debug: rest(input, from: 17))
        case .windowUpdate: return try windowUpdate(input)
        case .continuation: return .continuation(rest(input, from: FrameHeader.size))
        case .priorityUpdate:
            try expect(header.length >= 4)
            return .priorityUpdate(stream: number(input, at: FrameHeader.size), value: rest(input, from: 13))
        case .alternativeService, .origin, nil: return .other(rest(input, from: FrameHeader.size))
        }
    }

    private mutating func headers(_ input: Span<UInt8>) throws(HTTP2Error) -> Frame.Payload {
        let range = try unpadded(input)
        guard header.flags.contains(.priority) else {
            return .headers(Bytes(copying: input, range), nil)
        }
        try expectFields(5, in: range)
        let priority = priority(input, at: range.lowerBound)
        return .headers(Bytes(copying: input, range.lowerBound + 5..<range.upperBound), priority)
    }

    private mutating func pushPromise(_ input: Span<UInt8>) throws(HTTP2Error) -> Frame.Payload {
        let range = try unpadded(input)
        try expectFields(4, in: range)
        let stream = number(input, at: range.lowerBound)
        return .pushPromise(stream: stream, Bytes(copying: input, range.lowerBound + 4..<range.upperBound))
    }

    private mutating func settings(_ input: Span<UInt8>) throws(HTTP2Error) -> Frame.Payload {
        // RFC 9113 §6.5
        if header.flags.contains(.acknowledgement) { try expect(header.length == 0) }
        try expect(header.length % 6 == 0)
        guard header.length / 6 <= valuesLimit else { throw HTTP2Error(.tooManyValues, offset: offset) }
        var settings: [HTTP2Setting] = []
        for place in stride(from: FrameHeader.size, to: end, by: 6) {
            let number = UInt16(input[place]) << 8 | UInt16(input[place + 1])
            let setting = HTTP2Setting(number: number, value: input.number(at: place + 2))
            if let fault = setting.fault { throw HTTP2Error(fault, offset: offset + UInt64(place)) }
            if setting.identifier == nil {
                quirks.append(FrameQuirk(.unknownSetting, offset: place, length: 6))
            } else if settings.contains(where: { $0.number == number }) {
                quirks.append(FrameQuirk(.repeatedSetting, offset: place, length: 6))
            }
            settings.append(setting)
        }
        return .settings(settings)
    }

    private mutating func windowUpdate(_ input: Span<UInt8>) throws(HTTP2Error) -> Frame.Payload {
        try expect(header.length == 4)
        let increment = number(input, at: FrameHeader.size)
        // RFC 9113 §6.9: of the connection's window it is the connection that ends.
        if increment == 0, header.stream == 0 { throw HTTP2Error(.zeroIncrement, offset: offset) }
        return increment == 0 ? unreadable(.zeroIncrement) : .windowUpdate(increment)
    }

    // MARK: - Parts

    /// RFC 9113 §6.1: what lies between the length of the padding and the padding.
    private mutating func unpadded(_ input: Span<UInt8>) throws(HTTP2Error) -> Range<Int> {
        guard header.flags.contains(.padded) else { return FrameHeader.size..<end }
        try expect(header.length > 0)
        let count = Int(input[FrameHeader.size])
        guard count < header.length else { throw HTTP2Error(.paddingTooLong, offset: offset) }
        padding = count
        var place = end - count
        while place < end, input[place] == 0 { place += 1 }
        if place < end { quirks.append(FrameQuirk(.nonZeroPadding, offset: place, length: end - place)) }
        return FrameHeader.size + 1..<end - count
    }

    private mutating func priority(_ input: Span<UInt8>, at place: Int) -> StreamPriority {
        let priority = StreamPriority(input, at: place)
        if priority.parent == header.stream {
            fault = HTTP2Error(.selfDependency, .stream(header.stream), offset: offset)
        }
        return priority
    }

    /// Thirty-one bits behind a reserved one.
    private mutating func number(_ input: Span<UInt8>, at place: Int) -> UInt32 {
        let number = input.number(at: place)
        if number > FrameHeader.largestStream { quirks.append(FrameQuirk(.reservedBit, offset: place, length: 1)) }
        return number & FrameHeader.largestStream
    }

    private func rest(_ input: Span<UInt8>, from place: Int) -> Bytes { Bytes(copying: input, place..<end) }

    private func expect(_ fits: Bool) throws(HTTP2Error) {
        if !fits { throw HTTP2Error(.wrongFrameSize, offset: offset) }
    }

    /// What stands between the length of the padding and a field block (RFC 9113 §6.2, §6.6): when it is the padding
    /// that leaves no room for it, the frame is long enough.
    private func expectFields(_ size: Int, in range: Range<Int>) throws(HTTP2Error) {
        try expect(end - range.lowerBound >= size)
        guard range.count >= size else { throw HTTP2Error(.paddingTooLong, offset: offset) }
    }

    private mutating func unreadable(_ code: HTTP2Error.Code) -> Frame.Payload {
        fault = HTTP2Error(code, .stream(header.stream), offset: offset)
        return .unreadable
    }
}
