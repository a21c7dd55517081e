import Bytes
public import HTTPModel
import HTTPWire

/// Where a message's body ends, and why: the rules of RFC 9112 §6.3 tried in their order with the message's own values,
/// up to the one that applied, and what a reader with other habits could make of the same bytes.
///
/// `BodyFraming` decides; this retells its decision.
public struct FramingReasoning: Sendable, Hashable {
    /// How the end is found. Where the message has to be refused it is what the RFC tells a reader that goes on
    /// nevertheless, or nil when nobody can tell.
    public let kind: Framing.Kind?
    /// The rule of RFC 9112 §6.3 that applied, or that the message breaks: 1 to 8.
    public let rule: Int
    /// Why Hark refuses the message for its framing, its offset counted from the head's first byte, or nil.
    public let refusal: WireError?
    public let reasoning: Reasoning

    /// For scripts: `none`, `length`, `chunked`, `close`, `tunnel`; `unknown` when nobody can tell.
    public var kindName: String {
        switch kind {
        case .some(.none): "none"
        case .length: "length"
        case .chunked: "chunked"
        case .close: "close"
        case .tunnel: "tunnel"
        case nil: "unknown"
        }
    }

    public static func request(_ head: RequestHead) -> FramingReasoning {
        let judged = Result { () throws(WireError) in try BodyFraming.request(head) }
        return FramingReasoning(FramingFacts(request: head), judged)
    }

    /// `answered` is the method of the request that the response answers.
    public static func response(_ head: ResponseHead, to answered: Method) -> FramingReasoning {
        let judged = Result { () throws(WireError) in try BodyFraming.response(head, to: answered) }
        return FramingReasoning(FramingFacts(response: head, to: answered), judged)
    }

    /// For a head whose framing has been decided already.
    static func retelling(_ framing: Framing, of head: Explanation.Head, to answered: Method) -> FramingReasoning? {
        switch head {
        case .request(let head): FramingReasoning(FramingFacts(request: head), .success(framing))
        case .response(let head): FramingReasoning(FramingFacts(response: head, to: answered), .success(framing))
        case .unreadable: nil
        }
    }

    private init(_ facts: FramingFacts, _ judged: Result<Framing, WireError>) {
        var trial = FramingTrial(facts)
        trial.run()
        switch judged {
        case .success(let framing):
            kind = framing.kind
            rule = framing.rule
            refusal = nil
        case .failure(let error):
            kind = trial.kind
            rule = trial.rule
            refusal = error
        }
        let conclusion = Self.conclusion(kind, rule, refusal, facts)
        reasoning = Reasoning(
            .framing, conclusion, steps: trial.steps + SecondReader.steps(facts, kind, refusal))
    }

    private static func conclusion(
        _ kind: Framing.Kind?, _ rule: Int, _ refusal: WireError?, _ facts: FramingFacts
    ) -> Prose {
        let answer: Prose =
            switch kind {
            case .some(.none): "There is no body: the message ends with the empty line (rule \(rule))."
            case .length(let length):
                "The body is the \(Quantity.count(length, "byte")) after the empty line, as Content-Length says "
                    + "(rule \(rule))."
            case .chunked: "The body comes in chunks, and ends after the last one and its trailers (rule \(rule))."
            case .close: "The body is everything until the connection closes (rule \(rule))."
            case .tunnel: "There is no body: after the empty line the connection is no longer HTTP/1 (rule \(rule))."
            case nil: "Where the body ends cannot be told (rule \(rule))."
            }
        guard let refusal else { return answer }
        return answer + Prose(stringLiteral: " Hark refuses the message: " + refusal.text)
    }
}

extension Result where Failure == WireError {
    fileprivate init(_ body: () throws(WireError) -> Success) {
        do throws(WireError) { self = .success(try body()) } catch { self = .failure(error) }
    }
}
