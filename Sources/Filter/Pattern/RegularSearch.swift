package import Bytes

extension RegularExpression {
    /// Where it matches, from left to right, none overlapping another: of matches that begin at one place the one that
    /// the pattern prefers. nil when finding them would take more steps than `effort` for each byte: a pattern that
    /// looks far ahead at every place would need the square of the length.
    package func ranges(in value: Bytes, limit: Int = .max, effort: Int = 400) -> [Range<Int>]? {
        value.withSpan { span in
            var search = RegularSearch(program, stepsLeft: (span.count + 64) * effort)
            var found: [Range<Int>] = []
            var start = 0
            while found.count < limit, start <= span.count {
                guard let range = search.next(span, from: start) else { break }
                found.append(range)
                // An empty match is stepped over, or it would be found for ever.
                start = range.isEmpty ? range.upperBound + Self.character(span, range.upperBound).1 : range.upperBound
                if range.isEmpty, range.upperBound == span.count { break }
            }
            return search.isExhausted ? nil : found
        }
    }
}

/// The machine of a regular expression that tells where it matched (Pike 1987): each thread knows where it began, and
/// of two at the same step the one that came first goes on.
struct RegularSearch {
    private struct Thread {
        let step: Int
        let start: Int
    }

    private let program: [RegularInstruction]
    private var stepsLeft: Int
    private var current: [Thread] = []
    private var following: [Thread] = []
    private var marks: [Int]
    private var round = 0
    private var stack: [Int] = []

    init(_ program: [RegularInstruction], stepsLeft: Int) {
        self.program = program
        self.stepsLeft = stepsLeft
        marks = [Int](repeating: -1, count: program.count)
    }

    var isExhausted: Bool { stepsLeft < 0 }

    mutating func next(_ span: Span<UInt8>, from start: Int) -> Range<Int>? {
        following.removeAll(keepingCapacity: true)
        var best: Range<Int>?
        var index = start
        var previous: UInt32? = start == 0 ? nil : UInt32(span[start - 1])
        while stepsLeft >= 0 {
            let (next, length) = RegularExpression.character(span, index)
            round += 1
            current.removeAll(keepingCapacity: true)
            var match: Range<Int>?
            for thread in following where match == nil {
                match = follow(thread, index, previous, next)
            }
            // What began earlier is preferred, so that a new beginning comes last, and only while nothing was found.
            if match == nil, best == nil { match = follow(Thread(step: 0, start: index), index, previous, next) }
            if let match { best = match }
            guard let next, !current.isEmpty || best == nil else { return best }
            following.removeAll(keepingCapacity: true)
            for thread in current {
                if case .take(let set) = program[thread.step], set.contains(next) {
                    following.append(Thread(step: thread.step + 1, start: thread.start))
                }
            }
            stepsLeft -= 1
            previous = next
            index += length
        }
        return nil
    }

    /// Follows jumps and forks in the order of preference; the match when there is one, behind which nothing counts.
    private mutating func follow(
        _ thread: Thread, _ index: Int, _ previous: UInt32?, _ next: UInt32?
    ) -> Range<Int>? {
        stack.removeAll(keepingCapacity: true)
        stack.append(thread.step)
        while let step = stack.popLast() {
            guard marks[step] != round else { continue }
            marks[step] = round
            stepsLeft -= 1
            switch program[step] {
            case .take: current.append(Thread(step: step, start: thread.start))
            case .assertion(let assertion):
                if assertion.holds(previous: previous, next: next) { stack.append(step + 1) }
            case .fork(let first, let second):
                stack.append(second)
                stack.append(first)
            case .jump(let target): stack.append(target)
            case .accept: return thread.start..<index
            }
        }
        return nil
    }
}
