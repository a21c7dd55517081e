internal import Flow

/// Kept connections to servers, of one shard. The one used last is leased first, as it is the likeliest to be alive.
///
/// A kept connection is watched: when its server closes it or says anything unasked, it is dropped at once.
final class UpstreamPool {
    /// Kept at most: for one server, and together.
    static let limitPerServer = 64
    static let limit = 512

    private var kept: [Destination: [UpstreamConnection]] = [:]
    private(set) var count = 0

    func lease(_ destination: Destination) -> UpstreamConnection? {
        guard let connection = kept[destination]?.popLast() else { return nil }
        count -= 1
        if kept[destination]?.isEmpty == true { kept[destination] = nil }
        return connection
    }

    /// Keeps an idle connection, or answers false when there are enough.
    func keep(_ connection: UpstreamConnection) -> Bool {
        guard count < Self.limit, kept[connection.destination, default: []].count < Self.limitPerServer else {
            return false
        }
        kept[connection.destination, default: []].append(connection)
        count += 1
        return true
    }

    func remove(_ connection: UpstreamConnection) {
        guard let index = kept[connection.destination]?.firstIndex(where: { $0 === connection }) else { return }
        kept[connection.destination]?.remove(at: index)
        if kept[connection.destination]?.isEmpty == true { kept[connection.destination] = nil }
        count -= 1
    }

    func removeAll() -> [UpstreamConnection] {
        let all = kept.values.flatMap { $0 }
        kept = [:]
        count = 0
        return all
    }
}
