import Bytes
import Flow
import HTTPModel

/// Compares the field lines of two heads, or of two trailer sections: names, values, order, repetitions, spelling.
///
/// Lines that are told of in no difference are the same, byte for byte and in the same order: whoever takes those of
/// the left that are told of away, and puts those of the right where they stand, has the right side.
enum FieldDiff {
    static func differences(
        _ left: FieldSection, _ right: FieldSection, _ message: MessageKind, _ part: Difference.Part
    ) -> [Difference] {
        let (ours, theirs) = (lines(left), lines(right))
        let kept = Alignment.pairs(ours.map(\.text), theirs.map(\.text))
        var gone = Set(ours.indices).subtracting(kept.map(\.left)).sorted()
        var come = Set(theirs.indices).subtracting(kept.map(\.right)).sorted()
        var found: [Difference] = []

        /// Pairs what is left over and has the same of this, the first with the first.
        func pair(_ action: Difference.Action, by mark: (Line) -> Bytes) {
            // The first of each last, so that it is taken from the end.
            var counterparts: [Bytes: [Int]] = [:]
            for index in come.reversed() { counterparts[mark(theirs[index]), default: []].append(index) }
            var paired: (gone: Set<Int>, come: Set<Int>) = ([], [])
            defer {
                gone.removeAll { paired.gone.contains($0) }
                come.removeAll { paired.come.contains($0) }
            }
            for index in gone {
                guard let other = counterparts[mark(ours[index])]?.popLast() else { continue }
                paired.gone.insert(index)
                paired.come.insert(other)
                found.append(
                    Difference(
                        message, part, action, path: ours[index].name, left: shown(ours[index], action),
                        right: shown(theirs[other], action), places: (index, other),
                        isVolatile: action == .changed && ours[index].isVolatile))
            }
        }
        pair(.moved) { $0.text }
        // No name has a line feed in it.
        pair(.respelled) { Bytes($0.key.array + [ASCII.lineFeed] + $0.value.array) }
        pair(.changed) { $0.key }
        for index in gone {
            found.append(
                Difference(
                    message, part, .removed, path: ours[index].name, left: ours[index].value, places: (index, nil),
                    isVolatile: ours[index].isVolatile))
        }
        for index in come {
            found.append(
                Difference(
                    message, part, .added, path: theirs[index].name, right: theirs[index].value, places: (nil, index),
                    isVolatile: theirs[index].isVolatile))
        }
        return found.sorted { ($0.rightPlace ?? $0.leftPlace ?? 0) < ($1.rightPlace ?? $1.leftPlace ?? 0) }
    }

    /// A line that is spelled otherwise is shown whole, as its value is the same.
    private static func shown(_ line: Line, _ action: Difference.Action) -> Bytes {
        action == .respelled ? line.text : line.value
    }

    private struct Line {
        /// Without its line end.
        let text: Bytes
        let name: Bytes
        let value: Bytes
        /// What makes it the counterpart of another: the name, and of a Set-Cookie the cookie's name too.
        let key: Bytes
        let isVolatile: Bool
    }

    private static func lines(_ section: FieldSection) -> [Line] {
        section.lines.indices.map { index in
            let line = section.lines[index]
            let (name, value) = (section.name(of: line), section.value(of: line))
            var key = name.lowercased
            let isVolatile = VolatileFields.contain(key)
            if line.known == .setCookie {
                let end = value.firstIndex(of: ASCII.equals) ?? value.count
                key = Bytes(key.array + [ASCII.colon] + value.slice(0..<end))
            }
            return Line(
                text: section.text(ofLine: index), name: name, value: value, key: key, isVolatile: isVolatile)
        }
    }
}
