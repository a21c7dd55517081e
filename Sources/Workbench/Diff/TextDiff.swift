import Bytes
import Flow

/// Compares two texts line by line.
enum TextDiff {
    private static let limit = 1000

    static func differences(
        _ left: Bytes, _ right: Bytes, _ message: MessageKind
    ) -> (found: [Difference], omitted: Int) {
        let (ours, theirs) = (lines(left), lines(right))
        var found: [Difference] = []
        var omitted = 0
        func add(_ action: Difference.Action, _ line: Int?, _ other: Int?) {
            guard found.count < limit else {
                omitted += 1
                return
            }
            found.append(
                Difference(
                    message, .content, action, path: Bytes("line \((line ?? other ?? 0) + 1)"),
                    left: line.map { ours[$0] }, right: other.map { theirs[$0] }, places: (line, other)))
        }
        var (one, other) = (0, 0)
        for pair in Alignment.pairs(ours, theirs) + [(left: ours.count, right: theirs.count)] {
            while one < pair.left, other < pair.right {
                add(.changed, one, other)
                (one, other) = (one + 1, other + 1)
            }
            while one < pair.left {
                add(.removed, one, nil)
                one += 1
            }
            while other < pair.right {
                add(.added, nil, other)
                other += 1
            }
            (one, other) = (one + 1, other + 1)
        }
        return (found, omitted)
    }

    /// With all but the line feeds, so that a carriage return that is gone is seen.
    private static func lines(_ text: Bytes) -> [Bytes] {
        var lines: [Bytes] = []
        var start = 0
        while let end = text.firstIndex(of: ASCII.lineFeed, from: start) {
            lines.append(text.slice(start..<end))
            start = end + 1
        }
        lines.append(text.slice(start..<text.count))
        return lines
    }
}
