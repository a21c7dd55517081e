import HTTPModel

/// A stream of a connection, as the connection knows it.
struct ConnectionStream: Sendable {
    var state: StreamState
    /// Of a client: what of the request decides how the response is read.
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

/// The streams of a connection that were not released yet.
///
/// Each frame asks several times for one of them. Whoever opens streams gives them rising numbers (RFC 9113 §5.1.1),
/// and only one side opens any: they stand in their order, and halving finds one sooner than a dictionary's hash is
/// made.
struct StreamTable: Sendable {
    private(set) var numbers: [UInt32] = []
    /// By the places of their numbers. Whoever asks often finds the place once: a stream is copied where it is asked
    /// for by its number.
    var streams: [ConnectionStream] = []

    var count: Int { numbers.count }
    /// Those on which somebody may still send.
    var openCount: Int {
        var count = 0
        for place in streams.indices where !streams[place].state.isClosed { count += 1 }
        return count
    }

    subscript(_ number: UInt32) -> ConnectionStream? {
        get { place(of: number).map { streams[$0] } }
        set {
            let place = place(notBelow: number)
            let isThere = place < numbers.count && numbers[place] == number
            switch (newValue, isThere) {
            case (let stream?, true): streams[place] = stream
            case (let stream?, false):
                numbers.insert(number, at: place)
                streams.insert(stream, at: place)
            case (nil, true): remove(at: place)
            case (nil, false): break
            }
        }
    }

    mutating func remove(at place: Int) {
        numbers.remove(at: place)
        streams.remove(at: place)
    }

    func place(of number: UInt32) -> Int? {
        let place = place(notBelow: number)
        return place < numbers.count && numbers[place] == number ? place : nil
    }

    /// The first place whose stream has this number or a higher one.
    private func place(notBelow number: UInt32) -> Int {
        // New ones come last.
        guard let last = numbers.last, number <= last else { return numbers.count }
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
