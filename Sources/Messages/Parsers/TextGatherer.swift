import Bytes
import Flow

/// Gathers a text of a content piece by piece, as much of it as is kept, and tells it as a message once it has ended.
struct TextGatherer {
    /// Octets of a text that are kept.
    static let limit = 64 << 10

    /// Octets of the content that were taken.
    private(set) var position: UInt64 = 0
    /// Where the text begins.
    private var start: UInt64 = 0
    private var text: [UInt8] = []
    private var size: UInt64 = 0
    private var isLetGo = false

    /// Octets that are held of it.
    var held: Int { text.count }

    /// Keeps nothing of it any more.
    mutating func letGo() {
        isLetGo = size > 0
        text = []
    }

    /// What belongs to it.
    mutating func add(_ piece: Bytes) {
        position += UInt64(piece.count)
        size += UInt64(piece.count)
        if !isLetGo, text.count < Self.limit { text.append(contentsOf: piece.prefix(Self.limit - text.count)) }
    }

    /// It has ended, and the next begins behind so many octets; nil when it had nothing but white space.
    mutating func finish(over separator: Int) -> ContentMessage? {
        defer {
            text = []
            size = 0
            isLetGo = false
            position += UInt64(separator)
            start = position
        }
        let isWhole = UInt64(text.count) == size
        if isWhole, text.allSatisfy({ $0 <= ASCII.space }) { return nil }
        // A line may end with both.
        let cut = isWhole && text.last == ASCII.carriageReturn ? 1 : 0
        return ContentMessage(
            form: .line, offset: start, size: size - UInt64(cut), bytes: Bytes(Array(text.dropLast(cut))))
    }
}
