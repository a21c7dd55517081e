import Bytes

/// Each type of frame (RFC 9113 §6), but for what it says of a message.
extension HTTP2Connection {
    mutating func take(_ frame: Frame, _ now: UInt64, _ events: inout [HTTP2Event]) throws(HTTP2Error) {
        let block = try blocks.take(frame)
        let stream = frame.header.stream
        switch frame.payload {
        case .data(let range): try takeData(frame, range, now, &events)
        case .headers, .continuation:
            if let block { try takeBlock(block, now, &events) }
        // RFC 9113 §8.4: no client may push, and no server may push to us.
        case .pushPromise: throw HTTP2Error(.refusedPush, offset: frame.offset)
        case .priority: try takePriority(frame)
        case .resetStream(let code): try takeReset(stream, code, frame.offset, now, &events)
        case .settings(let settings): try takeSettings(settings, frame, now, &events)
        case .ping(let payload):
            if frame.header.flags.contains(.acknowledgement) {
                events.append(.pingAcknowledged(payload))
            } else {
                try floods.ping(frame.offset, at: now)
                FrameEncoder.ping(payload, isAcknowledgement: true, into: &output)
            }
        case .goAway(let last, let code, let debug): takeGoAway(last, code, debug, &events)
        case .windowUpdate(let increment): try takeWindowUpdate(stream, Int(increment), frame.offset, &events)
        case .priorityUpdate(let prioritised, _):
            try floods.priority(frame.offset)
            // RFC 9218 §7.1
            guard role == .server, prioritised != 0 else {
                throw HTTP2Error(.misplacedPriorityUpdate, offset: frame.offset)
            }
        case .other: try floods.priority(frame.offset)
        case .unreadable: try takeUnreadable(frame)
        }
    }

    private mutating func takePriority(_ frame: Frame) throws(HTTP2Error) {
        try floods.priority(frame.offset)
        if let fault = frame.fault, !isOver(frame.header.stream) { throw fault }
    }

    private mutating func takeUnreadable(_ frame: Frame) throws(HTTP2Error) {
        if frame.header.type == .priority {
            try floods.priority(frame.offset)
        } else {
            try floods.windowUpdate(frame.offset)
        }
        if let fault = frame.fault, !isOver(frame.header.stream) { throw fault }
    }

    /// On such a stream these frames change nothing any more (RFC 9113 §5.1).
    private func isOver(_ stream: UInt32) -> Bool { !isIdle(stream) && streams[stream]?.state.isClosed != false }

    private mutating func takeReset(
        _ stream: UInt32, _ code: HTTP2ErrorCode, _ offset: UInt64, _ now: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        // RFC 9113 §6.4
        guard !isIdle(stream) else { throw HTTP2Error(.idleStream, offset: offset) }
        // A client's resets make servers work for nothing; a server may reset each stream that we opened (RFC 9113
        // §8.1), once.
        if role == .server { try floods.reset(offset, at: now) }
        guard let entry = streams[stream], !entry.state.isClosed else {
            if role == .client { try floods.late(offset, at: now) }
            return
        }
        // Whoever is told of the end has been told of the beginning.
        if let held = entry.held { events.append(held.event) }
        streams[stream]?.held = nil
        streams[stream]?.state = .closed(.resetByPeer(code))
        events.append(.reset(stream, code))
    }

    private mutating func takeSettings(
        _ settings: [HTTP2Setting], _ frame: Frame, _ now: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        guard !frame.header.flags.contains(.acknowledgement) else {
            if !unacknowledged.isEmpty {
                acknowledgedWindow = unacknowledged.removeFirst()
                fitStreamWindow()
            }
            return events.append(.settingsAcknowledged)
        }
        try floods.settings(frame.offset, at: now)
        for (place, setting) in settings.enumerated() {
            let offset = frame.offset + UInt64(FrameHeader.size + place * 6)
            // RFC 9113 §6.5.2: a server must not offer to be pushed to; RFC 8441 §3: an offer is not taken back.
            if setting.identifier == .enablePush, setting.value == 1, role == .client {
                throw HTTP2Error(.malformedSetting, offset: offset)
            }
            if setting.identifier == .enableConnectProtocol, setting.value == 0, peerSettings.allowsExtendedConnect {
                throw HTTP2Error(.malformedSetting, offset: offset)
            }
            if setting.identifier == .initialWindowSize { try shiftWindows(to: Int(setting.value), offset) }
            // RFC 7541 §4.2: of several sizes the smallest counts too.
            if setting.identifier == .headerTableSize { fieldEncoder.setCapacity(Int(setting.value)) }
            peerSettings.take(setting)
        }
        FrameEncoder.settingsAcknowledgement(into: &output)
        events.append(.settings(settings))
        if settings.contains(where: { $0.identifier == .initialWindowSize }) { events.append(.windowOpened(0)) }
    }

    /// RFC 9113 §6.9.2: what streams may send changes by the difference.
    private mutating func shiftWindows(to size: Int, _ offset: UInt64) throws(HTTP2Error) {
        let difference = size - Int(peerSettings.initialWindowSize)
        guard difference != 0 else { return }
        for stream in streams.numbers {
            guard streams[stream]?.state.sending?.window.grow(by: difference) != false else {
                throw HTTP2Error(.windowOverflow, offset: offset)
            }
        }
    }

    /// Until the peer has acknowledged a window it may go by the one before it (RFC 9113 §6.5.3, §6.9.2): the larger
    /// of those that it may go by holds.
    mutating func fitStreamWindow() {
        let size = unacknowledged.reduce(acknowledgedWindow, max)
        let difference = size - streamWindow
        guard difference != 0 else { return }
        streamWindow = size
        for stream in streams.numbers {
            streams[stream]?.state.receiving?.window.shift(by: difference)
            // What was not worth giving back may be more than all of a smaller window: nothing would come any more.
            giveBack(streams[stream]?.state.receiving?.window.due() ?? 0, stream)
        }
    }

    private mutating func takeGoAway(
        _ last: UInt32, _ code: HTTP2ErrorCode, _ debug: Bytes, _ events: inout [HTTP2Event]
    ) {
        peerIsLeaving = true
        events.append(.goAway(last: last, code, debug: debug))
        guard role == .client else { return }
        for stream in streams.numbers where stream > last && streams[stream]?.state.isClosed == false {
            streams[stream]?.state = .closed(.resetByPeer(.refusedStream))
            events.append(.unprocessed(stream))
        }
    }

    private mutating func takeWindowUpdate(
        _ stream: UInt32, _ increment: Int, _ offset: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        try floods.windowUpdate(offset)
        if stream == 0 {
            guard sendWindow.grow(by: increment) else { throw HTTP2Error(.windowOverflow, offset: offset) }
            return events.append(.windowOpened(0))
        }
        // RFC 9113 §5.1
        guard !isIdle(stream) else { throw HTTP2Error(.idleStream, offset: offset) }
        guard let fits = streams[stream]?.state.sending?.window.grow(by: increment) else { return }
        guard fits else { throw HTTP2Error(.windowOverflow, .stream(stream), offset: offset) }
        events.append(.windowOpened(stream))
    }
}
