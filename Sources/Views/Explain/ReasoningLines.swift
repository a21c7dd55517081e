import Explain

/// One reasoning: the answer, and the steps to it beneath. Used once.
struct ReasoningLines {
    private let reasoning: Reasoning
    /// Where topics, steps and their texts begin.
    private static let topicColumn = 4
    private static let stepColumn = 6
    private static let ruleLimit = 21

    private let steps: [Reasoning.Step]

    /// Which steps stand beneath the answer.
    enum Extent {
        case all
        /// Those that hold or fail.
        case verdicts
        /// What is wrong, beyond what the answer says and what notes say of these sections.
        case faults(butOf: Set<String>)
    }

    init(_ reasoning: Reasoning, _ extent: Extent = .all) {
        self.reasoning = reasoning
        steps =
            switch extent {
            case .all: reasoning.steps
            case .verdicts: reasoning.steps.filter { $0.held != nil }
            case .faults(let noted):
                reasoning.steps.filter { step in
                    step.isFault && step.text != reasoning.conclusion && !noted.contains(step.spec)
                }
            }
    }

    func write(to page: inout PageWriter) {
        page.flow(Prose(stringLiteral: reasoning.topic.title + ":"), at: Self.topicColumn, ink: .strong)
        page.prose(conclusion, at: Self.stepColumn)
        let column = Self.column(of: steps)
        for (place, step) in steps.enumerated() {
            // A section that several steps in a row come from is named under the last of them.
            let next = place + 1 < steps.count ? steps[place + 1].spec : ""
            Self.write(step, column, showsSpec: next != step.spec, to: &page)
        }
    }

    /// Without the topic's name before it, which stands there already.
    private var conclusion: Prose {
        var prose = reasoning.conclusion
        let title = reasoning.topic.title + ": "
        if case .text(let text)? = prose.pieces.first, text.hasPrefix(title) {
            prose.pieces[0] = .text(String(text.dropFirst(title.count)))
        }
        return prose
    }

    /// Where the texts of these steps begin, so that they stand in one column; longer names push theirs aside.
    static func column(of steps: [Reasoning.Step]) -> Int {
        stepColumn + 2 + (steps.map { min($0.rule.count, ruleLimit) }.max() ?? 0) + 2
    }

    static func write(_ step: Reasoning.Step, _ column: Int, showsSpec: Bool, to page: inout PageWriter) {
        page.pad(to: stepColumn)
        // ✓ and ✗ are good and bad; that a rule does not apply is neither.
        switch step.held {
        case _ where step.isFault: page.raw(.bad) { $0.text("✗") }
        case true?: page.raw(.good) { $0.text("✓") }
        case false?: page.raw(.quiet) { $0.text("–") }
        case nil: page.raw(.quiet) { $0.text("·") }
        }
        page.pad(to: stepColumn + 2)
        page.raw(.quiet) { $0.wire(step.rule, limit: 40) }
        if page.out.column >= column { page.raw { $0.text(" ") } }
        page.flow(step.text, at: column)
        if showsSpec, !step.spec.isEmpty { page.source(step.spec, at: column) }
        page.newline()
    }
}

extension Reasoning.Topic {
    /// As a heading.
    package var title: String {
        switch self {
        case .framing: "Body end"
        case .url: "URL"
        case .method: "Method"
        case .status: "Status"
        case .redirects: "Redirect"
        case .cookies: "Cookies"
        case .caching: "Caching"
        case .conditional: "Conditions"
        case .ranges: "Ranges"
        case .negotiation: "Negotiation"
        case .expectation: "Expectation"
        case .connection: "Connection"
        case .messages: "Messages"
        case .cors: "Cross-origin"
        case .authentication: "Authentication"
        case .content: "Content"
        case .compression: "Compression"
        case .changes: "In transit"
        case .timing: "Time"
        case .outcome: "Outcome"
        }
    }
}
