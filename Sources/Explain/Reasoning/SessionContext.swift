import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// The other exchanges of a session, indexed: which ones shared a connection, and which came before and after for the
/// same resource. It is built once for a session, so that a look-up does not scan it.
public struct SessionContext: Sendable {
    /// In their order in the session.
    public let exchanges: [FlowRecord]
    /// The connections to servers, each with the places in `exchanges` of those it carried, in order.
    private let connections: [[Int]]
    /// Places in `connections` by place in `exchanges`.
    private let connectionOf: [Int: Int]
    /// Places by URL without its query.
    private let byResource: [Bytes: [Int]]
    /// What passed on stream 0 of connections of HTTP/2, where that is known.
    private(set) var records: [ConnectionRecord]
    /// Places by `index`.
    private let places: [Int: Int]
    /// What came before them and bears on one of them.
    var past = SessionPast.none

    /// Indexes a session for reasonings.
    ///
    /// - Parameters:
    ///   - exchanges: in their order in the session.
    ///   - records: the HTTP/2 connections that were recorded with them.
    public init(_ exchanges: [FlowRecord], connections records: [ConnectionRecord] = []) {
        self.exchanges = exchanges
        self.records = records
        var connections: [[Int]] = []
        var connectionOf: [Int: Int] = [:]
        var latest: [ConnectionKey: Int] = [:]
        var byResource: [Bytes: [Int]] = [:]
        var places: [Int: Int] = [:]
        for (place, exchange) in exchanges.enumerated() {
            if let key = ConnectionKey(exchange) {
                // Without a run, numbers may have begun anew: whoever opened a connection is the first on it.
                let isAnother = exchange.run == nil && exchange.connection?.reused == false
                if latest[key] == nil || isAnother {
                    latest[key] = connections.count
                    connections.append([])
                }
                if let number = latest[key] {
                    connections[number].append(place)
                    connectionOf[place] = number
                }
            }
            byResource[Self.resource(exchange.url), default: []].append(place)
            places[exchange.index] = place
        }
        self.connections = connections
        self.connectionOf = connectionOf
        self.byResource = byResource
        self.places = places
    }

    /// The same where more is known of connections.
    package func knowing(_ records: [ConnectionRecord]) -> SessionContext {
        var context = self
        context.records = records
        return context
    }

    /// Where this exchange stands among them, whatever its `index` says; nil when it is none of them.
    package func place(of exchange: FlowRecord) -> Int? {
        let (id, run) = (exchange.id, exchange.run)
        return exchanges.indices.first { exchanges[$0].id == id && exchanges[$0].run == run }
    }

    /// Whether one of the two may have a part in what is said of the other: they share a connection or a resource.
    package static func areRelated(_ one: FlowRecord, _ other: FlowRecord) -> Bool {
        if let key = ConnectionKey(one), key == ConnectionKey(other) { return true }
        return resource(one.url) == resource(other.url)
    }

    /// The exchanges on the same connection to the server, this one among them; empty when the connection is not known.
    func sharing(_ exchange: FlowRecord) -> [FlowRecord] {
        guard let place = places[exchange.index], let number = connectionOf[place] else { return [] }
        return connections[number].map { exchanges[$0] }
    }

    /// What each connection to a server carried, in the order of their first exchanges.
    package var byConnection: [[FlowRecord]] { connections.map { $0.map { exchanges[$0] } } }

    /// The last exchange before this one for the same URL, query aside.
    func before(_ exchange: FlowRecord) -> FlowRecord? {
        guard let (list, place) = neighbours(exchange) else { return nil }
        let index = Self.firstIndex(in: list, notBefore: place)
        return index > 0 ? exchanges[list[index - 1]] : nil
    }

    /// The first exchange after it for the same URL, query aside.
    func after(_ exchange: FlowRecord) -> FlowRecord? {
        guard let (list, place) = neighbours(exchange) else { return nil }
        let index = Self.firstIndex(in: list, notBefore: place + 1)
        return index < list.count ? exchanges[list[index]] : nil
    }

    private func neighbours(_ exchange: FlowRecord) -> (list: [Int], place: Int)? {
        guard let place = places[exchange.index], let list = byResource[Self.resource(exchange.url)] else { return nil }
        return (list, place)
    }

    /// By bisection: lists may be as long as the session.
    private static func firstIndex(in list: [Int], notBefore place: Int) -> Int {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Connections are counted anew in each run, and a file may have several.
    private struct ConnectionKey: Hashable {
        let run: RunID?
        let number: UInt64

        init?(_ exchange: FlowRecord) {
            guard let number = exchange.connection?.upstream else { return nil }
            run = exchange.run
            self.number = number
        }
    }

    private static func resource(_ url: Bytes) -> Bytes {
        let end = url.firstIndex { $0 == ASCII.question || $0 == ASCII.hash } ?? url.count
        return url.slice(0..<end)
    }
}
