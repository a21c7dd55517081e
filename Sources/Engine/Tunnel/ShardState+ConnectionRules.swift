internal import Bytes
internal import Flow
internal import HTTPModel
internal import Rules

// What rules say of a client's TLS connection, once its first message is here.

extension ShardState {
    /// - Parameters:
    ///   - head: the CONNECT, or one that stands for the connection.
    ///   - named: whom the client's TLS asks for.
    func connectionOrders(
        _ head: RequestHead, _ origin: ClientOrigin, _ offer: TLSFacts.Offer?, named: Bytes?
    ) -> ConnectionOrders {
        guard let live = configuration.rules else { return ConnectionOrders() }
        let book = live.book
        guard book.isAboutConnections else { return ConnectionOrders() }
        let record = record(head, origin, [.handshakeEnded(TLSFacts(.client, offer: offer))])
        return book.connection(record, named: named, counting: live, seed: live.seed)
    }

    /// The proxy through which rules want a CONNECT to go.
    func tunnelWay(_ head: RequestHead, _ origin: ClientOrigin) -> TunnelWay? {
        guard let book = configuration.rules?.book, book.namesProxies else { return nil }
        return book.tunnelWay(record(head, origin, []))
    }

    /// A CONNECT as rules and scripts see it.
    func record(
        _ head: RequestHead, _ origin: ClientOrigin, _ facts: [FlowEvent.Fact], of flow: FlowID = FlowID(0)
    ) -> FlowRecord {
        let now = now()
        var record = FlowRecord(id: flow, openedAt: Instant(nanoseconds: now))
        let opening = FlowEvent.Opening(
            wallClock: wallClock(at: now), client: origin.address, listener: origin.listener,
            clientConnection: origin.number)
        for fact in [.opened(opening)] + facts {
            record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: fact))
        }
        record.requestHead = head
        return record
    }
}

extension TunnelOpener {
    /// What rules say of the connection, told on the flow of its CONNECT.
    func connectionOrders(named: Bytes?) -> ConnectionOrders {
        let orders = shard.connectionOrders(request, origin, offer, named: named)
        for act in orders.acts { publish(.ruleActed(act)) }
        return orders
    }
}

extension PlainStream {
    /// Ends a handshake that has hardly begun with a fatal alert in a record of its own (RFC 8446 §5.1, §6).
    func sendAlert(_ code: UInt8) {
        send(Bytes([21, 3, 3, 0, 2, 2, code]))
    }
}
