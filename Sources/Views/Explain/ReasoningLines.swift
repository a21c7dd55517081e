import Explain

/// One reasoning: the answer, and the steps to it beneath. Used once.
struct ReasoningLines {
    private let reasoning: Reasoning
    /// Where topics, steps and their texts begin.
    private static let topicColumn = 4
    private static let stepColumn = 6
    private static let ruleLimit = 20

    init(_ reasoning: Reasoning) {
        self.reasoning = reasoning
    }

    func write(to page: inout PageWriter) {
        page.flow(Prose(stringLiteral: reasoning.topic.title + ":"), at: Self.topicColumn, ink: .strong)
        page.prose(reasoning.conclusion, at: Self.stepColumn)
        let column = Self.column(of: reasoning.steps)
        for step in reasoning.steps { Self.write(step, column, to: &page) }
    }

    /// Where the texts of these steps begin, so that they stand in one column.
    static func column(of steps: [Reasoning.Step]) -> Int {
        stepColumn + 2 + (steps.map { min($0.rule.count, ruleLimit) }.max() ?? 0) + 2
    }

    static func write(_ step: Reasoning.Step, _ column: Int, to page: inout PageWriter) {
        page.pad(to: stepColumn)
        switch step.held {
        case true?: page.raw(.good) { $0.text("✓") }
        case false?: page.raw(.bad) { $0.text("✗") }
        case nil: page.raw(.quiet) { $0.text("·") }
        }
        page.pad(to: stepColumn + 2)
        page.raw(.quiet) { $0.wire(step.rule, limit: column - stepColumn - 4) }
        page.flow(step.text, at: column)
        page.flow(Prose(stringLiteral: step.spec), at: column, ink: .quiet)
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
        case .cors: "Cross-origin"
        case .authentication: "Authentication"
        case .content: "Content"
        case .compression: "Compression"
        case .timing: "Time"
        case .outcome: "Outcome"
        }
    }
}
