internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor

/// Who owns a stream of HTTP/2 that sends.
protocol HTTP2SendingOwner: AnyObject {
    /// Less is waiting than was; what was held up may go on.
    func sendingDrained()
    /// Nothing is left to be written on the stream.
    func sendingEmptied()
    /// Opens the stream, which has no number yet, with these fields. Answers its number; nil when it can have none now.
    func sendingOpens(_ fields: OutgoingFields, ends: Bool) -> UInt32?
    /// The peer opened no window for too long.
    func sendingStalled(limit: Duration)
    /// Something waited and goes on; told where somebody keeps flows.
    func sendingWaited(_ wait: StreamWait)
}

extension HTTP2SendingOwner {
    /// Streams that the peer opened have numbers.
    func sendingOpens(_ fields: OutgoingFields, ends: Bool) -> UInt32? { nil }

    func sendingWaited(_ wait: StreamWait) {}
}

/// What one stream of HTTP/2 has to say: it is gathered during a turn, and goes as far as the windows let it.
///
/// Belongs to its stream; runs on its shard's loop.
final class HTTP2Sending {
    /// How much may wait before whoever feeds it is stopped, and in how many pieces.
    static let most = 64 << 10
    private static let mostPieces = 1_024

    private let link: HTTP2Link
    unowned let owner: any HTTP2SendingOwner
    /// 0 until the stream has a number.
    private(set) var number: UInt32 = 0
    /// Fields that have not gone, since what follows may end the stream with them.
    private var head: OutgoingFields?
    private(set) var pieces: [(content: Bytes, padding: UInt8?)] = []
    /// How soon the client wants it; told where it says so of any stream.
    var priority = ResponsePriority()
    /// Of the piece that comes next.
    var padding: UInt8?
    private var next = 0
    private(set) var count = 0 {
        didSet { budget.change(by: count - oldValue) }
    }
    private let budget: SendBudget
    private var trailers: OutgoingFields?
    private var ends = false
    private(set) var hasEnded = false
    private var isListed = false
    private var wasCongested = false
    private var timer: LoopTimer?
    /// What the system had taken on the connection when the timer was set.
    private var takenBefore: UInt64 = 0
    /// What had gone on all streams then, and what has on this one since.
    private var sentBefore: UInt64 = 0
    private var sentSince = 0
    /// What this waits for, since when, and how much of it; kept where somebody keeps flows.
    private var waiting: (cause: StreamWait.Cause, since: UInt64, count: Int)?
    /// No place of the head that goes out next may be remembered.
    var sensitive: Set<Int> = []

    init(_ link: HTTP2Link, owner: any HTTP2SendingOwner) {
        self.link = link
        self.owner = owner
        budget = link.shard.loop.sending
    }

    deinit {
        budget.change(by: -count)
    }

    /// Another stream begins, or the first; of the one before it everything was sent.
    ///
    /// - Parameter number: 0 when it has to be opened.
    func begin(as number: UInt32) {
        self.number = number
        timer?.disarm()
        priority = ResponsePriority()
        padding = nil
        trailers = nil
        ends = false
        hasEnded = false
        wasCongested = false
        waiting = nil
        sensitive = []
    }

    func close() {
        timer?.invalidate()
        timer = nil
        pieces = []
        (next, count) = (0, 0)
        head = nil
    }

    /// Whoever is told so is told when it ends.
    var isCongested: Bool {
        let isCongested =
            count > min(Self.most, budget.highWatermark) || pieces.count - next > Self.mostPieces
            || link.leg.isCongested
        if isCongested { wasCongested = true }
        return isCongested
    }
    /// Nothing waits.
    var isEmpty: Bool { head == nil && count == 0 && (trailers == nil && !ends || hasEnded) }

    // MARK: - What is said

    func send(head fields: OutgoingFields) {
        // An interim head before it ends nothing.
        if let head, link.wire.sendFields(head, on: number, ends: false) { link.evidence?.wrote(Self.role(of: head)) }
        head = fields
        list()
    }

    func send(_ bytes: Bytes) {
        guard !bytes.isEmpty, !hasEnded else { return }
        pieces.append((bytes, padding))
        padding = nil
        count += bytes.count
        _ = isCongested
        list()
    }

    func send(trailers fields: OutgoingFields) {
        trailers = fields
        end()
    }

    func end() {
        ends = true
        list()
    }

    /// The leg has room again: whoever was stopped for it may go on, whether it had sent anything or not.
    func wake() {
        wasCongested = true
        list()
    }

    /// Has what waits looked at before the turn ends.
    func list() {
        guard !isListed else { return }
        isListed = true
        link.add(self)
    }

    // MARK: - What goes

    /// More of its content may go now.
    var canGoOn: Bool { count > 0 && !link.leg.isCongested && link.wire.sendable(on: number) > 0 }

    /// Writes as much as may go now.
    ///
    /// - Parameter most: about how many octets of content.
    func pump(most: Int = .max) {
        isListed = false
        defer { noteWait() }
        guard !link.leg.isCongested else { return watch() }
        if let head {
            let isAll = ends && count == 0 && trailers == nil
            guard write(head, ends: isAll) else { return }
            self.head = nil
            if isAll { hasEnded = true }
        }
        let before = count
        var left = most
        while count > 0, left > 0, writePiece(&left) {}
        if count == 0 { writeEnd() }
        sentSince += before - count
        if count == 0 || sentSince >= limits.stallOctets { timer?.disarm() }
        if wasCongested, !isCongested {
            wasCongested = false
            owner.sendingDrained()
        }
        if isEmpty { owner.sendingEmptied() } else { watch() }
    }

    private func write(_ head: OutgoingFields, ends: Bool) -> Bool {
        guard number == 0 else {
            if link.wire.sendFields(head, on: number, ends: ends) { link.evidence?.wrote(Self.role(of: head)) }
            return true
        }
        guard let number = owner.sendingOpens(head, ends: ends) else { return false }
        link.evidence?.wrote(.head)
        self.number = number
        return true
    }

    /// As much of the first piece as goes; whether all of it went.
    private func writePiece(_ left: inout Int) -> Bool {
        let (whole, padding) = pieces[next]
        let piece = whole.count <= left || padding != nil ? whole : whole.slice(0..<left)
        let isLast = ends && trailers == nil && next == pieces.count - 1 && piece.count == whole.count
        // Padded it goes whole or not at all; what does not fit goes without, lest it never go.
        var sent = 0
        if let padding { sent = piece.withSpan { link.wire.sendData($0, on: number, padding: padding, ends: isLast) } }
        if sent == 0 { sent = piece.withSpan { link.wire.sendData($0, on: number, ends: isLast) } }
        count -= sent
        left -= min(left, sent)
        guard sent == whole.count else {
            pieces[next] = (whole.slice(sent..<whole.count), nil)
            return false
        }
        if isLast { hasEnded = true }
        next += 1
        guard next == pieces.count else {
            // Something may wait for as long as the message goes on: what has gone is let go of before.
            pieces[next - 1].content = Bytes()
            if next >= 32, next * 2 >= pieces.count {
                pieces.removeFirst(next)
                next = 0
            }
            return true
        }
        next = 0
        // Most often it is one.
        if pieces.count == 1 { pieces.removeLast() } else { pieces.removeAll(keepingCapacity: true) }
        return true
    }

    private func writeEnd() {
        guard ends, !hasEnded else { return }
        hasEnded = true
        if let trailers {
            if link.wire.sendFields(trailers, on: number, ends: true) { link.evidence?.wrote(.other) }
        } else {
            let nothing: [UInt8] = []
            link.wire.sendData(nothing.span, on: number, ends: true)
        }
    }

    /// Waits for a window, but not for ever.
    private func watch() {
        guard count > 0 else { return }
        if timer == nil { timer = LoopTimer(on: link.shard.loop) { [unowned self] in deadlinePassed() } }
        guard timer?.isArmed != true else { return }
        takenBefore = link.leg.socket.sentBytes
        sentBefore = link.wire.contentSent
        sentSince = 0
        timer?.arm(after: Nanoseconds(limits.stall))
    }

    private var limits: HTTP2Limits { link.shard.configuration.http2 }

    private func deadlinePassed() {
        guard !othersGoOn else { return watch() }
        endWait()
        owner.sendingStalled(limit: limits.stall)
    }

    /// A peer that is slow takes something nevertheless, or has other streams served before this one: then it is the
    /// connection that this waits for.
    private var othersGoOn: Bool {
        if link.leg.isCongested { return link.leg.socket.sentBytes > takenBefore }
        let windows = link.wire.sendWindows(of: number)
        return windows.stream.map { $0 > 0 } == true
            && link.wire.contentSent - sentBefore >= UInt64(max(0, limits.stallOctets))
    }

    // MARK: - Record

    /// An interim head is not the message's.
    private static func role(of head: OutgoingFields) -> HTTP2Evidence.BlockRole {
        let isInterim = head[":status"]?.first == UInt8(ascii: "1")
        return isInterim ? .other : .head
    }

    private func noteWait() {
        guard link.evidence != nil else { return }
        let cause = causeToWait
        guard cause != waiting?.cause else { return }
        endWait()
        if let cause { waiting = (cause, link.shard.now(), count) }
    }

    /// The wait is over, or the stream is.
    func endWait() {
        guard let waited = waiting else { return }
        waiting = nil
        owner.sendingWaited(
            StreamWait(
                waited.cause, from: Instant(nanoseconds: waited.since), to: Instant(nanoseconds: link.shard.now()),
                count: waited.count))
    }

    private var causeToWait: StreamWait.Cause? {
        guard head != nil || count > 0 else { return nil }
        if link.leg.isCongested { return .transport }
        if number == 0 { return .streamLimit }
        let windows = link.wire.sendWindows(of: number)
        if windows.connection <= 0 { return .connectionWindow }
        return windows.stream.map { $0 <= 0 } == true ? .streamWindow : nil
    }
}
