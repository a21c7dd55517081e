import Bytes
import Flow
import HTTPModel
import HTTPWire
import TestKit

/// Flows of every kind that events can make, from a seed.
struct RandomFlow {
    private var generator: SeededGenerator
    private var record: FlowRecord
    private var time: UInt64

    init(seed: UInt64, number: UInt64) {
        generator = SeededGenerator(seed: seed)
        time = .random(in: 0...UInt64(Int64.max), using: &generator)
        let run = Bool.random(using: &generator) ? RunID(.random(in: 0 ... .max, using: &generator)) : nil
        record = FlowRecord(id: FlowID(number), run: run, openedAt: Instant(nanoseconds: time))
    }

    mutating func make() -> MadeFlow {
        if chance() { open() }
        let method = pick(["GET", "POST", "HEAD", "PURGE", "CONNECT"])
        request(method)
        if chance() { tls() }
        if chance() { server() }
        for kind in MessageKind.allCases where chance() { stream(kind) }
        let requestContent = message(.request)
        for _ in 0..<Int.random(in: 0...2, using: &generator) { interim() }
        response(Method(Bytes(method)))
        let responseContent = message(.response)
        rare()
        if chance() { happen(.finished(outcome())) } else { happen(.finished(.complete)) }
        return MadeFlow(record: record, requestContent: requestContent, responseContent: responseContent)
    }

    // MARK: Pieces

    private mutating func open() {
        happen(
            .opened(
                FlowEvent.Opening(
                    // Of the years 0 to 9999: no clock says another, and a file is not believed that does.
                    wallClock: .random(
                        in: -62_167_219_200_000_000...253_402_300_799_999_999, using: &generator), client: text(),
                    listener: text(),
                    clientConnection: number(), requestNumber: number())))
    }

    private mutating func request(_ method: String) {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            happen(.malformedHeadReceived(.request, bytes(40)))
            happen(
                .requestLineRead(
                    RefusedRequest(
                        method: bytes(4), target: bytes(9), version: bytes(8), host: chance() ? bytes(5) : nil)))
        case 1:
            return
        default:
            let target = method == "CONNECT" ? "example.com:443" : pick(["/", "/a?b=c#d", "http://h/x", "/%zz"])
            let extra = pick(["", "Cookie: a=\u{7F}\r\n", "X-Thing: one\r\n two\r\n", "Accept : */*\r\n"])
            let version = pick(["HTTP/1.1", "HTTP/1.0", "HTTP/2"])
            let head = RecordedHead.request(
                Bytes("\(method) \(target) \(version)\r\nHost: example.com\r\n\(extra)\r\n")
            ).head
            let seen = RequestHead(
                method: head.method, target: head.target, version: head.version, fields: head.fields,
                quirks: quirks(), omittedQuirks: chance() ? 0 : 7)
            happen(.requestHeadReceived(seen, framing()))
            happen(.requestForwarded(sent: chance() ? bytes(50) : nil, edits: edits()))
        }
    }

    private mutating func response(_ method: Method) {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: happen(.malformedHeadReceived(.response, bytes(40)))
        case 1: return
        default:
            let raw = Bytes("HTTP/1.1 \(pick(["200", "304", "404"])) \(pick(["OK", "", "Gr\u{FC}n"]))\r\nA: b\r\n\r\n")
            guard let head = RecordedHead.response(raw, to: record.method).head else { return }
            let seen = ResponseHead(
                status: head.status, version: head.version, reasonRange: head.reasonRange, fields: head.fields,
                quirks: quirks(), omittedQuirks: 0)
            happen(.responseHeadReceived(seen, framing()))
            happen(.responseForwarded(sent: bytes(60), edits: edits()))
        }
    }

    private mutating func interim() {
        let raw = Bytes("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        guard let head = RecordedHead.response(raw, to: record.method).head else { return }
        happen(.interimReceived(head))
        if chance() {
            happen(.interimForwarded(index: record.interim.count - 1, sent: bytes(30), edits: edits()))
        } else {
            happen(.interimDropped(index: record.interim.count - 1, reason()))
        }
    }

    private mutating func message(_ kind: MessageKind) -> Bytes? {
        guard chance() else { return nil }
        let content = bytes(pick([0, 1, 13, 3_000]))
        if chance() {
            for size in 1...3 {
                let line = Bytes(pick(["00\(size)", "F;a=b", "1", "a ; x=\"y\""]))
                if let chunk = Chunk(offset: UInt64(size) * 10, line: line) { happen(.chunkStarted(kind, chunk)) }
            }
            if chance() { happen(.chunksOmitted(kind, 12)) }
        }
        happen(.contentReceived(kind, count: content.count, bytes: content))
        if chance() {
            happen(.trailersReceived(kind, RecordedHead.section("X: y\r\nZ: w\r\n\r\n", hasStartLine: false)))
            if chance() { happen(.trailersForwarded(kind, sent: bytes(9), edits: edits())) }
        }
        if chance() { happen(.quirkFound(kind, Quirk(.forbiddenTrailer, offset: 3, length: 4))) }
        if chance() { happen(.contentDecoded(kind, size: number(), content: chance() ? bytes(20) : nil)) }
        if chance() { happen(.messageEnded(kind, wireSize: number())) }
        if chance() { happen(.contentKept(kind, .absent, isTruncated: true)) }
        return content
    }

    /// What HTTP/2 was on the wire; a session file has microseconds of it.
    private mutating func stream(_ kind: MessageKind) {
        happen(.streamNumbered(kind, .random(in: 1...0x7FFF_FFFF, using: &generator)))
        if chance() {
            let origin = chance() ? HeadBlock.Origin(stream: 3, field: 2) : nil
            let place = HeadBlock.Place(
                offset: 1, length: 4, form: pick(HeadBlock.Form.allCases), index: pick([0, 2, 70]),
                isHuffman: chance(), origin: origin)
            let update = HeadBlock.SizeUpdate(offset: 0, length: 1, size: 4_096)
            happen(
                .fieldBlockReceived(
                    kind, HeadBlock(bytes: bytes(5), places: [place], sizeUpdates: chance() ? [update] : [])))
        }
        if chance() { happen(.fieldBlockForwarded(kind, bytes(7))) }
        for micro in 1...3 where chance() {
            var frame = StreamFrame(
                type: pick([0, 1, 3, 8, 9, 200]), flags: pick([0, 1, 5, 0x81]), size: 9,
                padding: pick([nil, 0, 255]), code: pick([nil, 8, 4_000_000_000]))
            frame.isSent = micro > 1
            frame.increment = pick([nil, 1, 0x7FFF_FFFF])
            frame.window = pick([nil, -3, 65_535])
            frame.connectionWindow = pick([nil, 0])
            if chance() { frame.quirks = [StreamFrame.Quirk(code: "reservedBit", offset: 5, length: 1)] }
            record.apply(
                FlowEvent(
                    flow: record.id, time: record.openedAt.advanced(byMicroseconds: Int64(micro) * 1_500),
                    fact: .framePassed(kind, frame)))
        }
        if chance() { happen(.framesOmitted(kind, 40)) }
        if chance() {
            let start = record.openedAt.advanced(byMicroseconds: 7_001)
            let end = record.openedAt.advanced(byMicroseconds: 9_250)
            happen(
                .streamWaited(kind, StreamWait(pick(StreamWait.Cause.allCases), from: start, to: end, count: 12)))
            if chance() { happen(.waitsOmitted(kind, 2)) }
        }
    }

    private mutating func server() {
        happen(.upstreamSought(host: pick(["example.com", "::1"]), port: .random(in: 0 ... .max, using: &generator)))
        if chance() { happen(.nameResolved) }
        if chance() { happen(.transportConnected) }
        happen(
            .upstreamConnected(
                FlowEvent.UpstreamLease(connection: number(), address: text(), reused: chance(), isLocal: chance())))
    }

    private mutating func tls() {
        let isNamed = chance()
        let certificate = CertificateFacts(
            subject: "CN=a", issuer: "CN=b", names: isNamed ? ["a.example", "", "b.example"] : [], notBefore: -5,
            notAfter: 9, key: "EC P-256", signature: "s", fingerprint: isNamed ? "00ff" : "11ee", serial: "1",
            isAuthority: isNamed)
        let offer = TLSFacts.Offer(
            serverName: chance() ? bytes(5) : nil, serverNameProblem: text(),
            protocols: chance() ? nil : ["h2", Bytes(), "http/1.1"], versions: ["TLS 1.3", "TLS 1.2"],
            cipherSuites: [0x1301, 0xFFFF], extensions: [], fingerprint: "t13d", message: bytes(70))
        happen(
            .handshakeEnded(
                TLSFacts(
                    chance() ? .client : .upstream, offer: chance() ? offer : nil,
                    agreement: chance()
                        ? TLSFacts.Agreement(
                            version: "TLS 1.3", cipher: "TLS_AES_128_GCM_SHA256", group: text(),
                            applicationProtocol: text(), serverName: text(), isResumed: chance())
                        : nil,
                    certificates: chance() ? [certificate] : [], isVerified: chance() ? nil : chance(),
                    toleratedProblem: text(),
                    failure: chance() ? TLSFacts.Failure(code: "c", text: "t", alert: text()) : nil, duration: 77)))
    }

    private mutating func rare() {
        if chance() { happen(.retried) }
        if chance() { record.repeats = RepeatedFlow(FlowID(number() ?? 3), run: chance() ? RunID(7) : nil) }
        if chance() { happen(.tunnelOpened(protocol: "websocket")) }
        if chance() { innerMessages() }
        if chance() { happen(.relayed(sent: 5, received: .max)) }
        if chance() { happen(.told(.url(bytes(12)))) }
        if chance() { happen(.told(.method(Method("BREW")))) }
        if chance() { happen(.told(.assumed(.startTime))) }
        if chance() { happen(.told(.assumed(.url))) }
        if chance() { record.remarks = FileRemarks(members: bytes(20)) }
        if chance() {
            let changes = [
                FlowRecord.ChangedLine(message: .response, action: .replaced, line: bytes(4), replacement: bytes(2)),
                FlowRecord.ChangedLine(message: .request, action: .removed, line: bytes(4), reason: bytes(7)),
            ]
            happen(.told(.changes(chance() ? changes : [])))
        }
    }

    private mutating func innerMessages() {
        let isStream = chance()
        // Some fill whole pieces of the list, which are rows of their own.
        let isLong = Int.random(in: 0..<8, using: &generator) == 0
        for place in 0..<Int.random(in: isLong ? 500...600 : 1...5, using: &generator) {
            let moment = record.openedAt.advanced(byMicroseconds: Int64(place) * 1_234_567)
            happen(.innerMessage(isStream ? event(at: moment) : webSocketMessage(at: moment)))
        }
        if chance() { happen(.innerMessagesOmitted(sent: 3, received: 4)) }
        guard chance() else { return }
        let end = InnerReadingEnd(
            from: chance() ? .request : .response, code: "missingMask", offset: chance() ? 9 : 1 << 40, closeCode: 1002,
            text: "why", spec: "RFC")
        happen(.innerReadingEnded(end))
    }

    private mutating func event(at moment: Instant) -> InnerMessage {
        let event = InnerMessage.Event(name: "tick", id: Bytes(text() ?? "7"), retry: chance() ? 12 : nil)
        return InnerMessage(from: .response, .event(event), at: moment, offset: 77, size: 90, bytes: "a\nb")
    }

    private mutating func webSocketMessage(at moment: Instant) -> InnerMessage {
        let form = pick([.text, .binary, .ping, .pong, .close(1000), .close(nil)] as [InnerMessage.Form])
        let frame = InnerMessage.Frame(
            isFinal: chance(), reserved: 4, mask: chance() ? 0x8011_22FF : nil, size: 5, time: moment)
        let bytes: Bytes
        switch form {
        case .text, .close(1000): bytes = Bytes(text() ?? "hello")
        case .close: bytes = Bytes()
        default: bytes = self.bytes(9)
        }
        return InnerMessage(
            from: chance() ? .request : .response, form, at: moment, offset: 3, size: chance() ? 5_000 : nil,
            bytes: bytes, isCompressed: chance(), frames: [frame], frameCount: chance() ? 5 : 1, isByHand: chance())
    }

    private mutating func outcome() -> Outcome {
        Outcome(
            pick([.aborted, .failed, .refused, .tunnel]), by: pick([.client, .upstream, .proxy]),
            pick([.ok, .malformedRequest, .nameNotFound]),
            error: chance() ? WireError(.bareLineFeed, offset: 3, length: 2, bytes: bytes(6)) : nil,
            detail: text() ?? "")
    }

    // MARK: Dice

    private mutating func happen(_ fact: FlowEvent.Fact) {
        record.apply(FlowEvent(flow: record.id, time: Instant(nanoseconds: time), fact: fact))
        time &+= .random(in: 0...5_000_000_000, using: &generator)
    }

    private mutating func chance() -> Bool { Bool.random(using: &generator) }

    private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: 0..<choices.count, using: &generator)]
    }

    private mutating func number() -> UInt64? {
        pick([nil, 0, 1, 4_000_000_000, .max])
    }

    private mutating func text() -> String? { pick([nil, "", "127.0.0.1:1", "\u{0}\u{1F600}'\"--"]) }

    private mutating func bytes(_ count: Int) -> Bytes {
        Bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    private mutating func framing() -> Framing? {
        pick([
            nil, Framing(.none, rule: 7), Framing(.length(.max), rule: 6), Framing(.chunked, rule: 4),
            Framing(.close, rule: 8), Framing(.tunnel, rule: 2), Framing(.frames, rule: 0),
        ])
    }

    private mutating func quirks() -> [Quirk] {
        pick([[], [Quirk(.foldedLine, offset: 1, length: 2), Quirk(.bareLineFeed, offset: 9, length: 0)]])
    }

    private mutating func reason() -> Change.Reason {
        chance() ? .owed(spec: "RFC 9110 §7.6.1", text: "why") : .rule("--set-request-header A: b")
    }

    private mutating func edits() -> [Change] {
        pick([
            [], [Change(.remove(line: 1), reason()), Change(.add(bytes(8)), reason())],
            [Change(.replaceStartLine(bytes(8)), reason()), Change(.replace(line: 0, with: bytes(3)), reason())],
        ])
    }
}
