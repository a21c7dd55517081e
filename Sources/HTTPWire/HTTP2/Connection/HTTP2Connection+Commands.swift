package import Bytes
package import HTTPModel

/// What the owner of the connection wants done. Frames that it leads to are in the output afterwards.
extension HTTP2Connection {
    // MARK: - What is asked

    /// Where a stream is; nil when it is idle, or was released.
    package func state(of stream: UInt32) -> StreamState? { streams[stream]?.state }

    /// Streams that were not released yet.
    package var streamCount: Int { streams.count }

    /// Whether the peer takes another stream now. Of a client.
    package var canOpenStream: Bool {
        guard role == .client, isUsable, !peerIsLeaving, !isLeaving, nextStream <= FrameHeader.largestStream else {
            return false
        }
        guard let most = peerSettings.maxConcurrentStreams else { return true }
        // Nearly always there is room for more than all that are there, those that are over among them.
        return streams.count < Int(most) || streams.openCount < Int(most)
    }

    /// How much content both windows let out on a stream now.
    package func sendable(on stream: UInt32) -> Int {
        streams.place(of: stream).map { sendable(at: $0) } ?? 0
    }

    private func sendable(at place: Int) -> Int {
        guard isUsable, let window = streams.streams[place].state.sending?.window else { return 0 }
        return max(0, min(window.available, sendWindow.available))
    }

    // MARK: - What is sent

    /// A request on a new stream, whose number it gives; nil when the peer takes none now.
    package mutating func openStream(_ fields: OutgoingFields, method: Method, ends: Bool) -> UInt32? {
        guard canOpenStream else { return nil }
        let number = nextStream
        nextStream += 2
        floods.streams += 1
        var stream = newStream()
        stream.asked = ConnectionStream.Asked(method)
        streams[number] = stream
        return sendFields(fields, on: number, ends: ends) ? number : nil
    }

    /// A head or trailers; false when nothing may be forwarded the stream any more.
    ///
    /// What is sent in which order is the caller's to keep: interim heads, a head, content, trailers that end it.
    @discardableResult
    package mutating func sendFields(_ fields: OutgoingFields, on stream: UInt32, ends: Bool) -> Bool {
        guard isUsable, let place = streams.place(of: stream), streams.streams[place].state.isSending else {
            return false
        }
        FrameEncoder.block(
            stream: stream, endsStream: ends, largest: Int(peerSettings.maxFrameSize), into: &output
        ) { fieldEncoder.encode(fields, into: &$0) }
        if ends { streams.streams[place].state.endSending() }
        return true
    }

    /// Content, as much of it as the windows let out, in frames as large as the peer takes them.
    ///
    /// - Parameters:
    ///   - padding: octets of padding for the frame; then the content goes whole or not at all.
    ///   - ends: END_STREAM goes with its last octet.
    /// - Returns: how many octets went. Those that did not have to be given again, after `windowOpened`.
    @discardableResult
    package mutating func sendData(
        _ content: Span<UInt8>, on stream: UInt32, padding: UInt8? = nil, ends: Bool
    ) -> Int {
        guard isUsable, let place = streams.place(of: stream), streams.streams[place].state.isSending else { return 0 }
        let largest = Int(peerSettings.maxFrameSize)
        if let padding {
            let size = content.count + Int(padding) + 1
            guard size <= sendable(at: place), size <= largest else { return 0 }
            write(content, stream, place, padding, ends, size: size)
            return content.count
        }
        var sent = 0
        repeat {
            let count = min(content.count - sent, sendable(at: place), largest)
            let isLast = sent + count == content.count
            // An empty frame needs no window, and says nothing unless it ends the stream.
            guard count > 0 || isLast && ends else { break }
            write(content.extracting(sent..<sent + count), stream, place, nil, ends && isLast, size: count)
            sent += count
        } while sent < content.count
        return sent
    }

    private mutating func write(
        _ content: Span<UInt8>, _ stream: UInt32, _ place: Int, _ padding: UInt8?, _ ends: Bool, size: Int
    ) {
        FrameEncoder.data(content, stream: stream, padding: padding, endsStream: ends, into: &output)
        floods.dataSent += 1
        contentSent += UInt64(size)
        sendWindow.take(size)
        streams.streams[place].state.sending?.window.take(size)
        if ends { streams.streams[place].state.endSending() }
    }

    /// A CONNECT on the stream was granted: DATA alone may come on it from here on (RFC 9113 §8.5).
    package mutating func becomeTunnel(_ stream: UInt32) {
        streams[stream]?.isTunnel = true
    }

    /// Asks whether the peer is there; it answers with the same eight octets.
    package mutating func ping(_ payload: Bytes) {
        guard isUsable else { return }
        FrameEncoder.ping(payload, isAcknowledgement: false, into: &output)
    }

    // MARK: - What came is used

    /// So many octets of content were taken by whom they are for: the peer may send as many again.
    package mutating func consumed(_ count: Int, on stream: UInt32) {
        guard isUsable, let place = streams.place(of: stream),
            let increment = streams.streams[place].state.receiving?.window.consume(count, mayGrow: growsWindows)
        else { return }
        giveBack(increment, stream)
    }

    /// New streams may send so much at first, and those there are as much more or less (RFC 9113 §6.9.2).
    package mutating func setStreamWindow(_ size: Int) {
        let size = min(max(0, size), FlowWindow.largest)
        guard isUsable, size != (unacknowledged.last ?? acknowledgedWindow) else { return }
        unacknowledged.append(size)
        FrameEncoder.settings([HTTP2Setting(.initialWindowSize, UInt32(size))], into: &output)
        fitStreamWindow()
    }

    // MARK: - Ends

    /// Ends a stream at once. Nothing that still comes on it is told.
    package mutating func reset(_ stream: UInt32, _ code: HTTP2ErrorCode) {
        guard isUsable, let entry = streams[stream] else { return }
        // After both ends nothing is left to be reset.
        guard !entry.state.isClosed else { return }
        writeReset(stream, code)
        streams[stream]?.held = nil
        streams[stream]?.state = .closed(.resetHere(code))
    }

    /// The exchange is over on both legs: the stream counts no more. One that is not over is reset.
    package mutating func release(_ stream: UInt32) {
        guard let place = streams.place(of: stream) else { return }
        if !streams.streams[place].state.isClosed { reset(stream, .cancel) }
        if case .closed(let closure) = streams.streams[place].state { closed.remember(stream, closure) }
        streams.remove(at: place)
    }

    /// Says that the connection will end, while requests may be on their way (RFC 9113 §6.8).
    package mutating func announceEnd() {
        guard isUsable, !isLeaving else { return }
        FrameEncoder.goAway(last: FrameHeader.largestStream, .noError, into: &output)
    }

    /// Says which stream is the last that is looked at; those that come above it are not.
    package mutating func leave(_ code: HTTP2ErrorCode = .noError, debug: Bytes = Bytes()) {
        guard isUsable, !isLeaving else { return }
        lastStream = highestPeerStream
        FrameEncoder.goAway(last: highestPeerStream, code, debug: debug, into: &output)
    }
}
