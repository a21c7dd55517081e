/// The machine of a regular expression on one text: the set of steps at which it stands. Each step is in the set once,
/// so a character costs at most as much as the expression has steps.
struct RegularRun {
    private let program: [RegularInstruction]
    private var current = StepSet()
    private var following = StepSet()
    private var stack: [Int] = []

    /// Steps, in the order they were put in; membership by the round in which that was.
    private struct StepSet {
        var steps: [Int] = []
        var marks: [Int] = []
        var round = 0

        mutating func clear() {
            steps.removeAll(keepingCapacity: true)
            round += 1
        }

        mutating func insert(_ step: Int) -> Bool {
            if marks[step] == round { return false }
            marks[step] = round
            return true
        }
    }

    init(_ program: [RegularInstruction]) {
        self.program = program
        current.marks = [Int](repeating: -1, count: program.count)
        following.marks = current.marks
    }

    /// No match has begun.
    var isIdle: Bool { following.steps.isEmpty }

    /// Takes up a new match at this place beside those that go on. True when one is whole.
    ///
    /// What the last character led to is in `following`, not yet followed through jumps and forks, because assertions
    /// need the next character as well.
    mutating func begin(previous: UInt32?, next: UInt32?) -> Bool {
        current.clear()
        for step in following.steps where follow(step, previous, next) { return true }
        return follow(0, previous, next)
    }

    /// Goes on with the next character.
    mutating func step(_ value: UInt32) {
        following.clear()
        for step in current.steps {
            if case .take(let set) = program[step], set.contains(value), following.insert(step + 1) {
                following.steps.append(step + 1)
            }
        }
    }

    private mutating func follow(_ start: Int, _ previous: UInt32?, _ next: UInt32?) -> Bool {
        stack.append(start)
        while let step = stack.popLast() {
            guard current.insert(step) else { continue }
            switch program[step] {
            case .take: current.steps.append(step)
            case .assertion(let assertion):
                if assertion.holds(previous: previous, next: next) { stack.append(step + 1) }
            case .fork(let first, let second):
                stack.append(second)
                stack.append(first)
            case .jump(let target): stack.append(target)
            case .accept:
                stack.removeAll()
                return true
            }
        }
        return false
    }
}
