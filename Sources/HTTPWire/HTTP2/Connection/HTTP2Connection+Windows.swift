/// How much may be sent, for whoever keeps a record of it.
extension HTTP2Connection {
    /// The windows of a direction: what may be sent now. A setting can make them negative (RFC 9113 §6.9.2).
    package struct Windows: Sendable, Hashable {
        /// On the stream; nil when nothing more goes on it in this direction.
        package let stream: Int?
        /// On all streams together.
        package let connection: Int
    }

    /// How many octets wait to be taken (`takeOutput`).
    package var outputCount: Int { output.count }

    /// What the peer may send on all streams before any of it is taken, each counted with the window that it would have
    /// where memory is not short: what this connection may come to hold.
    package var promised: Int {
        var count = 0
        for place in streams.streams.indices {
            count += streams.streams[place].state.receiving.map { max($0.window.size, limits.streamWindow) } ?? 0
        }
        return count
    }

    /// What may be sent to the peer.
    package func sendWindows(of stream: UInt32) -> Windows {
        Windows(stream: streams[stream]?.state.sending?.window.available, connection: sendWindow.available)
    }

    /// What the peer may send.
    package func receiveWindows(of stream: UInt32) -> Windows {
        Windows(stream: streams[stream]?.state.receiving?.window.available, connection: receiveWindow.available)
    }
}
