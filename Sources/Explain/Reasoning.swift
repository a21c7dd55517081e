/// Why something is as it is: the steps that were tried, in order, and what follows.
public struct Reasoning: Sendable, Hashable {
    /// What is reasoned about; also the word of `--only` and the member's name in JSON.
    public enum Topic: String, Sendable, CaseIterable {
        case framing, url, method, status, redirects, cookies, caching, conditional, ranges, negotiation, expectation
        case connection, messages, cors, authentication, content, compression, changes, timing, outcome
    }

    /// One condition or computation, with the message's own values in its text.
    public struct Step: Sendable, Hashable {
        /// The step's short name: `rule 4`, `apparent_age`, `step 3`.
        public let rule: String
        /// Whether the condition held, or the step decided; nil for a computation.
        public let held: Bool?
        /// Something is wrong. That a condition does not hold is no fault by itself: most rules do not apply to most
        /// messages.
        public let isFault: Bool
        /// A sentence with the message's own values.
        public let text: Prose
        /// The section that it goes by.
        public let spec: String

        /// One step by its rule and sentence.
        public init(_ rule: String, held: Bool? = nil, isFault: Bool = false, _ text: Prose, spec: String) {
            self.rule = rule
            self.held = held
            self.isFault = isFault
            self.text = text
            self.spec = spec
        }
    }

    /// What is reasoned about.
    public let topic: Topic
    /// The answer in one sentence.
    public let conclusion: Prose
    /// What led to the conclusion, in order.
    public let steps: [Step]

    /// A conclusion and the steps that led there.
    public init(_ topic: Topic, _ conclusion: Prose, steps: [Step]) {
        self.topic = topic
        self.conclusion = conclusion
        self.steps = steps
    }
}
