internal import Flow

/// Kept connections to servers, of one shard. The one used last is leased first, as it is the likeliest to be alive.
///
/// A kept connection is watched: when its server closes it or says anything unasked, it is dropped at once.
final class ServerPool {
    /// Kept at most: for one server, and together.
    static let limitPerServer = 64
    static let limit = 512

    /// The connections to one server. An emptied shelf stays for the next request to that server: a request looks a
    /// destination up twice then, and names are dear to hash.
    private final class Shelf {
        var connections: [HTTP1ServerConnection] = []
    }

    private var shelves: [Destination: Shelf] = [:]
    /// Under which name TLS was spoken with a host and port last: what a CONNECT to them will most likely ask for too.
    private var securedNames: [Destination: Destination] = [:]
    /// The newest of these: most often the next is the same, and needs no entry.
    private var lastSecured: Destination?
    private(set) var count = 0
    /// Who was asked for last, and where: most requests go where the one before went, and a name is dear to hash.
    private var latest: (destination: Destination, shelf: Shelf)?

    /// - Parameter moment: only one that was given back at this moment or later; 0: any.
    func lease(_ destination: Destination, since moment: UInt64 = 0) -> HTTP1ServerConnection? {
        guard let shelf = shelf(for: destination), let last = shelf.connections.last, last.keptAt >= moment,
            let connection = shelf.connections.popLast()
        else { return nil }
        count -= 1
        return connection
    }

    /// For a CONNECT: a connection to its host and port on which a server was verified.
    func leaseVerified(_ destination: Destination) -> HTTP1ServerConnection? {
        securedNames[destination].flatMap { lease($0) }
    }

    /// Keeps an idle connection, or answers false when there are enough.
    func keep(_ connection: HTTP1ServerConnection) -> Bool {
        guard count < Self.limit else { return false }
        let shelf = shelf(for: connection.destination) ?? newShelf(for: connection.destination)
        guard shelf.connections.count < Self.limitPerServer else { return false }
        shelf.connections.append(connection)
        if connection.destination.isSecure, connection.destination != lastSecured {
            lastSecured = connection.destination
            securedNames[connection.destination.secured(for: nil)] = connection.destination
        }
        count += 1
        return true
    }

    func remove(_ connection: HTTP1ServerConnection) {
        guard let shelf = shelf(for: connection.destination),
            let index = shelf.connections.firstIndex(where: { $0 === connection })
        else { return }
        shelf.connections.remove(at: index)
        count -= 1
    }

    /// Some kept connection, when descriptors are short; it is kept no more.
    func takeAny() -> HTTP1ServerConnection? {
        guard count > 0 else { return nil }
        for shelf in shelves.values where !shelf.connections.isEmpty {
            count -= 1
            return shelf.connections.removeFirst()
        }
        return nil
    }

    func removeAll() -> [HTTP1ServerConnection] {
        let all = shelves.values.flatMap(\.connections)
        shelves = [:]
        securedNames = [:]
        lastSecured = nil
        latest = nil
        count = 0
        return all
    }

    private func shelf(for destination: Destination) -> Shelf? {
        if let latest, latest.destination == destination { return latest.shelf }
        guard let shelf = shelves[destination] else { return nil }
        latest = (destination, shelf)
        return shelf
    }

    private func newShelf(for destination: Destination) -> Shelf {
        // Fewer than half can be in use.
        if shelves.count >= 2 * Self.limit {
            shelves = shelves.filter { !$0.value.connections.isEmpty }
            securedNames = securedNames.filter { shelves[$0.value] != nil }
            lastSecured = nil
            latest = nil
        }
        let shelf = Shelf()
        shelves[destination] = shelf
        return shelf
    }
}
