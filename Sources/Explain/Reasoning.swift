/// Why something is so: the steps that were tried, in order, and the conclusion.
public struct Reasoning: Sendable, Hashable {
    /// The subject; also the word for `--only` and the member's name in JSON.
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
        /// Something is wrong. A condition that does not hold is not a fault in itself: most rules do not apply to most
        /// messages.
        public let isFault: Bool
        /// A sentence with the message's own values.
        public let text: Prose
        /// The section it is based on.
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

    /// The subject.
    public let topic: Topic
    /// The answer in one sentence.
    public let conclusion: Prose
    /// What led to the conclusion, in order.
    public let steps: [Step]

    /// A conclusion and its steps.
    public init(_ topic: Topic, _ conclusion: Prose, steps: [Step]) {
        self.topic = topic
        self.conclusion = conclusion
        self.steps = steps
    }
}
