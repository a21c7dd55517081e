/// A regular expression as it was read.
indirect enum RegularNode: Sendable {
    case empty
    case take(ScalarSet)
    case assertion(RegularAssertion)
    case sequence([RegularNode])
    case choice([RegularNode])
    /// From so many to so many times; nil: any number.
    case repetition(RegularNode, least: Int, most: Int?)
}

/// What has to hold between two characters.
enum RegularAssertion: Sendable, Hashable {
    case start, end, lineStart, lineEnd, wordBoundary, noWordBoundary

    func holds(previous: UInt32?, next: UInt32?) -> Bool {
        switch self {
        case .start: previous == nil
        case .end: next == nil
        case .lineStart: previous == nil || previous == 0x0A
        case .lineEnd: next == nil || next == 0x0A
        case .wordBoundary: Self.isWord(previous) != Self.isWord(next)
        case .noWordBoundary: Self.isWord(previous) == Self.isWord(next)
        }
    }

    private static func isWord(_ value: UInt32?) -> Bool { value.map { ScalarSet.word.contains($0) } ?? false }
}

/// A step of the machine that a regular expression is turned into (Thompson 1968).
enum RegularInstruction: Sendable, Hashable {
    case take(ScalarSet)
    case assertion(RegularAssertion)
    /// Goes on at both places.
    case fork(Int, Int)
    case jump(Int)
    case accept
}

/// Turns what was read into steps.
enum RegularCompiler {
    /// Steps of one expression: `(a{1000}){1000}` is short to write.
    private static let limit = 4_000

    static func compile(_ node: RegularNode, length: Int) throws(FilterError) -> [RegularInstruction] {
        var program: [RegularInstruction] = []
        guard emit(node, &program) else {
            throw FilterError(
                0..<length, "this expression is too large: its repetitions need more than \(limit) steps")
        }
        program.append(.accept)
        return program
    }

    /// False when there are too many steps.
    private static func emit(_ node: RegularNode, _ program: inout [RegularInstruction]) -> Bool {
        guard program.count < limit else { return false }
        switch node {
        case .empty: return true
        case .take(let set):
            program.append(.take(set))
        case .assertion(let assertion):
            program.append(.assertion(assertion))
        case .sequence(let parts):
            for part in parts where !emit(part, &program) { return false }
        case .choice(let parts):
            var exits: [Int] = []
            for (index, part) in parts.enumerated() {
                guard index < parts.count - 1 else {
                    guard emit(part, &program) else { return false }
                    continue
                }
                let fork = program.count
                program.append(.jump(0))
                guard emit(part, &program) else { return false }
                exits.append(program.count)
                program.append(.jump(0))
                program[fork] = .fork(fork + 1, program.count)
            }
            for exit in exits { program[exit] = .jump(program.count) }
        case .repetition(let part, let least, let most):
            for _ in 0..<least {
                let before = program.count
                guard emit(part, &program) else { return false }
                // With nothing in it, once is as good as often; nested, often would be for ever.
                if program.count == before { break }
            }
            guard let most else { return emitLoop(part, &program) }
            var forks: [Int] = []
            for _ in 0..<max(0, most - least) {
                forks.append(program.count)
                program.append(.jump(0))
                guard emit(part, &program) else { return false }
            }
            for fork in forks { program[fork] = .fork(fork + 1, program.count) }
        }
        return true
    }

    private static func emitLoop(_ part: RegularNode, _ program: inout [RegularInstruction]) -> Bool {
        let fork = program.count
        program.append(.jump(0))
        guard emit(part, &program) else { return false }
        program.append(.jump(fork))
        program[fork] = .fork(fork + 1, program.count)
        return true
    }
}
