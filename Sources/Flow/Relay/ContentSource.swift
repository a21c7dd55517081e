package import Bytes

/// Content that goes out whole, and of which only a window is in memory unless it was there before.
package enum ContentSource: Sendable {
    /// In memory already; windows share it.
    case bytes(Bytes)
    /// Somewhere from which it is read a window at a time, by another thread than a loop's.
    case stored(any StoredContent, Range<Int>)

    /// How much is sent before its receiver is looked at again.
    package static let window = 64 << 10

    package var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .stored(_, let range): range.count
        }
    }

    /// A part of it, counted from its beginning.
    package func part(_ part: Range<Int>) -> ContentSource {
        switch self {
        case .bytes(let bytes): .bytes(bytes.slice(part))
        case .stored(let content, let range):
            .stored(content, range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
        }
    }
}

/// Content in a file or a recording.
package protocol StoredContent: AnyObject, Sendable {
    /// Bytes of it.
    var count: Int { get }
    /// What stands in this place; nil when it cannot be read any more, or is another by now. May block.
    func read(_ range: Range<Int>) -> Bytes?
}
