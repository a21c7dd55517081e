internal import HTTPModel

/// Every reasoning about one exchange.
public enum Reasonings {
    /// Those that have something to say, in the order of `Reasoning.Topic`.
    ///
    /// For one exchange of a long session make the `SessionContext` once and use the other form.
    public static func all(
        about exchange: RecordedExchange, in session: [RecordedExchange] = [],
        options: ExplainOptions = ExplainOptions()
    ) -> [Reasoning] {
        all(about: exchange, in: SessionContext(session), options: options)
    }

    public static func all(
        about exchange: RecordedExchange, in session: SessionContext, options: ExplainOptions = ExplainOptions()
    ) -> [Reasoning] {
        Reasoning.Topic.allCases.compactMap { reasoning($0, about: exchange, in: session, options: options) }
    }

    /// One of them; nil when the exchange has nothing of the topic.
    public static func reasoning(
        _ topic: Reasoning.Topic, about exchange: RecordedExchange, in session: SessionContext,
        options: ExplainOptions = ExplainOptions()
    ) -> Reasoning? {
        switch topic {
        case .url: URLReasoning.reasoning(about: exchange)
        case .method: MethodReasoning.reasoning(about: exchange)
        case .status: StatusReasoning.reasoning(about: exchange)
        case .conditional: ConditionalReasoning.reasoning(about: exchange, in: session)
        case .ranges: RangeReasoning.reasoning(about: exchange)
        case .negotiation: NegotiationReasoning.reasoning(about: exchange)
        case .expectation: ExpectationReasoning.reasoning(about: exchange)
        case .connection: ConnectionReasoning.reasoning(about: exchange, in: session)
        case .cors: CORSReasoning.reasoning(about: exchange)
        case .authentication: AuthenticationReasoning.reasoning(about: exchange, in: session, options: options)
        case .content: ContentReasoning.reasoning(about: exchange)
        case .compression: CompressionReasoning.reasoning(about: exchange)
        case .changes: ChangesReasoning.reasoning(about: exchange)
        case .timing: TimingReasoning.reasoning(about: exchange)
        case .outcome: OutcomeReasoning.reasoning(about: exchange)
        case .redirects: RedirectReasoning.reasoning(about: exchange)
        case .cookies: CookieReasoning.reasoning(about: exchange)
        case .caching: CachingReasoning.reasoning(about: exchange)
        case .framing: framing(exchange)
        }
    }

    /// Of the response; of the request where there is none.
    private static func framing(_ exchange: RecordedExchange) -> Reasoning {
        guard let response = exchange.response else { return FramingReasoning.request(exchange.request).reasoning }
        return FramingReasoning.response(response, to: exchange.request.method).reasoning
    }
}
