/// The messages inside one exchange, as far as they are kept, and their number.
public struct InnerMessages: Sendable, Hashable {
    /// The first ones, in the order in which they were complete.
    public private(set) var list = PieceList<InnerMessage>()
    /// The newest of those that are not in the list, if there are some: apart, as it is large to copy.
    private var beyond: [InnerMessage] = []
    /// How many the client sent.
    public private(set) var sent = 0
    /// How many the server sent.
    public private(set) var received = 0
    /// Where reading stopped, at most once a side.
    public private(set) var ends: [InnerReadingEnd] = []
    /// Octets of messages that are kept, and what stands beside these.
    private var held = 0
    private var heldBeside = 0

    /// None yet.
    public init() {}

    /// These, as far as a record keeps them.
    package init(_ messages: [InnerMessage], limits: RecordLimits = RecordLimits()) {
        for message in messages { add(message, limits) }
    }

    /// One of the full pieces of the list by itself.
    package func piece(_ place: Int) -> InnerMessages {
        var piece = InnerMessages()
        for message in list.pieces[place] { piece.keep(message) }
        return piece
    }

    /// All but the full pieces of the list: what is still to change.
    package var behindPieces: InnerMessages {
        var rest = self
        rest.list = PieceList()
        for piece in list.pieces {
            let sent = piece.count { $0.from == .request }
            rest.sent -= sent
            rest.received -= piece.count - sent
        }
        for message in list.rest { rest.list.append(message) }
        return rest
    }

    private mutating func keep(_ message: InnerMessage) {
        if message.from == .request { sent += 1 } else { received += 1 }
        list.append(message)
    }

    /// How many there were.
    public var count: Int { sent + received }
    /// How many are not in the list.
    public var omitted: Int { count - list.count }
    /// The newest one.
    public var last: InnerMessage? { beyond.last ?? list.last }
    /// Whether there are none.
    public var isEmpty: Bool { count == 0 && ends.isEmpty }

    /// One more, as far as a record keeps them.
    package mutating func add(_ message: InnerMessage) {
        add(message, RecordLimits())
    }

    mutating func add(_ message: InnerMessage, _ limits: RecordLimits) {
        switch message.from {
        case .request: sent += 1
        case .response: received += 1
        }
        // Once one was left out, so are those after it.
        guard beyond.isEmpty, list.count < limits.messages else {
            beyond = [message.cut(to: Self.previewSize, beside: Self.previewSize)]
            return
        }
        let room = max(0, limits.messageBytes - held)
        let roomBeside = max(0, limits.messageBytes - heldBeside)
        let fits = message.bytes.count <= room && message.sizeBeside <= roomBeside
        let kept = fits ? message : message.cut(to: room, beside: roomBeside)
        held += kept.bytes.count
        heldBeside += kept.sizeBeside
        list.append(kept)
    }

    /// Counts one, and those after it too: there is no room for what it says.
    package mutating func leaveOut(_ message: InnerMessage) {
        var limits = RecordLimits()
        limits.messages = 0
        add(message, limits)
    }

    package mutating func add(_ end: InnerReadingEnd) {
        if ends.count < 2 { ends.append(end) }
    }

    /// Puts other messages in the place of those in which there is something to hide.
    package mutating func hide(_ hidden: (InnerMessage) -> InnerMessage?) {
        for place in list.indices {
            if let other = hidden(list[place]) { list.replace(place, by: other) }
        }
        beyond = beyond.map { hidden($0) ?? $0 }
    }

    /// So many more were there than a file has.
    mutating func addOmitted(sent: Int, received: Int) {
        self.sent += max(0, sent)
        self.received += max(0, received)
    }

    /// Of the newest one beyond the list.
    private static let previewSize = 1 << 10
}
