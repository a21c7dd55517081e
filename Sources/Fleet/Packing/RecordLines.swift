import Bytes
import Flow
import Formats

/// The lines of a pack by the numbers of their flows. A value.
struct RecordLines {
    private(set) var lines: [Int64: Bytes] = [:]
    /// Those of no flow, such as connections.
    private(set) var others: [Bytes] = []

    private static let opening = Array(#"{"_id":"#.utf8)

    /// - Parameter records: as a pack has them, each with its end.
    init(_ records: Bytes) {
        var start = 0
        while start < records.count {
            let end = records[start...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? records.count
            let line = records.slice(start..<end)
            start = end
            if let number = Self.number(line) { lines[number] = line } else { others.append(line) }
        }
    }

    /// Hark's own lines begin with it; of others, which a writer may have put there, the reader tells.
    private static func number(_ line: Bytes) -> Int64? {
        if line.count > opening.count, line.prefix(opening.count).elementsEqual(opening) {
            let digits = line.dropFirst(opening.count).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            if let number = UInt64(String(decoding: digits, as: UTF8.self)) { return Int64(bitPattern: number) }
        }
        var number: Int64?
        RecordingReader(line, .log).forEachEntry { _, id in
            number = Int64(bitPattern: id.number)
            return false
        }
        return number
    }
}
