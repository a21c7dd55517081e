import Bytes
import HTTPModel
import HTTPSemantics

/// The exchanges that one is seen among, with what is looked up in them: who shared a connection, what came before and after
/// for the same resource. Built once for a session; every question is then answered without reading it through.
public struct SessionContext: Sendable {
    public let exchanges: [RecordedExchange]
    /// Places in `exchanges`, in order, by connection to the server.
    private let byConnection: [UInt64: [Int]]
    /// Places by URL without its query.
    private let byResource: [Bytes: [Int]]
    /// Places by `index`.
    private let places: [Int: Int]

    public init(_ exchanges: [RecordedExchange]) {
        self.exchanges = exchanges
        var byConnection: [UInt64: [Int]] = [:]
        var byResource: [Bytes: [Int]] = [:]
        var places: [Int: Int] = [:]
        for (place, exchange) in exchanges.enumerated() {
            if let id = exchange.connection?.upstream { byConnection[id, default: []].append(place) }
            byResource[Self.resource(exchange.url), default: []].append(place)
            places[exchange.index] = place
        }
        self.byConnection = byConnection
        self.byResource = byResource
        self.places = places
    }

    /// The exchanges on the same connection to the server, this one among them; empty when the connection is not known.
    func sharing(_ exchange: RecordedExchange) -> [RecordedExchange] {
        guard let id = exchange.connection?.upstream else { return [] }
        return byConnection[id, default: []].map { exchanges[$0] }
    }

    /// The last exchange before this one for the same URL, query aside.
    func before(_ exchange: RecordedExchange) -> RecordedExchange? {
        guard let (list, place) = neighbours(exchange) else { return nil }
        let index = Self.firstIndex(in: list, notBefore: place)
        return index > 0 ? exchanges[list[index - 1]] : nil
    }

    /// The first exchange after it for the same URL, query aside.
    func after(_ exchange: RecordedExchange) -> RecordedExchange? {
        guard let (list, place) = neighbours(exchange) else { return nil }
        let index = Self.firstIndex(in: list, notBefore: place + 1)
        return index < list.count ? exchanges[list[index]] : nil
    }

    private func neighbours(_ exchange: RecordedExchange) -> (list: [Int], place: Int)? {
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

    private static func resource(_ url: Bytes) -> Bytes {
        let end = url.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? url.count
        return url.slice(0..<end)
    }
}
