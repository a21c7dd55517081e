import ArgumentParser

/// What `hark learn` does besides showing lessons, and which options go with it: no option is silently without effect.
enum LearnModes {
    /// - Parameters:
    ///   - hasTopic: a lesson is named.
    ///   - file: the file that is named.
    static func validate(
        _ practice: LearnPracticeOptions, _ output: LearnOutputOptions, _ input: LearnInputOptions, hasTopic: Bool,
        file: String?
    ) throws {
        let isExport = output.export != nil
        let given: [(name: String, isGiven: Bool)] = [
            ("--quiz", practice.quiz), ("--mark", practice.mark != nil), ("--progress", practice.progress),
            ("--reset", practice.reset), ("--class", output.classFolder != nil),
            ("--handout", output.handout != nil), ("--key", output.key != nil), ("--flow", input.flow != nil),
            ("--seed", input.seed != nil), ("--export", isExport), ("--json", output.json),
            ("a topic", hasTopic), ("a file", file != nil), ("--session", input.choice.session != nil),
        ]
        // What a mode takes besides itself.
        let modes: [(name: String, takes: [String])] = [
            ("--class", ["--json"]), ("--reset", []),
            ("--progress", isExport ? ["--export", "--session", "a file"] : ["--json"]),
            ("--quiz", ["a topic", "a file", "--session", "--flow", "--seed"]),
            ("--mark", ["a topic", "a file", "--session", "--flow", "--seed", "--json"]),
        ]
        let named = Set(given.filter(\.isGiven).map(\.name))
        for mode in modes where named.contains(mode.name) {
            if let other = given.first(where: { $0.isGiven && $0.name != mode.name && !mode.takes.contains($0.name) }) {
                throw ValidationError("\(mode.name) and \(other.name) cannot be combined")
            }
        }
        if input.flow != nil, !hasTopic { throw ValidationError("--flow needs a topic") }
    }
}
