internal import Reactor

/// Where new connections wait for a moment when there is no room and nobody who could go: exchanges end all the time,
/// and clients that have left are found out. Who has waited too long is answered that there is no room.
///
/// Owned by its shard; runs on its loop.
final class Antechamber {
    /// Those that wait hold descriptors, too.
    static let limit = 8
    private static let patience = Nanoseconds.milliseconds(60)
    private static let pause = Nanoseconds.milliseconds(20)

    private struct Guest {
        let socket: AcceptedSocket
        let entrance: Int
        let until: UInt64
    }

    private var guests: [Guest] = []
    private var timer: LoopTimer?

    var count: Int { guests.count }

    func add(_ accepted: AcceptedSocket, entrance: Int, on shard: ShardState) {
        guests.append(Guest(socket: accepted, entrance: entrance, until: Self.patience.after(shard.loop.now)))
        if timer == nil { timer = LoopTimer(on: shard.loop) { [unowned self, unowned shard] in admit(on: shard) } }
        timer?.arm(after: Self.pause)
    }

    /// Lets in whom there is room for, and sends away who has waited long enough.
    private func admit(on shard: ShardState) {
        let waiting = guests
        guests = []
        for (index, guest) in waiting.enumerated() {
            let hasRoom = shard.hasRoomForClient(upTo: .asking)
            guard hasRoom || guest.until <= shard.loop.now else {
                guests = Array(waiting[index...])
                break
            }
            shard.serve(guest.socket, at: shard.entrances[guest.entrance], hasRoom: hasRoom)
        }
        if !guests.isEmpty { timer?.arm(after: Self.pause) }
    }

    /// The proxy stops.
    func close(on shard: ShardState) {
        for guest in guests { shard.isTooLate(guest.socket, at: shard.entrances[guest.entrance]) }
        guests = []
        timer?.invalidate()
        timer = nil
    }
}
