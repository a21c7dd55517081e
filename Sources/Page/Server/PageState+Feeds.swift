import Bytes

// What is made piece by piece beside the loop.
extension PageState {
    func produce(
        _ produce: @escaping @Sendable ((Bytes) -> Bool) -> Void, _ feed: PageFeed, for connection: PageConnection
    ) {
        let number = name(connection)
        beside { [owner] in
            produce { bytes in
                guard feed.put(bytes) else { return false }
                owner.post { $0.enter { $0.drain(feed, number) } }
                return true
            }
            feed.complete()
            owner.post { $0.enter { $0.drain(feed, number) } }
        }
    }

    private func drain(_ feed: PageFeed, _ number: UInt64) {
        if let connection = connection(number) { drain(feed, for: connection) }
    }

    /// Hands on what is there, when what was handed on before is taken.
    func drain(_ feed: PageFeed, for connection: PageConnection) {
        guard connection.hasSentAll else { return }
        let (pieces, isLast) = feed.take()
        if !pieces.isEmpty { connection.sendChunk(Bytes(pieces.flatMap { $0 })) }
        guard isLast else { return }
        connection.endChunks()
    }
}
