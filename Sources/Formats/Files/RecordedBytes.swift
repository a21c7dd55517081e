package import Bytes

/// The bytes of a recording, wherever they are: in a file, or in memory.
package protocol RecordedBytes {
    var count: Int { get }
    /// These of them, which there should be; fewer when what follows can no longer be read.
    func read(_ range: Range<Int>) -> Bytes
}

extension Bytes: RecordedBytes {
    package func read(_ range: Range<Int>) -> Bytes { slice(range) }
}

extension RecordedBytes {
    /// The lines, counted from 1, that these offsets stand in, which are in order.
    func lines(of offsets: [Int]) -> [Int] {
        var lines: [Int] = []
        var (line, place) = (1, 0)
        for offset in offsets {
            let end = min(offset, count)
            while place < end {
                let block = read(place..<min(end, place + 256 << 10))
                guard !block.isEmpty else { break }
                line += block.count { $0 == ASCII.lineFeed }
                place += block.count
            }
            lines.append(line)
        }
        return lines
    }
}
