public import Flow
internal import HTTPModel

/// Every reasoning about one exchange.
public enum Reasonings {
    /// Those that apply, in the order of `Reasoning.Topic`.
    ///
    /// For exchanges of a long session, create the `SessionContext` once and use the other overload.
    public static func all(
        about exchange: FlowRecord, in session: [FlowRecord] = [],
        options: ExplainOptions = ExplainOptions()
    ) -> [Reasoning] {
        all(about: exchange, in: SessionContext(session), options: options)
    }

    /// All reasonings that apply to an exchange, given the other exchanges of its session.
    public static func all(
        about exchange: FlowRecord, in session: SessionContext, options: ExplainOptions = ExplainOptions()
    ) -> [Reasoning] {
        Reasoning.Topic.allCases.compactMap { reasoning($0, about: exchange, in: session, options: options) }
    }

    /// One of them; nil if the topic does not apply to the exchange.
    public static func reasoning(
        _ topic: Reasoning.Topic, about exchange: FlowRecord, in session: SessionContext,
        options: ExplainOptions = ExplainOptions()
    ) -> Reasoning? {
        // What is not there is not reasoned about.
        if exchange.requestHead == nil, topic.isAboutRequest { return nil }
        // Of a response whose fields nobody listed, none is missing.
        if topic.isAboutResponseFields, exchange.provenance(of: .response) == .assumed { return nil }
        // Nothing was on a connection.
        if topic == .connection || topic == .framing, exchange.responseOrigin?.wasSent == false { return nil }
        // Nor was anything that a cache could store.
        if topic == .caching, exchange.responseOrigin == .browser { return nil }
        // The server's name was made up.
        if topic == .url, exchange.provenance(of: .host) == .assumed { return nil }
        return switch topic {
        case .url: URLReasoning.reasoning(about: exchange)
        case .method: MethodReasoning.reasoning(about: exchange)
        case .status: StatusReasoning.reasoning(about: exchange)
        case .conditional: ConditionalReasoning.reasoning(about: exchange, in: session)
        case .ranges: RangeReasoning.reasoning(about: exchange)
        case .negotiation: NegotiationReasoning.reasoning(about: exchange)
        case .expectation: ExpectationReasoning.reasoning(about: exchange)
        case .connection: ConnectionReasoning.reasoning(about: exchange, in: session)
        case .messages:
            MessagesReasoning.reasoning(about: exchange) ?? EventStreamReasoning(exchange, in: session)?.reasoning
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
    private static func framing(_ exchange: FlowRecord) -> Reasoning? {
        if let framed = StreamFraming.reasoning(about: exchange, exchange.responseHead == nil ? .request : .response) {
            return framed
        }
        guard let response = exchange.responseHead else {
            return exchange.requestHead.map { FramingReasoning.request($0).reasoning }
        }
        return FramingReasoning.response(response, to: exchange.method).reasoning
    }
}

extension Reasoning.Topic {
    /// It concludes from fields of the response, and from their absence.
    fileprivate var isAboutResponseFields: Bool {
        switch self {
        case .url, .method, .expectation, .messages, .changes, .timing, .outcome: false
        case .status, .conditional, .ranges, .negotiation, .connection, .cors, .authentication, .content, .compression,
            .redirects, .cookies, .caching, .framing:
            true
        }
    }

    /// Nothing can be said of it when the request is not there.
    fileprivate var isAboutRequest: Bool {
        switch self {
        case .url, .method, .conditional, .negotiation, .expectation, .cors: true
        case .status, .ranges, .connection, .messages, .authentication, .content, .compression, .changes, .timing,
            .outcome,
            .redirects, .cookies, .caching, .framing:
            false
        }
    }
}
