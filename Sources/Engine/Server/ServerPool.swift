internal import Flow
import Reactor

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

    private var shelves: [Route: Shelf] = [:]
    /// Under which name TLS was spoken with a host and port last: what a CONNECT to them will most likely ask for too.
    private var securedNames: [Route: Route] = [:]
    /// The newest of these: most often the next is the same, and needs no entry.
    private var lastSecured: Route?
    private(set) var count = 0
    /// Who was asked for last, and where: most requests go where the one before went, and a name is dear to hash.
    private var latest: (route: Route, shelf: Shelf)?

    /// Those of HTTP/2 that take new streams, a few for each way.
    private var shared: [Route: [HTTP2ServerConnection]] = [:]

    func share(_ connection: HTTP2ServerConnection) {
        shared[connection.route, default: []].append(connection)
    }

    /// The one that was found last: most requests go where the one before went, and a name is dear to hash.
    private var latestShared: HTTP2ServerConnection?

    func unshare(_ connection: HTTP2ServerConnection) {
        if latestShared === connection { latestShared = nil }
        guard var connections = shared[connection.route] else { return }
        connections.removeAll { $0 === connection }
        shared[connection.route] = connections.isEmpty ? nil : connections
    }

    /// One of HTTP/2 on this way that takes another stream.
    func sharedConnection(_ route: Route) -> HTTP2ServerConnection? {
        if let latestShared, latestShared.canOpenStream, latestShared.route == route { return latestShared }
        latestShared = shared[route]?.first { $0.canOpenStream }
        return latestShared
    }

    /// Ways on which somebody finds a connection that others will share, and who waits for it.
    private var seeking: [Route: [any ConnectionAwaiter]] = [:]
    /// Ways on which a server that could choose chose HTTP/1.
    private var old: Set<Route> = []

    /// Servers that refused a request in HTTP/2 and want it in HTTP/1.1 (RFC 9113 §7).
    private var http1Only: Set<Destination> = []

    func requireHTTP1(_ server: Destination) {
        if http1Only.count >= Self.limit { http1Only = [] }
        http1Only.insert(server)
    }

    func requiresHTTP1(_ server: Destination) -> Bool {
        // Nearly always there is none, and a name is dear to hash.
        !http1Only.isEmpty && http1Only.contains(server)
    }

    /// Whether this one is to find a connection; else it waits for the one that another finds.
    func join(_ route: Route, _ awaiter: any ConnectionAwaiter) -> Bool {
        if old.contains(route) { return true }
        guard seeking[route] != nil else {
            seeking[route] = []
            return true
        }
        seeking[route]?.append(awaiter)
        return false
    }

    /// Who waited for what was found, or not.
    func endSeeking(_ route: Route, serverIsOld: Bool) -> [any ConnectionAwaiter] {
        if serverIsOld {
            if old.count >= Self.limit { old = [] }
            old.insert(route)
        } else {
            old.remove(route)
        }
        return seeking.removeValue(forKey: route) ?? []
    }

    func leaveShared() {
        for connection in shared.values.joined() { connection.leave() }
    }

    /// Which connections will do.
    enum Reuse {
        case any
        /// One that was in use a moment ago.
        case recent
        /// For a CONNECT: one to its host and port on which a server was verified.
        case verified
        case none

        init(_ reuse: Exchange.Reuse) {
            self =
                switch reuse {
                case .any: .any
                case .recent: .recent
                case .none: .none
                }
        }
    }

    /// How long ago is a moment.
    private static let recently = Nanoseconds.seconds(1)

    /// A kept connection to the end of `route`, which may have died since.
    func take(_ route: Route, _ reuse: Reuse, now: UInt64) -> HTTP1ServerConnection? {
        switch reuse {
        case .any: lease(route)
        case .recent: lease(route, since: now - min(Self.recently.count, now))
        case .verified: securedNames[route].flatMap { lease($0) }
        case .none: nil
        }
    }

    /// - Parameter moment: only one that was given back at this moment or later; 0: any.
    private func lease(_ route: Route, since moment: UInt64 = 0) -> HTTP1ServerConnection? {
        guard let shelf = shelf(for: route), let last = shelf.connections.last, last.keptAt >= moment,
            let connection = shelf.connections.popLast()
        else { return nil }
        count -= 1
        return connection
    }

    /// Keeps an idle connection, or answers false when there are enough.
    func keep(_ connection: HTTP1ServerConnection) -> Bool {
        guard count < Self.limit else { return false }
        let shelf = shelf(for: connection.route) ?? newShelf(for: connection.route)
        guard shelf.connections.count < Self.limitPerServer else { return false }
        shelf.connections.append(connection)
        if connection.route.destination.isSecure, connection.route != lastSecured {
            lastSecured = connection.route
            securedNames[connection.route.secured(for: nil)] = connection.route
        }
        count += 1
        return true
    }

    func remove(_ connection: HTTP1ServerConnection) {
        guard let shelf = shelf(for: connection.route),
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

    private func shelf(for route: Route) -> Shelf? {
        if let latest, latest.route == route { return latest.shelf }
        guard let shelf = shelves[route] else { return nil }
        latest = (route, shelf)
        return shelf
    }

    private func newShelf(for route: Route) -> Shelf {
        // Fewer than half can be in use.
        if shelves.count >= 2 * Self.limit {
            shelves = shelves.filter { !$0.value.connections.isEmpty }
            securedNames = securedNames.filter { shelves[$0.value] != nil }
            lastSecured = nil
            latest = nil
        }
        let shelf = Shelf()
        shelves[route] = shelf
        return shelf
    }
}

/// Who waits for a connection that another finds.
protocol ConnectionAwaiter: AnyObject {
    /// It was found, or has to be sought after all.
    func seekAgain(_ route: Route, _ found: HTTP2ServerConnection?)
}
