internal import Bytes
internal import Flow
internal import Reactor
internal import Site

/// Who carries what a built-in site says: a connection of HTTP/1, or a stream of HTTP/2.
protocol SiteCarrier: AnyObject {
    /// Sends what the site wrote: bytes of HTTP/1, or of what a conversation speaks.
    func siteSays(_ bytes: Bytes)
    /// More is waiting to be taken than should.
    var isCongested: Bool { get }
    /// The request is whole, and so is its answer.
    func siteAnswered()
    /// The site says nothing more: what it said is all.
    func siteClosed()
}

/// One request to a built-in site, from its head to the last step of its answer: asks the site, keeps time.
///
/// Owned by its carrier, runs on its loop.
final class SiteExchange {
    private let site: any LocalSite
    private let loop: EventLoop
    private unowned let carrier: any SiteCarrier
    private var phase = Phase.idle
    private var steps: ArraySlice<SiteAnswer.Step> = []
    /// What is left of the step under way.
    private var rest: SiteAnswer.Step?
    private var timer: LoopTimer?
    /// Counts the content that it gathers, until its answer has gone.
    private let share: HeldShare

    private enum Phase {
        /// No request.
        case idle
        /// Gathering the content that the site asked for.
        case body(SiteRequest, limit: Int, content: [UInt8])
        /// The answer is known; content that still comes is thrown away.
        case discarding
        /// The request is whole; the answer is on its way.
        case answering
        /// What comes is another protocol's.
        case conversing(any SiteConversation)
    }

    init(_ site: any LocalSite, on loop: EventLoop, holding memory: HeldMemory, carrier: any SiteCarrier) {
        self.site = site
        self.loop = loop
        share = HeldShare(of: memory)
        self.carrier = carrier
    }

    /// The request is whole, and its answer is not.
    var isAnswering: Bool { if case .answering = phase { true } else { false } }
    /// What comes is no HTTP any more.
    var isConversing: Bool { if case .conversing = phase { true } else { false } }

    // MARK: - The request

    func begin(_ request: SiteRequest) {
        switch site.receive(request) {
        case .answer(let answer):
            phase = .discarding
            send(answer)
        case .converse(let answer, let conversation):
            phase = .conversing(conversation)
            send(answer)
        case .readBody(let limit, let interim):
            phase = .body(request, limit: limit, content: [])
            if !interim.isEmpty { carrier.siteSays(interim) }
        }
    }

    /// Content of the request, or what a conversation goes on with.
    func take(_ bytes: Bytes) {
        switch phase {
        case .body(let request, let limit, var content):
            // Taken out first, so that it is not copied.
            phase = .idle
            guard content.count + bytes.count <= limit else {
                phase = .discarding
                return send(site.refuse(request, limit: limit))
            }
            guard share.grow(by: bytes.count) else {
                phase = .discarding
                return send(Self.noRoom.answer(to: request))
            }
            content.append(contentsOf: bytes)
            phase = .body(request, limit: limit, content: content)
        case .conversing(var conversation):
            let reply = conversation.take(bytes)
            phase = .conversing(conversation)
            carrier.siteSays(reply.bytes)
            if reply.ends { close() }
        case .idle, .discarding, .answering: break
        }
    }

    /// The request is whole.
    func end() {
        switch phase {
        case .body(let request, _, let content):
            phase = .answering
            send(site.answer(request, body: Bytes(content)))
        // Whoever speaks first has its say.
        case .conversing where !steps.isEmpty || rest != nil || timer?.isArmed == true: break
        case .conversing: close()
        case .idle, .discarding, .answering:
            phase = .answering
            finishIfDone()
        }
    }

    // MARK: - The answer

    /// Too much is gathered for others.
    private static let noRoom: SiteResponse = {
        var response = SiteResponse.plain(503, "Too many uploads are running. Try again in a moment.\n")
        response.closes = true
        return response
    }()

    private func send(_ answer: SiteAnswer) {
        steps = answer.steps[...]
        takeSteps()
    }

    /// What was held up may go on.
    func resume() {
        if timer?.isArmed != true { takeSteps() }
    }

    private func takeSteps() {
        while let step = nextStep() {
            switch step {
            case .send(let bytes):
                // No more than is taken: what is left shares its bytes with all other answers of the kind.
                let piece = bytes.slice(0..<min(bytes.count, ContentSource.window))
                if piece.count < bytes.count {
                    rest = .send(bytes.slice(piece.count..<bytes.count))
                }
                carrier.siteSays(piece)
                if carrier.isCongested { return }
            case .wait(let milliseconds):
                if timer == nil { timer = LoopTimer(on: loop) { [unowned self] in takeSteps() } }
                timer?.arm(after: .milliseconds(max(0, min(milliseconds, SiteAnswer.longestWait))))
                return
            case .close: return close()
            }
        }
        finishIfDone()
    }

    private func nextStep() -> SiteAnswer.Step? {
        defer { rest = nil }
        return rest ?? steps.popFirst()
    }

    private func finishIfDone() {
        guard case .answering = phase, steps.isEmpty, rest == nil else { return }
        phase = .idle
        share.clear()
        carrier.siteAnswered()
    }

    private func close() {
        cancel()
        carrier.siteClosed()
    }

    /// Nobody listens any more.
    func cancel() {
        timer?.invalidate()
        timer = nil
        steps = []
        rest = nil
        share.clear()
    }
}
