import Bytes

/// Content of one message that Hark has whole, and that goes out a window at a time as its receiver takes it. A value
/// of the body's relay, which decides when the next window goes.
struct ContentPump: Sendable {
    /// A piece of what goes out.
    struct Item: Sendable {
        var source: ContentSource
        /// Content of the message; else what frames it.
        var isContent = true
        /// It is told to the record as it goes, since nobody told of it before.
        var isTold = false
        /// Its bytes are counted as held until they have gone.
        var isHeld = false
    }

    /// What is to be done next.
    enum Step {
        case send(Bytes, Item)
        /// To be read elsewhere first.
        case read(any StoredContent, Range<Int>)
        case nothing
    }

    private var items: [Item] = []
    private var next = 0
    /// A window is being read.
    private(set) var isReading = false
    /// Bytes that have yet to go.
    private(set) var left = 0
    /// What was read and has yet to go.
    private var window: Bytes?

    var isEmpty: Bool { left == 0 }

    mutating func add(_ item: Item) {
        guard item.source.count > 0 else { return }
        items.append(item)
        left += item.source.count
    }

    /// The next window, or where it has to be read.
    mutating func step() -> Step {
        guard !isReading, next < items.count else { return .nothing }
        if let window {
            self.window = nil
            return .send(window, passed(window.count))
        }
        switch items[next].source {
        case .bytes(let bytes):
            let piece = bytes.slice(0..<min(bytes.count, ContentSource.window))
            return .send(piece, passed(piece.count))
        case .stored(let content, let range):
            isReading = true
            return .read(content, range.lowerBound..<min(range.upperBound, range.lowerBound + ContentSource.window))
        }
    }

    mutating func didRead(_ bytes: Bytes) {
        isReading = false
        window = bytes
    }

    /// So much of the first item goes. Answers the item.
    private mutating func passed(_ count: Int) -> Item {
        let item = items[next]
        left -= count
        switch item.source {
        case .bytes(let bytes): items[next].source = .bytes(bytes.slice(count..<bytes.count))
        case .stored(let content, let range):
            items[next].source = .stored(content, range.lowerBound + count..<range.upperBound)
        }
        guard items[next].source.count == 0 else { return item }
        // What has gone is let go of at once.
        items[next].source = .bytes(Bytes())
        next += 1
        if next == items.count { (items, next) = ([], 0) }
        return item
    }
}
