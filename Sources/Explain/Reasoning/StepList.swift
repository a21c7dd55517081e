/// The steps of one reasoning, as they are found.
struct StepList {
    private(set) var steps: [Reasoning.Step] = []

    mutating func add(_ rule: String, held: Bool? = nil, _ text: Prose, _ spec: String) {
        steps.append(Reasoning.Step(rule, held: held, text, spec: spec))
    }
}
