import Bytes
import Flow
import HTTPModel
import HTTPSemantics

// Requests for a part, and requests that depend on what there is.

extension ExchangeSummary {
    /// The request asked whether what the client has is still good, or whether nobody changed it (RFC 9110 §13).
    mutating func conditions(_ record: FlowRecord, _ request: RequestHead, _ response: ResponseHead) {
        // Asked first, as most requests have none, and what an initializer is given is copied.
        guard Preconditions.areIn(request.fields) else { return }
        guard
            let verdict = ConditionalVerdict(
                method: request.method, request: request.fields, status: response.status, response: response.fields,
                now: record.responseSeconds),
            let step = verdict.preconditions.steps.first(where: { $0.value != nil })
        else { return }
        add(.condition, verdict.agrees == false ? .warning : .normal, verdict: .condition(verdict)) { out in
            out.text(Self.fieldName(step.number))
            out.wire(step.value ?? Bytes(), limit: 60)
            if let words = Self.outcome(verdict, request.method, response.status) { out.text(words) }
        }
    }

    /// By the number of the step in RFC 9110 §13.2.2.
    private static func fieldName(_ step: Int) -> StaticText {
        switch step {
        case 1: "If-Match: "
        case 2: "If-Unmodified-Since: "
        case 3: "If-None-Match: "
        case 4: "If-Modified-Since: "
        default: "If-Range: "
        }
    }

    private static func outcome(_ verdict: ConditionalVerdict, _ method: Method, _ status: Int) -> StaticText? {
        switch (verdict.verdict, status) {
        case (_, 304) where verdict.isForbidden304: " -> 304, which is for GET and HEAD only"
        case (_, 304) where verdict.isOtherTag:
            " -> 304 with another tag: the client may renew the wrong copy"
        case (_, 304) where verdict.asksForNothing: " -> the resource exists"
        case (_, 304) where verdict.agrees == false: " -> 304, although it has changed"
        case (.perform, 412): " -> true, but the request was rejected"
        case (_, 304): " -> not changed: the client's copy is current"
        case (_, 412): " -> false: nothing was done"
        case (.notModified, 200..<300): " -> not changed, but sent again"
        case (.failed, 200..<300): " -> false, but the server ignored that"
        case (.partial, 206): " -> not changed: the requested part"
        case (.whole, 206): " -> changed: the part is of another version"
        case (.whole, 200): " -> changed: the whole body is sent"
        // Of a request that changes something, a success only says that its condition held.
        case (.perform, 200..<300) where method.isSafe: " -> changed: sent again"
        case (.unknown, 200..<300) where method.isSafe: " -> sent again"
        default: nil
        }
    }

    /// What part was asked for, and what came (RFC 9110 §14).
    mutating func ranges(_ record: FlowRecord, _ request: FieldSection?, _ response: ResponseHead) {
        guard RangeVerdict.isDue(request: request, status: response.status, response: response.fields) else { return }
        guard
            let verdict = RangeVerdict(
                method: record.method, request: request, status: response.status,
                response: response.fields, contentSize: record.response.content.size),
            let told = Self.told(verdict)
        else { return }
        add(.range, verdict.isWrong ? .warning : .normal, verdict: .range(verdict)) { out in
            if verdict.question != .none, let asked = request?.first(.range) {
                out.wire(asked, limit: 60)
                out.text(" -> ")
            }
            if case .part(let part, _) = verdict.answer { Self.part(part, to: &out) }
            out.text(told)
            guard verdict.answer == .unsatisfiable, let size = verdict.size else { return }
            out.text(", which has ")
            out.number(size)
            out.text(" bytes")
        }
    }

    /// `bytes 0-63 of 1048576`
    private static func part(_ part: ContentRange, to out: inout Phrase) {
        guard let range = part.range else { return }
        out.wire(part.unit, limit: 20)
        out.text(" ")
        out.number(range.lowerBound)
        out.text("-")
        out.number(range.upperBound)
        guard let size = part.size else { return }
        out.text(" of ")
        out.number(size)
    }

    /// nil where ranges made no difference.
    private static func told(_ verdict: RangeVerdict) -> StaticText? {
        switch verdict.answer {
        case .part(_, let fit):
            if verdict.isUnasked { return ", a part that was not requested" }
            return switch fit {
            case .asked, .unknown: ""
            case .less: ", less than requested"
            case .joined: ", the requested ranges in one part"
            case .other: ", not the requested part"
            }
        case .unsatisfiable where verdict.isRefusedWrongly: return "rejected, although a part of it exists"
        case .parts: return verdict.isUnasked ? "parts that were not requested" : "several parts, each with its range"
        case .nowhere: return "a part without a valid Content-Range"
        case .whole:
            switch verdict.question {
            case .ranges, .unit: return "the whole body, which is allowed"
            case .malformed: return "the whole body, because the range is invalid"
            case .otherMethod: return "no part, because only GET requests parts"
            case .none, .unseen: return nil
            }
        case .unsatisfiable: return "no part: the range is outside the resource"
        case .condition, .other: return nil
        }
    }
}
