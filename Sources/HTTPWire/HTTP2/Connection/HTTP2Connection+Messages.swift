import Bytes
import HTTPModel

/// What frames say of messages (RFC 9113 §8.1): heads, content, trailers, ends.
extension HTTP2Connection {
    // MARK: - Field blocks

    mutating func takeBlock(
        _ block: FieldBlockAssembler.Block, _ now: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        let (frame, stream) = (block.opening, block.opening.header.stream)
        let fields: FieldBlock
        do throws(HPACKError) {
            // Whatever becomes of the stream, the table has to follow the peer's (RFC 9113 §4.3).
            fields = try fieldDecoder.decode(block.bytes, from: stream)
        } catch {
            throw HTTP2Error(.compression, offset: frame.offset, cause: error)
        }
        if streams.place(of: stream) == nil {
            guard isIdle(stream) else { return try takeLate(frame, isHead: true, now) }
            guard try open(stream, frame) else { return }
        }
        if let fault = frame.fault { throw fault }
        guard let place = streams.place(of: stream), let receiving = streams.streams[place].state.receiving else {
            return try takeLate(frame, isHead: true, now)
        }
        if streams.streams[place].isTunnel {
            throw HTTP2Error(.headersInTunnel, .stream(stream), offset: frame.offset)
        }
        switch receiving.message {
        case .head(let interim): try takeHead(fields, frame, at: place, interim: interim, now, &events)
        case .content: try takeTrailers(fields, frame, now, &events)
        case .refused: if frame.endsStream { streams.streams[place].state.endReceiving() }
        }
    }

    /// A request of a client; false when it is not looked at.
    private mutating func open(_ stream: UInt32, _ frame: Frame) throws(HTTP2Error) -> Bool {
        // RFC 9113 §5.1.1: clients open odd ones; servers open none, as push is refused.
        guard role == .server, stream & 1 == 1 else { throw HTTP2Error(.wrongStreamNumber, offset: frame.offset) }
        highestPeerStream = stream
        floods.streams += 1
        // RFC 9113 §6.8
        guard !isLeaving else {
            closed.remember(stream, .resetHere(.refusedStream))
            floods.streamsDropped += 1
            return false
        }
        guard streams.count < limits.streams else {
            throw HTTP2Error(.tooManyStreams, .stream(stream), offset: frame.offset)
        }
        streams[stream] = newStream()
        return true
    }

    func newStream() -> ConnectionStream {
        ConnectionStream(
            state: .open(
                StreamState.Receiving(window: ReceiveWindow(streamWindow, largest: limits.largestStreamWindow)),
                StreamState.Sending(window: FlowWindow(Int(peerSettings.initialWindowSize)))))
    }

    /// DATA or HEADERS on a stream whose sender had ended it (RFC 9113 §5.1).
    private mutating func takeLate(_ frame: Frame, isHead: Bool, _ now: UInt64) throws(HTTP2Error) {
        let stream = frame.header.stream
        let closure: StreamState.Closure?
        switch streams[stream]?.state {
        case .closed(let known): closure = known
        // Half-closed: only the stream ends.
        case .open, .halfClosedLocal, .halfClosedRemote:
            throw HTTP2Error(.closedStream, .stream(stream), offset: frame.offset)
        case nil: closure = closed[stream]
        }
        switch closure {
        // They were on their way when we reset the stream.
        case .resetHere:
            if isHead {
                try floods.late(frame.offset, at: now)
            } else {
                try floods.lateData(frame.header.length, frame.offset, at: now)
            }
        case .resetByPeer: throw HTTP2Error(.closedStream, .stream(stream), offset: frame.offset)
        case .ended, nil:
            guard isHead else { throw HTTP2Error(.closedStream, .stream(stream), offset: frame.offset) }
            // RFC 9113 §5.1.1: a number below the last one that was never used.
            let isSkipped = closure == nil && closed.wasSkipped(stream)
            throw HTTP2Error(isSkipped ? .wrongStreamNumber : .closedStream, offset: frame.offset)
        }
    }

    private mutating func takeHead(
        _ block: FieldBlock, _ frame: Frame, at place: Int, interim: Int, _ now: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        let stream = frame.header.stream
        do throws(FieldFault) {
            guard !block.isExcessive else { throw FieldFault(.listTooLarge) }
            var expected = FieldRules.contentLength(of: block.fields)
            let event: HTTP2Event
            if role == .server {
                let head = try FieldRules.request(
                    block.fields, allowsExtendedConnect: allowsExtendedConnect, tolerances)
                // RFC 9110 §9.3.6: a tunnel has no length. RFC 9113 §8.5: and nothing but DATA, granted or not.
                if head.method == .connect {
                    expected = nil
                    streams.streams[place].isTunnel = true
                }
                event = .requestHead(stream, head, block)
            } else {
                let head = try FieldRules.response(block.fields, tolerances)
                expected = FieldRules.contentLength(of: head.fields)
                if head.isInterim {
                    guard !frame.endsStream else { throw FieldFault(.endedInterim) }
                    // No window holds them back.
                    let count = interim + 1 + block.listSize / 1024
                    guard count <= limits.interimResponses else { throw FieldFault(.tooManyInterim) }
                    streams.streams[place].state.receiving?.message = .head(interim: count)
                    return events.append(.interimHead(stream, head, block))
                }
                // RFC 9110 §6.4.1: these have no content, whatever Content-Length says.
                let asked = streams.streams[place].asked
                if asked == .head || head.status == 304 || head.status == 204 { expected = 0 }
                // RFC 9110 §9.3.6: a tunnel has no length.
                if asked == .connect, (200..<300).contains(head.status) { expected = nil }
                event = .responseHead(stream, head, block)
            }
            streams.streams[place].state.receiving?.message = .content(expected: expected, received: 0)
            if expected == 0, !frame.endsStream, block.fields.contains(.contentLength) {
                streams.streams[place].held = ConnectionStream.HeldEvent(event)
            } else if let expected, expected > 0, frame.endsStream {
                throw FieldFault(.contentLengthWrong)
            } else {
                events.append(event)
            }
        } catch {
            try refuse(stream, error, block, frame, now, &events)
        }
        if frame.endsStream { end(stream, &events) }
    }

    private mutating func takeTrailers(
        _ block: FieldBlock, _ frame: Frame, _ now: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        let stream = frame.header.stream
        do throws(FieldFault) {
            guard !block.isExcessive else { throw FieldFault(.listTooLarge) }
            // RFC 9113 §8.1
            guard frame.endsStream else { throw FieldFault(.unendedTrailers) }
            let trailers = try FieldRules.trailers(block.fields, ofResponse: role == .client, tolerances)
            try checkLength(stream)
            flush(stream, &events)
            events.append(.trailers(stream, trailers, block))
        } catch {
            try refuse(stream, error, block, frame, now, &events)
        }
        if frame.endsStream { end(stream, &events) }
    }

    // MARK: - Content

    mutating func takeData(
        _ frame: Frame, _ range: Range<Int>, _ now: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        let (stream, size) = (frame.header.stream, frame.header.length)
        guard !isIdle(stream) else { throw HTTP2Error(.idleStream, offset: frame.offset) }
        try floods.data(isEmpty: range.isEmpty && !frame.endsStream, frame.offset)
        // RFC 9113 §6.9: padding counts, and so does what comes too late. The connection's window is given back at
        // once: what is slow on one stream must not stop the others.
        guard receiveWindow.receive(size) else { throw HTTP2Error(.windowExceeded, offset: frame.offset) }
        giveBack(receiveWindow.consume(size), 0)
        guard let place = streams.place(of: stream), var receiving = streams.streams[place].state.receiving else {
            return try takeLate(frame, isHead: false, now)
        }
        guard receiving.window.receive(size) else {
            throw HTTP2Error(.windowExceeded, .stream(stream), offset: frame.offset)
        }
        var increment = receiving.window.consume(size - range.count)
        var fault: FieldFault?
        switch receiving.message {
        case .head: fault = FieldFault(.missingHead)
        case .refused: increment += receiving.window.consume(range.count)
        case .content(let expected, let received):
            let total = received + UInt64(range.count)
            receiving.message = .content(expected: expected, received: total)
            // RFC 9113 §8.1.1
            if let expected, total > expected || frame.endsStream && total != expected {
                fault = FieldFault(.contentLengthWrong)
                // Of a head that waits nothing was told yet.
                if !range.isEmpty, streams[stream]?.held == nil {
                    events.append(.refusedContent(stream, offset: received, range))
                }
            } else if !range.isEmpty || frame.endsStream {
                flush(stream, &events)
                tell(frame, range, at: received, &events)
            } else if streams[stream]?.held == nil {
                tell(frame, range, at: received, &events)
            }
        }
        streams.streams[place].state.receiving = receiving
        if let fault { try refuse(stream, fault, nil, frame, now, &events) }
        if frame.endsStream { end(stream, &events) } else { giveBack(increment, stream) }
    }

    private func tell(_ frame: Frame, _ range: Range<Int>, at offset: UInt64, _ events: inout [HTTP2Event]) {
        let stream = frame.header.stream
        events.append(
            .pieceStarted(
                stream, HTTP2Event.Piece(offset: offset, size: range.count, padding: frame.padding)))
        if !range.isEmpty { events.append(.content(stream, range)) }
    }

    mutating func giveBack(_ increment: Int, _ stream: UInt32) {
        if increment > 0 { FrameEncoder.windowUpdate(UInt32(increment), stream: stream, into: &output) }
    }

    // MARK: - Ends

    private func checkLength(_ stream: UInt32) throws(FieldFault) {
        guard case .content(let expected?, let received) = streams[stream]?.state.receiving?.message else { return }
        if expected != received { throw FieldFault(.contentLengthWrong) }
    }

    /// The head that waited for proof.
    private mutating func flush(_ stream: UInt32, _ events: inout [HTTP2Event]) {
        guard let place = streams.place(of: stream), let held = streams.streams[place].held else { return }
        streams.streams[place].held = nil
        events.append(held.event)
    }

    private mutating func end(_ stream: UInt32, _ events: inout [HTTP2Event]) {
        guard let place = streams.place(of: stream), let receiving = streams.streams[place].state.receiving else {
            return
        }
        streams.streams[place].state.endReceiving()
        if receiving.message != .refused { events.append(.ended(stream)) }
    }

    /// The message is malformed (RFC 9113 §8.1.1). A server's owner may answer it; a client's stream is reset.
    private mutating func refuse(
        _ stream: UInt32, _ fault: FieldFault, _ block: FieldBlock?, _ frame: Frame, _ now: UInt64,
        _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        // What has not ended is reset, by a server behind its answer: that costs the peer, as its own resets do.
        if role == .client || !frame.endsStream { try floods.reset(frame.offset, at: now) }
        streams[stream]?.held = nil
        streams[stream]?.state.receiving?.message = .refused
        events.append(.malformed(stream, fault, block))
        guard role == .client else { return }
        writeReset(stream, .protocolError)
        streams[stream]?.state = .closed(.resetHere(.protocolError))
    }
}
