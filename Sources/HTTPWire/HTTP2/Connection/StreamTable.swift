import HTTPModel

/// A stream of a connection, as the connection knows it.
struct ConnectionStream: Sendable {
    var state: StreamState
    /// For a client: what of the request decides how the response is read.
    var asked = Asked.usual
    /// Bytes of another protocol pass (RFC 9113 §8.5).
    var isTunnel = false
    /// A head whose Content-Length is 0 waits for the frame that proves it.
    var held: HeldEvent?

    /// Methods whose responses are read differently (RFC 9110 §6.4.1, §9.3.6).
    enum Asked: Sendable {
        case usual, head, connect

        init(_ method: Method) {
            self = method == .head ? .head : method == .connect ? .connect : .usual
        }
    }

    /// Rare, and large: elsewhere, so that a stream is a few numbers.
    final class HeldEvent: Sendable {
        let event: HTTP2Event

        init(_ event: HTTP2Event) {
            self.event = event
        }
    }
}

/// The streams of a connection that were not released yet. Each frame asks several times for one of them.
struct StreamTable: Sendable {
    private var order = StreamNumbers()
    /// By the places of their numbers. Whoever asks often finds the place once: a stream is copied where it is asked
    /// for by its number.
    var streams: [ConnectionStream] = []

    var numbers: [UInt32] { order.all }
    var count: Int { streams.count }
    /// Those on which somebody may still send.
    var openCount: Int {
        var count = 0
        for place in streams.indices where !streams[place].state.isClosed { count += 1 }
        return count
    }

    subscript(_ number: UInt32) -> ConnectionStream? {
        get { place(of: number).map { streams[$0] } }
        set {
            switch (newValue, place(of: number)) {
            case (let stream?, let place?): streams[place] = stream
            case (let stream?, nil): streams.insert(stream, at: order.insert(number))
            case (nil, let place?): remove(at: place)
            case (nil, nil): break
            }
        }
    }

    mutating func remove(at place: Int) {
        order.remove(at: place)
        streams.remove(at: place)
    }

    func place(of number: UInt32) -> Int? { order.place(of: number) }
}
