import Bytes
import HTTPModel
import HTTPSemantics
import HTTPWire
import Reactor
import Site

/// One connection of a browser, or of a script: reads a request, has it answered, and reads the next. Runs on the loop.
final class PageConnection {
    private unowned let state: PageState
    private let socket: PageSocket
    private var decoder: HTTP1Decoder
    private var phase = Phase.reading
    private var timer: LoopTimer?
    private var closes = false
    private var isOld = false
    private var outbox: PageOutbox?
    private var feed: PageFeed?
    /// Counts connections as they come.
    let number: UInt64
    /// It has shown a token: the page itself, which anybody may have, makes nobody known.
    var isKnown = false
    /// Stops what is being done for the answer.
    var isLeft: (@Sendable () -> Void)?

    private enum Phase {
        /// Between requests, or in a head.
        case reading
        case body(RequestHead, [UInt8])
        /// It is being answered.
        case answering
        case streaming
        /// Nothing is read any more.
        case ending
    }

    private static let limits = Limits()
    private static let bodyLimit = 1 << 20
    private static let mostUnsent = 2 << 20
    private static let headTime = Nanoseconds.seconds(10)
    private static let bodyTime = Nanoseconds.seconds(30)
    private static let idleTime = Nanoseconds.seconds(120)

    init(_ accepted: AcceptedSocket, number: UInt64, on state: PageState) throws(SocketError) {
        self.state = state
        self.number = number
        decoder = HTTP1Decoder(role: .request, limits: Self.limits, tolerances: .none)
        socket = try PageSocket(accepted, state.tls, on: state, room: Self.limits.head + 64 << 10)
        timer = LoopTimer(on: state.loop) { [unowned self] in timeIsUp() }
        timer?.arm(after: Self.headTime)
        socket.owner = self
    }

    var isIdle: Bool { if case .reading = phase { decoder.isBetweenMessages } else { false } }

    /// Everything that was handed on is taken by the system.
    var hasSentAll: Bool { socket.pendingBytes == 0 }

    func close() {
        isLeft?()
        isLeft = nil
        timer?.invalidate()
        feed?.close()
        phase = .ending
        socket.close()
        state.remove(self)
    }

    /// Closes once what is owed is sent: an answer that is being made, the end of a stream.
    func shutDown() {
        closes = true
        switch phase {
        case .answering: timer?.arm(after: .seconds(2))
        case .streaming, .ending: finish()
        case .reading, .body: close()
        }
    }

    private func timeIsUp() {
        close()
    }

    // MARK: Reading

    private func read() {
        while true {
            switch phase {
            case .reading, .body: break
            case .answering, .streaming, .ending: return
            }
            // Who does not take answers is asked for no more questions.
            guard socket.pendingBytes < Self.mostUnsent else { return socket.tellWhenSent() }
            do {
                guard
                    let decoded = try socket.input.withSpan({ span throws(WireError) in try decoder.decode(span) })
                else {
                    if !socket.input.isEmpty, case .reading = phase, decoder.isBetweenMessages == false, !isTimingHead {
                        isTimingHead = true
                        timer?.arm(after: Self.headTime)
                    }
                    return
                }
                take(decoded)
                if case .ending = phase { return }
                socket.input.consume(decoded.consumed)
            } catch {
                let isLarge = [.headTooLarge, .tooManyFields, .startLineTooLong].contains(error.code)
                return refuse(
                    isLarge
                        ? PageError(431, .size, "The request's head is too large.")
                        : PageError(400, .request, "This is not a request: \(error.text)"))
            }
        }
    }

    private var isTimingHead = false

    private func take(_ decoded: Decoded) {
        switch (decoded.part, phase) {
        case (.requestHead(let head, _), .reading):
            isTimingHead = false
            closes = head.version < .http11 || head.fields.hasConnectionOption("close")
            isOld = head.version < .http11
            timer?.arm(after: Self.bodyTime)
            if let length = head.fields.first(.contentLength)?.decimal, length > UInt64(Self.bodyLimit) {
                return refuse(PageError(413, .size, "The body of a request can have at most 1 MiB."))
            }
            phase = .body(head, [])
        case (.content, .body(let head, var content)):
            phase = .reading
            guard content.count + decoded.consumed <= Self.bodyLimit else {
                return refuse(PageError(413, .size, "The body of a request can have at most 1 MiB."))
            }
            socket.input.withUnsafeBytes { content.append(contentsOf: $0.prefix(decoded.consumed)) }
            phase = .body(head, content)
        case (.end, .body(let head, let content)):
            phase = .answering
            timer?.disarm()
            guard let request = PageRequest(head, body: Bytes(content), peer: socket.peer) else {
                return refuse(PageError(400, .request, "This is Hark's page, not a proxy: request a path."))
            }
            state.handle(request, for: self, isInsecure: socket.isInsecure)
        default: break
        }
    }

    /// Answers and reads no more.
    private func refuse(_ error: PageError) {
        closes = true
        phase = .answering
        answer(PageAnswer(error))
    }

    // MARK: Answering

    func answer(_ answer: PageAnswer) {
        guard case .answering = phase else { return }
        isLeft = nil
        switch answer.body {
        case .bytes(let bytes):
            sendHead(answer, [("Content-Length", String(bytes.count))])
            socket.send(bytes)
            finish()
        case .pieces(let produce):
            beginChunks(answer)
            let feed = PageFeed()
            self.feed = feed
            phase = .streaming
            state.produce(produce, feed, for: self)
        }
    }

    private func sendHead(_ answer: PageAnswer, _ framing: [PageAnswer.Field]) {
        let date = HTTPDate.format(PageClock.moment().wall / 1_000_000).text
        let ending: [PageAnswer.Field] = closes ? [("Connection", "close")] : []
        let head = SiteResponse.encodeHead(
            answer.status, StatusCode.reason(answer.status), [("Date", date)] + answer.fields + framing + ending)
        socket.send(head, more: true)
    }

    private func finish() {
        timer?.disarm()
        outbox = nil
        feed = nil
        guard !closes else {
            phase = .ending
            timer?.invalidate()
            socket.closeAfterFlush(stall: .seconds(10))
            return state.remove(self)
        }
        phase = .reading
        decoder.startNextMessage()
        timer?.arm(after: Self.idleTime)
        state.loop.atEndOfTurn(self)
    }

    // MARK: Streams

    private func beginChunks(_ answer: PageAnswer) {
        // RFC 9112 §6.1: to HTTP/1.0 never in chunks; there the end of the connection is the end.
        sendHead(answer, isOld ? [] : [("Transfer-Encoding", "chunked")])
        // What waits behind the head goes out once it is taken.
        socket.tellWhenSent()
    }

    /// Begins a stream of events.
    func beginStream() -> PageOutbox {
        timer?.disarm()
        phase = .streaming
        beginChunks(
            PageAnswer(
                200,
                [
                    ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
                    ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
                ]))
        let outbox = PageOutbox(self)
        self.outbox = outbox
        return outbox
    }

    func sendChunk(_ bytes: Bytes) {
        guard case .streaming = phase, !bytes.isEmpty else { return }
        if !isOld { socket.send(Bytes(Hex.number(bytes.count) + "\r\n"), more: true) }
        socket.send(bytes, more: true)
        if !isOld { socket.send("\r\n" as Bytes) }
        socket.tellWhenSent()
    }

    func endChunks() {
        guard case .streaming = phase else { return }
        if !isOld { socket.send("0\r\n\r\n" as Bytes) }
        finish()
    }
}

extension PageConnection: PageSocketOwner {
    func socketReceived() { read() }

    func socketEnded() {
        closes = true
        // Whoever ends their side while a stream goes on, or a call that takes its time, has gone; another answer may
        // still be waited for.
        if case .answering = phase, isLeft == nil { return }
        close()
    }

    func socketSentAll() {
        outbox?.send()
        if let feed { state.drain(feed, for: self) }
        read()
    }

    func socketFailed() { close() }
}

extension PageConnection: TurnTask {
    func performAtEndOfTurn() {
        if !socket.isClosed { read() }
    }
}
