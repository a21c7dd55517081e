internal import Reactor

/// What lives on a shard with a client's connection in its hands: a shard that stops waits for it.
protocol ShardResident: AnyObject {
    /// The proxy stops. What is idle ends at once; with `force` everything does.
    func shutDown(force: Bool)
    /// How little is lost when it is closed to make room for another; nil: too much.
    var dispensability: Dispensability? { get }
    /// Its client has said something that nobody has read. Asks the system.
    var hasUnread: Bool { get }
    /// Descriptors are short, and of all that live here this is the one to go.
    func makeRoom()
}

/// How little is lost with a client's connection: the least first, and of the same the one that has idled longest.
struct Dispensability: Comparable {
    enum Rank: Int {
        /// It may be gone altogether.
        case halfClosed
        /// It has asked for nothing.
        case neverAsked
        /// It asks for nothing more, and may do so again.
        case served
        /// It is about to ask for something.
        case asking
    }

    let rank: Rank
    /// When its last exchange ended, or it began.
    let idleSince: UInt64

    init(rank: Rank, idleSince: UInt64) {
        self.rank = rank
        self.idleSince = idleSince
    }

    /// One that has begun to ask. Who does not come to an end of it within a moment asks for nothing.
    init(unfinishedSince time: UInt64, now: UInt64) {
        self.init(rank: now > Self.moment.after(time) ? .neverAsked : .asking, idleSince: time)
    }

    private static let moment = Nanoseconds.seconds(1)

    static func < (one: Dispensability, other: Dispensability) -> Bool {
        (one.rank.rawValue, one.idleSince) < (other.rank.rawValue, other.idleSince)
    }
}

/// What somebody waits for is not to go.
extension ShardResident {
    var dispensability: Dispensability? { nil }
    var hasUnread: Bool { false }
    func makeRoom() {}
}
