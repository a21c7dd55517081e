internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor
internal import Rules

/// The messages of a WebSocket on their way through rules: what goes on of each side, and when.
///
/// Owned by its tunnel, on the same loop.
final class MessageRelay {
    /// Bytes of a side that wait for their time; with more its sender is not read.
    private static let limit = 1 << 20

    /// One direction, named by who speaks.
    private struct Lane {
        var filter: WebSocketFilter
        var waiting: [(due: UInt64, bytes: Bytes)] = []
        var size = 0
        /// Sent besides, and waiting for the end of a message that passes in pieces.
        var injected: [Bytes] = []
        /// Counts what waits.
        let share: HeldShare
    }

    private let loop: EventLoop
    private let memory: HeldMemory
    private var request: Lane
    private var response: Lane
    private let rules: MessageRun
    private var timer: LoopTimer?
    /// Sends bytes of this side's to the other; whoever is asked counts them.
    private let send: (MessageKind, Bytes) -> Void
    private let tell: (RuleAct) -> Void
    /// This side may be read again.
    private let drained: (MessageKind) -> Void

    init(
        _ rules: MessageRun, _ deflate: WebSocketDeflate?, holding memory: HeldMemory, on loop: EventLoop,
        send: @escaping (MessageKind, Bytes) -> Void, tell: @escaping (RuleAct) -> Void,
        drained: @escaping (MessageKind) -> Void
    ) {
        self.rules = rules
        self.loop = loop
        self.send = send
        self.tell = tell
        self.drained = drained
        request = Lane(
            filter: WebSocketFilter(from: .request, rules, deflate, holding: memory), share: HeldShare(of: memory))
        response = Lane(
            filter: WebSocketFilter(from: .response, rules, deflate, holding: memory), share: HeldShare(of: memory))
        self.memory = memory
        timer = LoopTimer(on: loop) { [unowned self] in timeCame() }
    }

    func open() {
        take(rules.opened())
    }

    func close() {
        timer?.invalidate()
        timer = nil
    }

    /// Whether so much of this side waits that no more is to be read.
    func isFull(_ kind: MessageKind) -> Bool {
        let size = self[kind].size
        return size > Self.limit || size > 0 && memory.isFull
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
        let waiting = self[kind].waiting
        self[kind].waiting = []
        self[kind].size = 0
        self[kind].share.clear()
        for (_, bytes) in waiting { send(kind, bytes) }
        for piece in output { send(kind, piece.bytes) }
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
        for (receiver, text) in orders.injected {
            // What the server gets is as if the client had said it.
            self[receiver].injected.append(WebSocketFilter.frame(.text, text, from: receiver))
            inject(receiver)
        }
    }

    private func tellUnseen(_ reason: WebSocketFilter.Unseen, _ kind: MessageKind) {
        let text =
            switch reason {
            case .size: "The message is longer than \(WebSocketFilter.limit >> 20) MiB and passes unchanged."
            case .room: "Hark already holds \(memory.text) of bodies: the message passes unchanged."
            }
        for act in rules.wishes(text) { tell(act) }
    }

    private func inject(_ kind: MessageKind) {
        guard !self[kind].injected.isEmpty, !self[kind].filter.isWithinMessage else { return }
        let injected = self[kind].injected
        self[kind].injected = []
        guard !self[kind].filter.hasClosed else { return }
        for bytes in injected { go(WebSocketFilter.Output(bytes: bytes), kind) }
    }

    private func go(_ piece: WebSocketFilter.Output, _ kind: MessageKind) {
        if piece.delay == 0, self[kind].waiting.isEmpty { return send(kind, piece.bytes) }
        // Nothing overtakes what waits.
        let last = self[kind].waiting.last?.due ?? loop.now
        let due = max(last, loop.now + UInt64(piece.delay) * 1_000)
        self[kind].waiting.append((due, piece.bytes))
        self[kind].size += piece.bytes.count
        self[kind].share.add(piece.bytes.count)
        arm()
    }

    private func arm() {
        let due = [request, response].compactMap { $0.waiting.first?.due }.min()
        guard let due else { return }
        timer?.arm(at: max(due, loop.now + 1))
    }

    private func timeCame() {
        for kind in [MessageKind.request, .response] {
            let wasFull = isFull(kind)
            while let first = self[kind].waiting.first, first.due <= loop.now {
                self[kind].waiting.removeFirst()
                self[kind].size -= first.bytes.count
                self[kind].share.shrink(by: first.bytes.count)
                send(kind, first.bytes)
            }
            if wasFull, !isFull(kind) { drained(kind) }
        }
        arm()
    }
}
