internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor
internal import Rules

/// The messages of a WebSocket on their way through rules and scripts: what goes on of each side, and when.
///
/// Owned by its tunnel, on the same loop.
final class MessageRelay {
    /// Bytes of a side that wait for their time; with more its sender is not read.
    private static let limit = 1 << 20
    /// Messages of a side that wait, however short.
    private static let mostWaiting = 4_096

    /// Hears once of a message that somebody sends besides: nil when it goes, or why it never will.
    typealias Sent = (WebSocketRefusal?) -> Void

    /// A message that somebody sends besides.
    private struct Injected {
        let bytes: Bytes
        let sent: Sent?
    }

    /// One direction, named by who speaks.
    private struct Lane {
        var filter: WebSocketFilter
        var waiting = NumberedQueue<Waiting>()
        var size = 0
        /// Sent besides, and waiting for the end of a message that passes in pieces.
        var injected: [Injected] = []
        var injectedSize = 0
        /// Messages sent besides of which somebody waits to hear, here or in `waiting`.
        var awaited = 0
        /// Counts what waits.
        let share: HeldShare
    }

    /// What goes when those before it have gone, its time has come, and scripts have answered.
    private struct Waiting {
        let due: UInt64
        let output: WebSocketFilter.Output
        /// Whoever sent it besides.
        var sent: Sent?
        var state = State.settled(nil)

        /// Bytes that it holds.
        var size: Int {
            guard case .settled(let other?) = state else { return output.size }
            return output.size + other.count
        }

        enum State {
            case asked
            /// With what scripts left in its place; nil: what there was.
            case settled(Bytes?)
            case dropped
        }
    }

    private let loop: EventLoop
    private let memory: HeldMemory
    private var request: Lane
    private var response: Lane
    private let rules: MessageRun?
    private let scripts: MessageScripts?
    private var timer: LoopTimer?
    /// Sends bytes of this side's to the other; whoever is asked counts them. False: the other takes nothing more.
    private let send: (MessageKind, Bytes) -> Bool
    private let tell: (RuleAct) -> Void
    /// This side may be read again.
    private let drained: (MessageKind) -> Void

    init(
        _ change: MessageChange, holding memory: HeldMemory, on loop: EventLoop,
        send: @escaping (MessageKind, Bytes) -> Bool, tell: @escaping (RuleAct) -> Void,
        drained: @escaping (MessageKind) -> Void
    ) {
        let (rules, deflate, hasScripts) = (change.run, change.deflate, change.scripts != nil)
        self.rules = rules
        scripts = change.scripts
        self.loop = loop
        self.send = send
        self.tell = tell
        self.drained = drained
        request = Lane(
            filter: WebSocketFilter(from: .request, rules, deflate, holding: memory, hasScripts: hasScripts),
            share: HeldShare(of: memory))
        response = Lane(
            filter: WebSocketFilter(from: .response, rules, deflate, holding: memory, hasScripts: hasScripts),
            share: HeldShare(of: memory))
        self.memory = memory
        timer = LoopTimer(on: loop) { [unowned self] in timeCame() }
        scripts?.inject = { [unowned self] receiver, text in refusal(receiver) ?? inject(text, receiver) }
    }

    func open() {
        scripts?.open()
        if let rules { take(rules.opened()) }
    }

    func close(_ outcome: Outcome) {
        scripts?.close(outcome)
        timer?.invalidate()
        timer = nil
        for kind in [MessageKind.request, .response] {
            refuseInjected(kind, .closed)
            while let one = self[kind].waiting.removeFirst() { answer(one.sent, .closed, kind) }
            self[kind].size = 0
            self[kind].share.clear()
        }
    }

    /// Whether so much of this side waits that no more is to be read.
    func isFull(_ kind: MessageKind) -> Bool {
        let size = self[kind].size
        return size > Self.limit || self[kind].waiting.count > Self.mostWaiting || size > 0 && memory.isFull
    }

    /// The receiver of this side's has a part of a message and not its end.
    func isWithinMessage(_ kind: MessageKind) -> Bool { self[kind].filter.isWithinMessage }

    func take(_ bytes: Bytes, from kind: MessageKind) {
        var output: [WebSocketFilter.Output] = []
        var orders: [MessageOrders] = []
        let time = Instant(nanoseconds: loop.now)
        self[kind].filter.take(bytes, at: time, &output) { orders.append($0) }
        for piece in output { go(piece, kind) }
        for order in orders { take(order) }
        for reason in self[kind].filter.takeUnseen() { tellUnseen(reason, kind) }
        inject(kind)
    }

    /// This side says no more: what waits of it goes at once, since its end is behind it.
    func end(_ kind: MessageKind) {
        var output: [WebSocketFilter.Output] = []
        self[kind].filter.end(&output)
        refuseInjected(kind, .ended)
        var waiting = self[kind].waiting
        self[kind].waiting = NumberedQueue()
        self[kind].size = 0
        self[kind].share.clear()
        while var one = waiting.removeFirst() {
            // Nobody can wait for the answer any more.
            if case .asked = one.state, scripts?.endedEarly() == false { one.state = .dropped }
            release(one, kind)
        }
        for piece in output { _ = send(kind, piece.bytes) }
    }

    private subscript(kind: MessageKind) -> Lane {
        get { kind == .request ? request : response }
        // In its place: what a message holds is not copied with each piece that comes.
        _modify {
            switch kind {
            case .request: yield &request
            case .response: yield &response
            }
        }
    }

    private func take(_ orders: MessageOrders) {
        for act in orders.acts { tell(act) }
        for (receiver, text) in orders.injected { _ = inject(text, receiver) }
    }

    /// Sends a message of a person's, as one of the other side's, and says when it goes or that it never will.
    func inject(_ content: Bytes, _ receiver: MessageKind, isText: Bool, _ sent: @escaping Sent) {
        if let refusal = refusal(receiver) { return sent(refusal) }
        guard self[receiver].awaited < WebSocketMailbox.most else { return sent(.tooMany) }
        self[receiver].awaited += 1
        if let refusal = inject(content, receiver, isText: isText, sent: sent) { answer(sent, refusal, receiver) }
    }

    /// Why nobody may send anything besides now.
    private func refusal(_ receiver: MessageKind) -> WebSocketRefusal? {
        let lane = self[receiver]
        if let refusal = lane.filter.refusal { return refusal }
        let isMuch = lane.injected.count >= Self.mostWaiting || lane.injectedSize > Self.limit
        return isMuch || isFull(receiver) ? .congested : nil
    }

    /// What the server gets is as if the client had said it. Not nil when there is no place for it any more.
    private func inject(
        _ content: Bytes, _ receiver: MessageKind, isText: Bool = true, sent: Sent? = nil
    ) -> WebSocketRefusal? {
        if let refusal = self[receiver].filter.refusal { return refusal }
        let bytes = WebSocketFilter.frame(isText ? .text : .binary, content, from: receiver)
        self[receiver].injected.append(Injected(bytes: bytes, sent: sent))
        self[receiver].injectedSize += bytes.count
        inject(receiver)
        return nil
    }

    /// Tells whoever sent a message besides what came of it.
    private func answer(_ sent: Sent?, _ refusal: WebSocketRefusal?, _ kind: MessageKind) {
        guard let sent else { return }
        self[kind].awaited -= 1
        sent(refusal)
    }

    private func refuseInjected(_ kind: MessageKind, _ refusal: WebSocketRefusal) {
        for one in takeInjected(kind) { answer(one.sent, refusal, kind) }
    }

    private func takeInjected(_ kind: MessageKind) -> [Injected] {
        defer { (self[kind].injected, self[kind].injectedSize) = ([], 0) }
        return self[kind].injected
    }

    private func tellUnseen(_ reason: WebSocketFilter.Unseen, _ kind: MessageKind) {
        let text =
            switch reason {
            case .size: "The message is longer than \(WebSocketFilter.limit >> 20) MiB and passes unchanged."
            case .room: "Hark already holds \(memory.text) of bodies: the message passes unchanged."
            }
        for act in rules?.wishes(text) ?? [] { tell(act) }
        scripts?.passedBy(text)
    }

    private func inject(_ kind: MessageKind) {
        guard !self[kind].injected.isEmpty else { return }
        if let refusal = self[kind].filter.refusal { return refuseInjected(kind, refusal) }
        guard !self[kind].filter.isWithinMessage else { return }
        for one in takeInjected(kind) { go(WebSocketFilter.Output(bytes: one.bytes), kind, one.sent) }
    }

    private func go(_ piece: WebSocketFilter.Output, _ kind: MessageKind, _ sent: Sent? = nil) {
        if piece.delay == 0, piece.message == nil, self[kind].waiting.isEmpty {
            let went = send(kind, piece.bytes)
            return answer(sent, went ? nil : .ended, kind)
        }
        // Nothing overtakes what waits.
        let last = self[kind].waiting.last?.due ?? loop.now
        let due = max(last, loop.now + UInt64(piece.delay) * 1_000)
        var one = Waiting(due: due, output: piece, sent: sent)
        let number = self[kind].waiting.nextNumber
        if let message = piece.message, let scripts {
            let isAsked = scripts.ask(message.inner, message.content) { [weak self] end in
                self?.answered(number, kind, end)
            }
            if isAsked { one.state = .asked }
        }
        self[kind].waiting.append(one)
        self[kind].size += piece.size
        self[kind].share.add(piece.size)
        release(kind)
    }

    private func answered(_ number: UInt64, _ kind: MessageKind, _ end: MessageScripts.End) {
        guard var one = self[kind].waiting[number] else { return }
        let wasFull = isFull(kind)
        let before = one.size
        switch end {
        case .drop: one.state = .dropped
        case .goOn(let message):
            one.state = .settled(message.bytes == one.output.message?.content ? nil : message.bytes)
        }
        self[kind].waiting[number] = one
        self[kind].size += one.size - before
        self[kind].share.add(one.size - before)
        release(kind)
        if wasFull, !isFull(kind) { drained(kind) }
    }

    /// Sends what may go.
    private func release(_ kind: MessageKind) {
        while let first = self[kind].waiting.first, first.due <= loop.now {
            if case .asked = first.state { break }
            _ = self[kind].waiting.removeFirst()
            self[kind].size -= first.size
            self[kind].share.shrink(by: first.size)
            release(first, kind)
        }
        arm()
    }

    private func release(_ one: Waiting, _ kind: MessageKind) {
        let content: Bytes?
        switch one.state {
        case .dropped: content = nil
        case .settled(let other): content = other ?? one.output.message?.content
        case .asked: content = one.output.message?.content
        }
        if one.output.message == nil {
            let went = send(kind, one.output.bytes)
            return answer(one.sent, went ? nil : .ended, kind)
        }
        if let bytes = self[kind].filter.settle(one.output, content) { _ = send(kind, bytes) }
    }

    private func arm() {
        let due = [request, response].compactMap { lane -> UInt64? in
            guard let first = lane.waiting.first else { return nil }
            if case .asked = first.state { return nil }
            return first.due
        }.min()
        guard let due else { return }
        timer?.arm(at: max(due, loop.now + 1))
    }

    private func timeCame() {
        for kind in [MessageKind.request, .response] {
            let wasFull = isFull(kind)
            release(kind)
            if wasFull, !isFull(kind) { drained(kind) }
        }
    }
}
