/// The steps of one reasoning, as they are found.
struct StepCollector {
    private(set) var steps: [Reasoning.Step] = []

    mutating func add(_ rule: String, held: Bool? = nil, _ text: Prose, _ spec: String) {
        steps.append(Reasoning.Step(rule, held: held, text, spec: spec))
    }

    /// Something is wrong, or will not do what its sender wants.
    mutating func fault(_ rule: String, _ text: Prose, _ spec: String) {
        steps.append(Reasoning.Step(rule, held: false, isFault: true, text, spec: spec))
    }

    /// Good or a fault.
    mutating func judge(_ rule: String, _ isGood: Bool, _ text: Prose, _ spec: String) {
        if isGood { add(rule, held: true, text, spec) } else { fault(rule, text, spec) }
    }

    mutating func add(_ step: Reasoning.Step) { steps.append(step) }
}
