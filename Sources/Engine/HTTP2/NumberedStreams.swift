internal import HTTPWire

/// The streams of a connection by their numbers, as their owner has them, in the order of these.
struct NumberedStreams<Stream> {
    private var numbers = StreamNumbers()
    private(set) var values: [Stream] = []

    var isEmpty: Bool { values.isEmpty }

    subscript(_ number: UInt32) -> Stream? {
        get { numbers.place(of: number).map { values[$0] } }
        set {
            switch (newValue, numbers.place(of: number)) {
            case (let stream?, let place?): values[place] = stream
            case (let stream?, nil): values.insert(stream, at: numbers.insert(number))
            case (nil, let place?):
                numbers.remove(at: place)
                values.remove(at: place)
            case (nil, nil): break
            }
        }
    }
}
