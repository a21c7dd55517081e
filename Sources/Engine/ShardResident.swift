/// What lives on a shard with a client's connection in its hands: a shard that stops waits for it.
protocol ShardResident: AnyObject {
    /// The proxy stops. What is idle ends at once; with `force` everything does.
    func shutDown(force: Bool)
    /// How little is lost when it is closed to make room for another; nil: too much.
    var dispensability: Dispensability? { get }
    /// Descriptors are short, and of all that live here this is the one to go.
    func makeRoom()
}

/// How little is lost with a client's connection: the least first, and of the same the one that has idled longest.
struct Dispensability: Comparable {
    enum Rank: Int {
        /// It may be gone altogether.
        case halfClosed
        /// It asks for nothing.
        case idle
    }

    let rank: Rank
    /// When its last exchange ended, or it began.
    let idleSince: UInt64

    static func < (one: Dispensability, other: Dispensability) -> Bool {
        (one.rank.rawValue, one.idleSince) < (other.rank.rawValue, other.idleSince)
    }
}

/// What somebody waits for is not to go.
extension ShardResident {
    var dispensability: Dispensability? { nil }
    func makeRoom() {}
}
