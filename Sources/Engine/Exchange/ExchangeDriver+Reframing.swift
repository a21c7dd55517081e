internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// The bytes of a part of a body, wherever they are.
enum PartBytes {
    /// So many at the front of what a connection has unread.
    case unread(Int, ReceiveBuffer)
    case held(Bytes)

    var count: Int {
        switch self {
        case .unread(let count, _): count
        case .held(let bytes): bytes.count
        }
    }

    var copy: Bytes {
        switch self {
        case .unread(let count, let buffer): buffer.withSpan { Bytes(copying: $0, 0..<count) }
        case .held(let bytes): bytes
        }
    }
}

/// Bodies that go on framed otherwise than they came: to or from HTTP/2, or without chunks.
extension ExchangeDriver {
    func sink(of kind: MessageKind) -> (any MessageSink)? {
        switch kind {
        case .request: upstream
        case .response: client
        }
    }

    // MARK: - Parts of a stream

    /// The next part of the body of a request that came on a stream.
    func requestPart(_ part: MessagePart, _ bytes: Bytes) {
        take(part, bytes, of: .request, standing?.requestBody)
        requestMoved(bytes.count)
    }

    /// The next part of the body of a response that came on a stream.
    func responsePart(_ part: MessagePart, _ bytes: Bytes) {
        take(part, bytes, of: .response, standing?.responseBody)
    }

    /// The content that comes next is padded so much.
    func pad(_ octets: Int?, of kind: MessageKind) {
        guard let octets, handling(of: kind) == .forwardContent else { return }
        sink(of: kind)?.pad(UInt8(clamping: octets))
    }

    func responseIsSensitive(in lines: Set<Int>) {
        sensitiveLines.response = lines
    }

    func trailersAreSensitive(in lines: Set<Int>) {
        sensitiveTrailers.response = lines
    }

    private func take(_ part: MessagePart, _ bytes: Bytes, of kind: MessageKind, _ handling: Exchange.BodyHandling?) {
        record(Decoded(part, consumed: bytes.count), of: kind) { bytes }
        if case .gather(let limit) = handling {
            // Trailers stand in no bytes that could be kept.
            if part == .content { keep(part, bytes, of: kind, limit: limit) }
        } else {
            shapeOrPassOn(part, .held(bytes), of: kind, handling)
        }
    }

    // MARK: - On their way out

    /// Passes a part on that does not simply go as its bytes.
    func passOn(_ part: MessagePart, _ bytes: PartBytes, of kind: MessageKind, _ handling: Exchange.BodyHandling?) {
        switch handling {
        case .forward, .forwardContent, .forwardChunked: break
        case .wait, .discard, .gather, nil: return
        }
        guard let sink = sink(of: kind) else { return }
        if kind == .request, part == .content { requestBodyMoves() }
        if case .trailers(let trailers) = part { return passOn(trailers.section, of: kind, handling, to: sink) }
        pour(part, bytes, of: kind, isChunked: handling == .forwardChunked, into: sink)
    }

    func pour(
        _ part: MessagePart, _ bytes: PartBytes, of kind: MessageKind, isChunked: Bool, into sink: any MessageSink
    ) {
        // Bare content goes on as it is, and nothing has to be known of what went before.
        if !isChunked, part == .content, bytes.count > 0 {
            switch bytes {
            case .unread(let count, let buffer): return sink.forward(count, of: buffer)
            case .held(let bytes): return sink.send(bytes)
            }
        }
        var pieces: [BodyPipe.Piece] = []
        let known = kind == .request ? pipes.request : pipes.response
        var pipe = known ?? BodyPipe(.reframed(isChunked ? .chunked : .bare))
        pipe.take(part, count: bytes.count, bytes: { Bytes() }, &pieces)
        set(pipe, of: kind)
        for piece in pieces {
            switch (piece, bytes) {
            case (.own, .unread(let count, let buffer)): sink.forward(count, of: buffer)
            case (.own, .held(let bytes)), (.made(let bytes), _): sink.send(bytes)
            }
        }
    }

    /// How the content of this message goes on, also when all of it went; nil without an exchange.
    func handling(of kind: MessageKind) -> Exchange.BodyHandling? {
        kind == .request ? standing?.requestHandling : standing?.responseHandling
    }

    private func set(_ pipe: BodyPipe?, of kind: MessageKind) {
        switch kind {
        case .request: pipes.request = pipe
        case .response: pipes.response = pipe
        }
    }

    private func passOn(
        _ section: FieldSection, of kind: MessageKind, _ handling: Exchange.BodyHandling?, to sink: any MessageSink
    ) {
        guard let exchange, !section.lines.isEmpty || exchange.wantsTrailers(kind) else { return }
        let edits = exchange.trailerEdits(kind, section)
        trailersSent.insert(kind)
        var sent = Bytes()
        if handling == .forwardChunked {
            let bytes = unlessMalformed { () throws(EncodeError) in try HeadEncoder.written(section, edits) }
            guard let bytes else { return }
            sent = bytes
            let trailers = MessagePart.trailers(Trailers(section))
            pour(trailers, .held(bytes), of: kind, isChunked: true, into: sink)
        } else if handling == .forwardContent, Self.leaves(edits, of: section) {
            sink.mark(sensitive: kind == .request ? sensitiveTrailers.request : sensitiveTrailers.response)
            let bytes = unlessMalformed { () throws(EncodeError) in try sink.sendTrailers(section, edits) }
            guard let bytes else { return }
            sent = bytes
        }
        if !edits.isEmpty { publish(.trailersForwarded(kind, sent: sent, edits: edits)) }
    }

    /// Whether any field is left by these edits.
    private static func leaves(_ edits: [Change], of section: FieldSection) -> Bool {
        var count = section.lines.count
        for edit in edits {
            switch edit.action {
            case .remove: count -= 1
            case .add: count += 1
            case .replace, .replaceStartLine, .replaceHead: break
            }
        }
        return count > 0
    }

    /// A section in which nothing stands.
    private static let noTrailers = RecordedHead.section("\r\n", hasStartLine: false)

    /// The content has ended, and something besides its bytes has to say so.
    func sendEnd(of kind: MessageKind) {
        // Scripts that see the content as it passes are told of its end, and may have more to send.
        guard !isSlow(kind), liveRules?.chunks(of: kind)?.end() != true else {
            lateEnds.insert(kind)
            return
        }
        guard let sink = sink(of: kind) else { return }
        // There is a standing as long as there is an exchange, which is larger: asked for, it is copied.
        let handling = handling(of: kind)
        if standing?.wantsTrailers == true, exchange?.wantsTrailers(kind) == true, !trailersSent.contains(kind) {
            passOn(Self.noTrailers, of: kind, handling, to: sink)
        }
        if handling == .forwardChunked {
            pour(.end, .held(Bytes()), of: kind, isChunked: true, into: sink)
        } else {
            sink.sendEnd()
        }
        set(nil, of: kind)
    }
}
