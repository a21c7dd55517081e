internal import Bytes
internal import Flow
internal import HTTPWire

/// What passes on one HTTP/2 connection, for the record: frames as they come and as they leave, with the windows after
/// each. Made only where somebody keeps flows; a link without one does no work for it.
///
/// Belongs to its link. What leaves is read from the very bytes that go out, so that nothing on the way has to tell.
struct HTTP2Evidence {
    /// Which block of a message a HEADERS frame begins.
    enum BlockRole {
        case head, other
    }

    /// Something that left.
    enum Departure {
        case frame(StreamFrame)
        /// The field block of a message's head.
        case head(Bytes)
    }

    /// What passes on stream 0, and how much on all of them.
    var connection: ConnectionRecord
    /// Something is known of the connection that was not told yet.
    var hasNews = false
    /// Blocks that were written and have not left, in their order.
    private var roles: [BlockRole] = []
    /// The block that is leaving.
    private var block: [UInt8] = []
    /// Frames of a block that has not opened its stream yet.
    private var opening: [StreamFrame] = []

    init(_ connection: ConnectionRecord) {
        self.connection = connection
    }

    /// A field block was written.
    mutating func wrote(_ role: BlockRole) {
        roles.append(role)
    }

    /// A GOAWAY left this stream behind.
    mutating func lost(_ stream: UInt32, of flow: FlowID?) {
        connection.add(ConnectionRecord.Lost(stream: stream, flow: flow))
        hasNews = true
    }

    // MARK: - In

    /// A frame that came, and was taken in.
    ///
    /// - Parameter wire: asked where it is: passed as a value, all of it would be copied.
    mutating func frame(_ frame: Frame, _ wire: inout HTTP2Connection, at now: UInt64) -> StreamFrame {
        var made = StreamFrame(frame)
        defer { count(made, of: frame.header.stream, at: now) }
        switch frame.payload {
        case .data: set(wire.receiveWindows(of: frame.header.stream), &made)
        case .windowUpdate(let increment):
            made.increment = increment
            set(wire.sendWindows(of: frame.header.stream), &made)
        case .settings(let settings):
            guard !settings.isEmpty else { break }
            connection.add(settings.map { .init(number: $0.number, value: $0.value) }, isSent: false)
            hasNews = true
        case .goAway(let last, let code, let debug):
            connection.add(ConnectionRecord.GoAway(isSent: false, last: last, code: code.rawValue, debug: debug))
            hasNews = true
        case .headers, .priority, .resetStream, .pushPromise, .ping, .continuation, .priorityUpdate, .other,
            .unreadable:
            break
        }
        return made
    }

    private mutating func count(_ frame: StreamFrame, of stream: UInt32, at now: UInt64) {
        if frame.isSent {
            connection.sent.add(FrameHeader.size + frame.size)
        } else {
            connection.received.add(FrameHeader.size + frame.size)
        }
        if stream == 0 { connection.add(frame, at: Instant(nanoseconds: now)) }
    }

    /// A frame of a block whose stream is not there yet.
    mutating func keepOpening(_ frame: StreamFrame) {
        // No more come than a block may have.
        if frame.type == FrameType.headers.rawValue { opening = [] }
        if opening.count < 100 { opening.append(frame) }
    }

    /// Those that opened the stream.
    mutating func takeOpening() -> [StreamFrame] {
        defer { opening = [] }
        return opening
    }

    // MARK: - Out

    /// The frames of what leaves, each with its stream.
    mutating func departures(
        _ bytes: Bytes, _ wire: inout HTTP2Connection, at now: UInt64
    ) -> [(stream: UInt32, what: Departure)] {
        var found: [(stream: UInt32, what: Departure)] = []
        let start = bytes.hasOpening("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") ? FrameEncoder.preface.count : 0
        bytes.withSpan { span in
            var place = start
            while let header = FrameHeader(span.extracting(place..<span.count)) {
                let end = place + FrameHeader.size + header.length
                guard end <= span.count else { break }
                found.append((header.stream, .frame(Self.frame(header, span.extracting(place..<end)))))
                if header.stream == 0 { note(header, span.extracting(place + FrameHeader.size..<end)) }
                if let head = take(header, span.extracting(place + FrameHeader.size..<end)) {
                    found.append((header.stream, .head(head)))
                }
                place = end
            }
        }
        addWindows(to: &found, &wire)
        for (stream, what) in found {
            if case .frame(let frame) = what { count(frame, of: stream, at: now) }
        }
        return found
    }

    /// What a frame of stream 0 says that leaves.
    private mutating func note(_ header: FrameHeader, _ payload: Span<UInt8>) {
        switch header.type {
        case .settings:
            let settings = stride(from: 0, to: payload.count - payload.count % 6, by: 6).map { place in
                ConnectionRecord.Setting(
                    number: UInt16(payload[place]) << 8 | UInt16(payload[place + 1]),
                    value: payload.number(at: place + 2))
            }
            connection.add(settings, isSent: true)
        case .goAway where payload.count >= 8:
            var debug: [UInt8] = []
            for place in 8..<payload.count { debug.append(payload[place]) }
            connection.add(
                ConnectionRecord.GoAway(
                    isSent: true, last: payload.number(at: 0), code: payload.number(at: 4), debug: Bytes(debug)))
            hasNews = true
        case .goAway, .data, .headers, .priority, .resetStream, .pushPromise, .ping, .windowUpdate, .continuation,
            .alternativeService, .origin, .priorityUpdate, nil:
            break
        }
    }

    private static func frame(_ header: FrameHeader, _ octets: Span<UInt8>) -> StreamFrame {
        let isPadded = header.type == .data && header.flags.contains(.padded) && header.length > 0
        let number = header.length >= 4 ? octets.number(at: FrameHeader.size) : 0
        var frame = StreamFrame(
            type: header.typeNumber, flags: header.flags.rawValue, size: header.length,
            padding: isPadded ? Int(octets[FrameHeader.size]) : nil, code: header.type == .resetStream ? number : nil)
        frame.isSent = true
        if header.type == .windowUpdate { frame.increment = number }
        return frame
    }

    /// The octets of a whole block of a head, when this is the last piece of one.
    private mutating func take(_ header: FrameHeader, _ piece: Span<UInt8>) -> Bytes? {
        guard header.type == .headers || header.type == .continuation else { return nil }
        if header.type == .headers { block = [] }
        piece.withUnsafeBufferPointer { block.append(contentsOf: $0) }
        guard header.flags.contains(.endHeaders) else { return nil }
        defer { block = [] }
        let role = roles.isEmpty ? BlockRole.other : roles.removeFirst()
        return role == .head ? Bytes(block) : nil
    }

    /// The windows are known as they are now: behind the last frame. Those behind the ones before it are larger by what
    /// has left since.
    private func addWindows(to found: inout [(stream: UInt32, what: Departure)], _ wire: inout HTTP2Connection) {
        var left: [UInt32: Int] = [:]
        var total = 0
        for place in found.indices.reversed() {
            guard case .frame(var frame) = found[place].what else { continue }
            let stream = found[place].stream
            if frame.type == FrameType.data.rawValue {
                let now = wire.sendWindows(of: stream)
                frame.window = now.stream.map { $0 + left[stream, default: 0] }
                frame.connectionWindow = now.connection + total
                left[stream, default: 0] += frame.size
                total += frame.size
            } else if frame.type == FrameType.windowUpdate.rawValue {
                set(wire.receiveWindows(of: stream), &frame)
            } else {
                continue
            }
            found[place].what = .frame(frame)
        }
    }

    private func set(_ windows: HTTP2Connection.Windows, _ frame: inout StreamFrame) {
        frame.window = windows.stream
        frame.connectionWindow = windows.connection
    }
}

extension HeadBlock {
    init(_ block: FieldBlock) {
        var places: [Place] = []
        var updates: [SizeUpdate] = []
        for one in block.representations {
            guard let form = Form(one.form) else {
                updates.append(
                    SizeUpdate(offset: one.range.lowerBound, length: one.range.count, size: one.index))
                continue
            }
            places.append(
                Place(
                    offset: one.range.lowerBound, length: one.range.count, form: form, index: one.index,
                    isHuffman: one.name?.isHuffman == true || one.value?.isHuffman == true,
                    origin: one.origin.map { Origin(stream: $0.stream, field: $0.field) }))
        }
        self.init(bytes: block.bytes, places: places, sizeUpdates: updates)
    }
}

extension HeadBlock.Form {
    /// Nil for a change of the table's size.
    fileprivate init?(_ form: Representation.Form) {
        switch form {
        case .indexed: self = .indexed
        case .incremental: self = .incremental
        case .literal: self = .literal
        case .never: self = .never
        case .sizeUpdate: return nil
        }
    }
}
