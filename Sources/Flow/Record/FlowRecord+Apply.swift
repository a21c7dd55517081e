import HTTPModel

extension FlowRecord {
    /// Adds the next event of this flow.
    public mutating func apply(_ event: FlowEvent) {
        let time = event.time
        times.latest = time
        switch event.fact {
        case .opened(let opening):
            self.opening = opening
        case .requestHeadReceived(let head, let framing):
            requestHead = head
            request.framing = framing
            times.requestHead = time
        case .upstreamSought(let host, let port):
            // A recording may know the moment, and neither name nor port.
            self.host = host.isEmpty ? nil : host
            self.port = port == 0 ? nil : port
            times.upstreamSought = time
        case .nameResolved:
            times.nameResolved = time
        case .transportConnected:
            times.transportConnected = time
        case .handshakeEnded(let facts):
            switch facts.leg {
            case .client: clientTLS = facts
            case .upstream: upstreamTLS = facts
            }
        case .upstreamConnected(let lease):
            upstream = lease
            times.upstreamConnected = time
        case .requestForwarded(let sent, let edits):
            request.sent = sent
            request.edits = edits
            times.requestForwarded = time
        case .interimReceived(let head):
            keep(head)
        case .interimForwarded(let index, let sent, let edits):
            guard interim.indices.contains(index) else { return }
            interimBytes += sent.count
            interim[index].sent = sent
            interim[index].edits = edits
        case .interimDropped(let index, let reason):
            if interim.indices.contains(index) { interim[index].droppedFor = reason }
        case .responseHeadReceived(let head, let framing):
            responseHead = head
            response.framing = framing
            times.responseHead = time
        case .responseForwarded(let sent, let edits):
            response.sent = sent
            response.edits = edits
        case .contentReceived(let kind, let count, _):
            switch kind {
            case .request: request.count(UInt64(count))
            case .response: response.count(UInt64(count))
            }
        case .chunkStarted(let kind, let chunk):
            self[kind].add(chunk, at: time, limits)
        case .streamNumbered(let kind, let number):
            self[kind].stream = number
        case .framePassed(let kind, let frame):
            self[kind].add(frame, at: time, limits)
        case .framesOmitted(let kind, let count):
            self[kind].frameCount += count
        case .waitsOmitted(let kind, let count):
            self[kind].waitsOmitted += count
        case .fieldBlockReceived(let kind, let block):
            self[kind].block = block
        case .fieldBlockForwarded(let kind, let bytes):
            self[kind].sentBlock = bytes
        case .streamWaited(let kind, let wait):
            self[kind].add(wait, limits)
        case .chunksOmitted(let kind, let count):
            self[kind].chunkCount += count
        case .trailersReceived(let kind, let section):
            self[kind].trailers = section
        case .trailersForwarded(let kind, let sent, let edits):
            self[kind].trailersSent = sent
            self[kind].trailerEdits = edits
        case .requestLineRead(let refused):
            refusedRequest = refused
        case .messageEnded(let kind, let wireSize):
            ended(kind, wireSize, at: time)
        case .ruleActed(var act):
            guard ruleActs.count < limits.ruleActs else { return }
            act.time = time
            ruleActs.append(act)
        case .retried:
            wasRetried = true
        case .malformedHeadReceived(let kind, let bytes):
            self[kind].malformedHead = bytes
        case .quirkFound(let kind, let quirk):
            if self[kind].quirks.count < limits.quirks {
                self[kind].quirks.append(quirk)
            } else {
                self[kind].quirksOmitted += 1
            }
        case .tunnelOpened(let name):
            tunnelProtocol = name
            times.tunnelOpened = time
        case .relayed(let sent, let received):
            relayedSent = sent
            relayedReceived = received
        case .tunnelBytes:
            break
        case .innerMessage(let message):
            inner.add(message, limits)
        case .innerMessagesOmitted(let sent, let received):
            inner.addOmitted(sent: sent, received: received)
        case .innerReadingEnded(let end):
            inner.add(end)
        case .contentKept(let kind, let content, let isTruncated):
            self[kind].content.kept = content
            self[kind].content.isTruncated = isTruncated
        case .contentDecoded(let kind, let size, let content):
            self[kind].content.decodedSize = size
            self[kind].content.decoded = content
        case .told(let told):
            take(told)
        case .finished(let outcome):
            self.outcome = outcome
            // Whoever watched a message go by knows that none of its content came.
            if opening?.clientConnection != nil {
                if requestHead != nil, request.content.size == nil { request.content.size = 0 }
                if responseHead != nil, response.content.size == nil { response.content.size = 0 }
            }
            times.finished = time
        }
    }

    private mutating func ended(_ kind: MessageKind, _ wireSize: UInt64?, at time: Instant) {
        // By name: a subscript would take a copy of the message out and put it back.
        switch kind {
        case .request:
            request.end(wireSize)
            times.requestEnded = time
        case .response:
            response.end(wireSize)
            times.responseEnded = time
        }
    }

    /// The first ones, as far as there is room: once one was left out, so are those after it.
    private mutating func keep(_ head: ResponseHead) {
        guard interimOmitted == 0, interimBytes + head.raw.count <= limits.interimBytes else {
            interimOmitted += 1
            return
        }
        interimBytes += head.raw.count
        interim.append(Interim(head))
    }

    private mutating func take(_ told: FlowEvent.Told) {
        switch told {
        case .url(let url): toldURL = url
        case .method(let method): toldMethod = method
        case .changes(let changes): toldChanges = changes
        case .assumed(let matter): assumed.insert(matter)
        case .stated(let matter): stated.insert(matter)
        case .repeats(let flow): repeats = flow
        case .remarked(let more):
            marks.isPinned = marks.isPinned || more.isPinned
            marks.isSkipped = marks.isSkipped || more.isSkipped
            marks.comments += more.comments
            marks.tags += more.tags.filter { !marks.tags.contains($0) }
        }
    }
}

extension FlowRecord.Message {
    fileprivate mutating func count(_ bytes: UInt64) {
        content.size = contentSize + bytes
    }

    fileprivate mutating func end(_ wireSize: UInt64?) {
        self.wireSize = wireSize
        hasEnded = true
        if wireSize != nil { content.size = contentSize }
    }

    fileprivate mutating func add(_ frame: StreamFrame, at time: Instant, _ limits: RecordLimits) {
        frameCount += 1
        if frames.count < limits.frames { frames.append((frame, time)) }
    }

    fileprivate mutating func add(_ wait: StreamWait, _ limits: RecordLimits) {
        if waits.count < limits.waits { waits.append(wait) } else { waitsOmitted += 1 }
    }

    fileprivate mutating func add(_ chunk: Chunk, at time: Instant, _ limits: RecordLimits) {
        defer { chunkCount += 1 }
        // Once one was left out, so are those after it.
        guard chunks.count == chunkCount, chunks.count < limits.chunks,
            extensionBytes + chunk.extension.count <= limits.extensionBytes
        else { return }
        extensionBytes += chunk.extension.count
        chunks.append((chunk, time))
    }
}
