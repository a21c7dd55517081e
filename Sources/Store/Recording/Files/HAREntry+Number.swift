import Bytes
import Formats

extension HAREntry {
    /// So much of a line is looked at.
    private static let headLength = 32
    /// What nobody has counted to: a number beyond comes from no run.
    private static let largestNumber = UInt64(Int64.max / 2)

    /// The highest number of the entries up to `end`, each alone on its line; nil when none has one. It may stand
    /// anywhere: flows that were open when a run ended are written last.
    static func highestNumber(before end: Int, _ reader: BackwardReader) -> UInt64? {
        var highest: UInt64?
        var head: [UInt8] = []
        func lineEnded() {
            if let number = number(head) { highest = max(highest ?? 0, number) }
            head.removeAll(keepingCapacity: true)
        }
        var start = 0
        while start < end {
            let blockEnd = min(end, start + BackwardReader.blockSize)
            guard let block = try? reader.bytes(start..<blockEnd) else { return highest }
            var rest = block[...]
            while !rest.isEmpty {
                let newline = rest.firstIndex(of: ASCII.lineFeed)
                head += rest[..<(newline ?? rest.endIndex)].prefix(max(0, headLength - head.count))
                guard let newline else { break }
                lineEnded()
                rest = rest[(newline + 1)...]
            }
            start = blockEnd
        }
        lineEnded()
        return highest
    }

    private static func number(_ head: [UInt8]) -> UInt64? {
        guard head.starts(with: opening) else { return nil }
        let number = Bytes(Array(head.dropFirst(opening.count).prefix { ASCII.isDigit($0) })).decimal
        return number.flatMap { $0 <= largestNumber ? $0 : nil }
    }
}
