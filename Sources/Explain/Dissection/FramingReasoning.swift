import Bytes
public import HTTPModel
import HTTPWire

/// Where a message's body ends, and why: the rules of RFC 9112 §6.3 tried in order with the message's own values, up to
/// the one that applied. Also what another reader could make of the same bytes.
///
/// `BodyFraming` decides, and reports its steps.
public struct FramingReasoning: Sendable, Hashable {
    /// How the end is found. For a message that must be refused, this is what the RFC tells readers that continue, or
    /// nil when it cannot be known.
    public let kind: Framing.Kind?
    /// The rule of RFC 9112 §6.3 that applied, or that the message breaks: 1 to 8; 0 for frames.
    public let rule: Int
    /// Why Hark refuses the message for its framing, its offset counted from the head's first byte, or nil.
    public let refusal: WireError?
    /// The rules one by one, and what follows.
    public let reasoning: Reasoning

    /// For scripts: `none`, `length`, `chunked`, `close`, `tunnel`, `frames`; `unknown` when it cannot be known.
    public var kindName: String {
        switch kind {
        case .some(.none): "none"
        case .length: "length"
        case .chunked: "chunked"
        case .close: "close"
        case .tunnel: "tunnel"
        case .frames: "frames"
        case nil: "unknown"
        }
    }

    /// Where the body of a request ends, and why.
    public static func request(_ head: RequestHead) -> FramingReasoning {
        FramingReasoning(FramingFacts(head.method, status: nil, head.version, head.fields), head.fields)
    }

    /// `answered` is the method of the request that the response answers.
    public static func response(_ head: ResponseHead, to answered: Method) -> FramingReasoning {
        FramingReasoning(FramingFacts(answered, status: head.status, head.version, head.fields), head.fields)
    }

    private init(_ facts: FramingFacts, _ fields: FieldSection) {
        let words = FramingWords(fields)
        var steps = FramingSteps(facts, words)
        (kind, rule) = BodyFraming.decide(facts, &steps)
        // RFC 9112 §6.3 rules 1 and 2: before a tunnel nobody goes by the fields.
        refusal = kind == .tunnel ? nil : facts.refusal(of: fields)
        let second = kind == .frames ? [] : DivergentReadings.steps(facts, words, kind)
        // The rule that applied is the one that is broken.
        let isRefused = refusal != nil
        let tried = steps.steps.map { step in
            step.held == true && isRefused
                ? Reasoning.Step(step.rule, held: true, isFault: true, step.text, spec: step.spec) : step
        }
        reasoning = Reasoning(.framing, Self.conclusion(kind, rule, refusal), steps: tried + second)
    }

    private static func conclusion(_ kind: Framing.Kind?, _ rule: Int, _ refusal: WireError?) -> Prose {
        let answer: Prose =
            switch kind {
            case .some(.none): "No body: the message ends with the empty line (rule \(rule))."
            case .length(let length):
                """
                The body is the \(Quantity.count(length, "byte")) after the empty line, by Content-Length (rule \
                \(rule)).
                """
            // RFC 9112 §7.1.
            case .chunked:
                "The last chunk (size 0) and its trailers end this body (rule \(rule))."
            case .close: "The body ends when the connection closes (rule \(rule))."
            case .tunnel: "No body: after the empty line the connection is no longer HTTP/1 (rule \(rule))."
            case .frames: "The message came in frames; the last one ends it."
            case nil: "The end of the body is unknown (rule \(rule))."
            }
        // Why stands among the steps, and where the bytes are.
        return refusal == nil ? answer : answer + " Hark rejects the message."
    }
}
