import Bytes
import Formats

extension HAREntry {
    /// The number of the entry that ends at `end`, alone on its line; nil when it has none.
    static func number(endingAt end: Int, _ reader: BackwardReader) -> UInt64? {
        guard let newline = try? reader.lastIndex(of: 0x0A, in: 0..<end) else {
            return number(startingAt: 0, before: end, reader)
        }
        return number(startingAt: newline + 1, before: end, reader)
    }

    private static func number(startingAt start: Int, before end: Int, _ reader: BackwardReader) -> UInt64? {
        guard let line = try? reader.bytes(start..<min(end, start + 32)), line.starts(with: opening) else { return nil }
        return Bytes(Array(line.dropFirst(opening.count).prefix { ASCII.isDigit($0) })).decimal
    }
}
