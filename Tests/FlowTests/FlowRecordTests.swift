import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

/// A record is the fold of its events, each taken in when it happened.
@Suite struct FlowRecordTests {
    private func record(_ facts: [FlowEvent.Fact]) -> FlowRecord {
        var record = FlowRecord(id: FlowID(7), openedAt: Instant(nanoseconds: 0))
        for (index, fact) in facts.enumerated() {
            let time = Instant(nanoseconds: UInt64(index + 1) * 1_000_000)
            record.apply(FlowEvent(flow: FlowID(7), time: time, fact: fact))
        }
        return record
    }

    private func responseHead(_ text: Bytes) throws -> (ResponseHead, Framing) {
        var decoder = HTTP1Decoder(role: .response)
        guard case .responseHead(let head, let framing) = try decoder.decode(text.array.span)?.part else {
            throw WireError(.malformedStatusLine, offset: 0)
        }
        return (head, framing)
    }

    @Test func everyStepHasItsTime() throws {
        let (head, framing) = try responseHead("HTTP/1.1 200\r\nContent-Length: 3\r\n\r\n")
        let lease = FlowEvent.UpstreamLease(connection: 3, address: "127.0.0.1:80", reused: false, isLocal: false)
        let found = record([
            .upstreamSought(host: "a", port: 80), .nameResolved, .upstreamConnected(lease),
            .requestForwarded(sent: "GET", edits: []), .messageEnded(.request, wireSize: 0),
            .responseHeadReceived(head, framing), .responseForwarded(sent: "HTTP", edits: []),
            .contentReceived(.response, count: 3, bytes: nil), .messageEnded(.response, wireSize: 3),
            .finished(.complete),
        ])
        let times = found.times
        let steps = [
            times.upstreamSought, times.nameResolved, times.upstreamConnected, times.requestForwarded,
            times.requestEnded,
            times.responseHead, times.responseEnded, times.finished, times.latest,
        ]
        #expect(steps.map { $0?.milliseconds(since: found.openedAt) } == [1, 2, 3, 4, 5, 6, 9, 10, 10])
        #expect(times.tunnelOpened == nil)
        #expect(found.host == "a")
        #expect(found.port == 80)
        #expect(found.upstream == lease)
        #expect(found.request.sent == "GET")
        #expect(found.response.sent == "HTTP")
        #expect(found.response.contentSize == 3)
        #expect(found.response.wireSize == 3)
        #expect(found[.request].hasEnded)
        #expect(found.isFinished)
        #expect(found.outcome == .complete)
        #expect(found.quirks(.response).map(\.code) == [.missingReasonSpace])
    }

    @Test func contentAddsUpPerMessage() {
        let found = record([
            .contentReceived(.request, count: 3, bytes: nil), .contentReceived(.response, count: 5, bytes: "hello"),
            .contentReceived(.request, count: 4, bytes: nil),
        ])
        #expect(found.request.contentSize == 7)
        #expect(found.response.contentSize == 5)
        #expect(!found.request.hasEnded)
        #expect(!found.isFinished)
    }

    @Test func chunksAreCountedBeyondTheLimit() {
        let chunks = (0..<RecordLimits().chunks + 5).map {
            FlowEvent.Fact.chunkStarted(.response, Chunk(offset: UInt64($0), size: 1))
        }
        let found = record(chunks)
        #expect(found.response.chunkCount == RecordLimits().chunks + 5)
        #expect(found.response.chunks.count == RecordLimits().chunks)
        #expect(found.response.chunks.last?.chunk.offset == UInt64(RecordLimits().chunks - 1))
        #expect(found.response.chunks.first?.time == Instant(nanoseconds: 1_000_000))
        #expect(found.request.chunkCount == 0)
    }

    @Test func whatIsFoundLaterJoinsWhatTheHeadHas() {
        let quirk = Quirk(.bytesAfterLastMessage, offset: 9, length: 2)
        let found = record([
            .retried, .quirkFound(.response, quirk), .malformedHeadReceived(.response, "garbage"),
            .tunnelOpened(protocol: "websocket"), .relayed(sent: 1, received: 2), .relayed(sent: 3, received: 4),
        ])
        #expect(found.wasRetried)
        #expect(found.quirks(.response) == [quirk])
        #expect(found.quirks(.request).isEmpty)
        #expect(found.response.malformedHead == "garbage")
        #expect(found.tunnelProtocol == "websocket")
        #expect(found.relayedSent == 3)
        #expect(found.relayedReceived == 4)
    }

    @Test(arguments: [(0, 1_500_000, 1.5), (2_000_000, 2_000_000, 0), (3, 2, 0)] as [(UInt64, UInt64, Double)])
    func durationsAreNeverNegative(from: UInt64, to: UInt64, expected: Double) {
        #expect(Instant(nanoseconds: to).milliseconds(since: Instant(nanoseconds: from)) == expected)
    }

    /// What a server sends before its answer is kept up to a bound for the flow, and counted beyond it.
    @Test func interimHeadsAreBounded() throws {
        let text = Bytes("HTTP/1.1 103 Early Hints\r\nLink: " + String(repeating: "x", count: 100_000) + "\r\n\r\n")
        var decoder = HTTP1Decoder(role: .response, limits: Limits(head: 256 << 10))
        guard case .interimHead(let head) = try decoder.decode(text.array.span)?.part else {
            throw WireError(.malformedStatusLine, offset: 0)
        }
        let found = record(Array(repeating: .interimReceived(head), count: 255))
        #expect(found.interim.count == 2 && found.interimOmitted == 253)
        #expect(found.interim.reduce(0) { $0 + $1.head.raw.count } <= RecordLimits().interimBytes)
    }

    @Test func quirksAndChunkExtensionsAreBounded() {
        let quirk = Quirk(.foldedLine, offset: 1, length: 1)
        let chunk = Chunk(offset: 0, size: 1, extension: Bytes(";" + String(repeating: "e", count: 255)))
        let found = record(
            Array(repeating: .quirkFound(.response, quirk), count: 250)
                + Array(repeating: .chunkStarted(.response, chunk), count: 5_000))
        #expect(found.response.quirks.count == 100 && found.response.quirksOmitted == 150)
        #expect(found.response.chunkCount == 5_000 && found.response.chunks.count == 1_024)
    }

    /// The status is the one that the client got, whoever answered.
    @Test(arguments: [
        ("407 Proxy Authentication Required", "HTTP/1.1 502 Bad Gateway\r\n\r\n", 502, true),
        ("200 OK", "HTTP/1.1 403 Forbidden\r\n\r\n", 403, true), ("200 OK", "HTTP/1.1 200 OK\r\n\r\n", 200, false),
        ("200 OK", ":status: 503\r\n\r\n", 503, true), ("200 OK", ":status: 200\r\n\r\n", 200, false),
        // Nothing went out, or what somebody wrote byte for byte.
        ("200 OK", nil, 200, false), ("200 OK", "HTTP/1.1 2OO What\r\n\r\n", 200, false),
        ("200 OK", "HTTP/1.1\r\n\r\n", 200, false),
    ])
    func theStatusIsWhatTheClientGot(came: String, sent: String?, status: Int, isOther: Bool) throws {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        let head = try #require(RecordedHead.response(Bytes("HTTP/1.1 \(came)\r\n\r\n"), to: .get).head)
        record.responseHead = head
        record.response.sent = sent.map { Bytes($0) }
        #expect(record.status == status && record.statusIsNotTheServers == isOther)
    }

    @Test func aMessageThatWasWatchedAndHadNoContentHasNoneForCertain() throws {
        let request = try #require(RecordedHead.request("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n").head)
        let (response, framing) = try responseHead("HTTP/1.1 204 No Content\r\n\r\n")
        for isWatched in [true, false] {
            let found = record([
                .opened(.init(wallClock: 0, clientConnection: isWatched ? 1 : nil)),
                .requestHeadReceived(request, nil), .responseHeadReceived(response, framing), .finished(.complete),
            ])
            #expect(found.request.content.size == (isWatched ? 0 : nil))
            #expect(found.response.content.size == (isWatched ? 0 : nil))
        }
        // Where no response came there is no size of one.
        let refused = record([
            .opened(.init(wallClock: 0, clientConnection: 1)), .requestHeadReceived(request, nil),
            .finished(Outcome(.aborted, by: .client, .clientClosed)),
        ])
        #expect(refused.request.content.size == 0 && refused.response.content.size == nil)
    }
}
