import Bytes

/// The part of a recording that is in memory. It moves on as the file is read, and grows where one value needs it: so
/// memory goes by the largest entry, not by the file. Owned by one reader.
struct RecordingWindow {
    /// No value is larger, so no more is in memory, but for the byte behind it.
    static let valueLimit = 512 << 20
    /// So much is read at once.
    static let step = 256 << 10

    private let source: any RecordedBytes
    private let step: Int
    private let valueLimit: Int
    /// Bytes of the file, or as many as can be read.
    private(set) var size: Int
    /// Where reading ends: the end of the file, or of a line.
    var end: Int
    /// What is read next.
    var position = 0
    /// What is in memory, and where it stands in the file.
    private(set) var bytes = Bytes()
    private(set) var start = 0

    init(_ source: any RecordedBytes, step: Int = step, valueLimit: Int = valueLimit) {
        self.source = source
        self.step = max(1, step)
        self.valueLimit = valueLimit
        size = source.count
        end = source.count
    }

    /// The file could not be read to its end.
    var isTorn: Bool { size < source.count }

    private var available: Int { start + bytes.count }

    /// Has so many bytes from the position on in memory, as far as there are so many.
    private mutating func load(_ count: Int) {
        let wanted = min(position + count, size)
        if position >= start, wanted <= available { return }
        let range = position..<max(position, min(size, position + max(count, step)))
        start = position
        // What was there goes first: both together would be more than is needed.
        bytes = Bytes()
        bytes = source.read(range)
        if bytes.count < range.count {
            size = available
            end = min(end, size)
        }
    }

    /// The byte at the position; nil at the end.
    var next: UInt8? {
        mutating get {
            guard position < end else { return nil }
            load(1)
            return position < end ? bytes[position - start] : nil
        }
    }

    mutating func skipWhitespace() {
        while let byte = next,
            byte == ASCII.space || byte == ASCII.tab || byte == ASCII.lineFeed
                || byte == ASCII.carriageReturn
        {
            position += 1
        }
    }

    /// The bytes at a place, so many or as many as there are before the end. The position is there then.
    mutating func peek(at place: Int, _ count: Int) -> Bytes {
        position = place
        load(count)
        return bytes.slice(position - start..<max(position, min(end, position + count, available)) - start)
    }

    /// Where a byte stands first, at a place or behind it; nil when it does not before the end. The position stays.
    mutating func firstIndex(of byte: UInt8, from place: Int) -> Int? {
        let kept = position
        defer { position = kept }
        position = place
        while position < end {
            load(1)
            let part = position - start..<min(end, available) - start
            if let index = bytes.firstIndex(of: byte, in: part) { return start + index }
            position = start + part.upperBound
        }
        return nil
    }

    /// Whether the file begins with the mark that some editors put there.
    mutating func startsWithByteOrderMark() -> Bool {
        peek(at: 0, 3).withUnsafeBytes { InputKind.hasByteOrderMark($0.bindMemory(to: UInt8.self)) }
    }

    /// Hands out all of the file up to a place, piece by piece.
    mutating func forEachPiece(to place: Int, _ body: (Bytes) -> Void) {
        end = min(place, size)
        position = 0
        while position < end {
            load(1)
            let part = position - start..<min(bytes.count, end - start)
            guard !part.isEmpty else { return }
            body(bytes.slice(part))
            position = start + part.upperBound
        }
    }

    /// Lets `body` read from the position on, again with more bytes in memory where it could not see the end of what it
    /// reads. Ranges in what it makes are of `bytes`; places of errors are of the file.
    mutating func parse<Value>(
        _ body: (inout JSONParser) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        var wanted = 1
        while true {
            load(wanted)
            var (reached, failure) = (position, JSONError?.none)
            let value = bytes.withUnsafeBytes { raw -> Value? in
                var parser = JSONParser(raw.bindMemory(to: UInt8.self))
                parser.end = end - start
                parser.position = position - start
                defer { reached = start + parser.position }
                do throws(JSONError) {
                    return try body(&parser)
                } catch {
                    failure = error
                    return nil
                }
            }
            let isAll = available >= end
            if let value, isAll || reached < available {
                position = reached
                return value
            }
            if let failure, isAll || failure.code != .endOfFile && failure.offset + Self.margin < bytes.count {
                position = reached
                throw JSONError(code: failure.code, offset: start + failure.offset)
            }
            guard available - position <= valueLimit else {
                // Read it was, if in vain: whoever counts goes by the position.
                defer { position = available }
                throw JSONError(code: .tooLarge, offset: position)
            }
            wanted = min((available - position) * 2, valueLimit + 1)
        }
    }

    /// So near to the end of what is in memory, more of it could make something else of a word.
    private static let margin = 16
}
