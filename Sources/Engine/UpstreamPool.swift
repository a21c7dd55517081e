internal import Flow

/// Kept connections to servers, of one shard. The one used last is leased first, as it is the likeliest to be alive.
///
/// A kept connection is watched: when its server closes it or says anything unasked, it is dropped at once.
final class UpstreamPool {
    /// Kept at most: for one server, and together.
    static let limitPerServer = 64
    static let limit = 512

    /// The connections to one server. An emptied shelf stays for the next request to that server: a request looks a
    /// destination up twice then, and names are dear to hash.
    private final class Shelf {
        var connections: [UpstreamConnection] = []
    }

    private var shelves: [Destination: Shelf] = [:]
    private(set) var count = 0

    func lease(_ destination: Destination) -> UpstreamConnection? {
        guard let connection = shelves[destination]?.connections.popLast() else { return nil }
        count -= 1
        return connection
    }

    /// Keeps an idle connection, or answers false when there are enough.
    func keep(_ connection: UpstreamConnection) -> Bool {
        guard count < Self.limit else { return false }
        let shelf = shelves[connection.destination] ?? newShelf(for: connection.destination)
        guard shelf.connections.count < Self.limitPerServer else { return false }
        shelf.connections.append(connection)
        count += 1
        return true
    }

    func remove(_ connection: UpstreamConnection) {
        guard let shelf = shelves[connection.destination],
            let index = shelf.connections.firstIndex(where: { $0 === connection })
        else { return }
        shelf.connections.remove(at: index)
        count -= 1
    }

    func removeAll() -> [UpstreamConnection] {
        let all = shelves.values.flatMap(\.connections)
        shelves = [:]
        count = 0
        return all
    }

    private func newShelf(for destination: Destination) -> Shelf {
        // Fewer than half can be in use.
        if shelves.count >= 2 * Self.limit { shelves = shelves.filter { !$0.value.connections.isEmpty } }
        let shelf = Shelf()
        shelves[destination] = shelf
        return shelf
    }
}
