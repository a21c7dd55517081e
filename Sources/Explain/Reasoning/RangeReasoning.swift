import Bytes
package import Flow
import HTTPModel
package import HTTPSemantics

/// Which part of the resource was asked for and which came, drawn on the resource.
package enum RangeReasoning {
    /// Columns of the drawing.
    private static let columns: UInt64 = 40
    private static let mostDrawn = 8

    /// What of the resource was asked for and came; nil where ranges play no part.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let response = exchange.responseHead, let verdict = verdict(exchange) else { return nil }
        var steps = StepCollector()
        question(verdict, exchange.requestFields, &steps)
        if let value = response.fields.first(.contentRange) {
            if let content = ContentRange(value) {
                steps.add("Content-Range", held: true, phrase(content), "RFC 9110 §14.4")
            } else {
                steps.fault(
                    "Content-Range", "Content-Range: \(value) is malformed; the client cannot place the part.",
                    "RFC 9110 §14.4")
            }
        }
        if response.status == 206 { parts(verdict, exchange, &steps) }
        let conclusion = conclusion(verdict, exchange, response)
        if verdict.isWrong || verdict.isRefusedWrongly {
            steps.fault("answer", conclusion, "RFC 9110 §15.3.7")
        } else if !response.fields.contains(.contentRange) {
            steps.add("answer", conclusion, "RFC 9110 §14.2")
        }
        return Reasoning(.ranges, conclusion, steps: steps.steps)
    }

    /// The one judgement of ranges; nil when neither message speaks of them.
    package static func verdict(_ exchange: FlowRecord) -> RangeVerdict? {
        guard let response = exchange.responseHead else { return nil }
        return RangeVerdict(
            method: exchange.method, request: exchange.requestHead?.fields, status: response.status,
            response: response.fields, contentSize: exchange.transferredSize)
    }

    private static func question(_ verdict: RangeVerdict, _ request: FieldSection, _ steps: inout StepCollector) {
        let asked = request.first(.range) ?? Bytes()
        let wanted: RangeRequest
        switch verdict.question {
        case .none, .unseen: return
        case .otherMethod(let method):
            steps.add(
                "Range", held: false,
                "Range: \(asked) is ignored: it applies only to GET, not to \(method.name).", "RFC 9110 §14.2"
            )
            return
        case .malformed:
            steps.fault(
                "Range", "Range: \(asked) is malformed: a server ignores it, or rejects the request.", "RFC 9110 §14.2")
            return
        case .unit(let unit):
            steps.add(
                "Range", held: false,
                "Range: \(asked) is in the unit \(unit), not bytes: a server that does not know that unit ignores it.",
                "RFC 9110 §14.2")
            return
        case .ranges(let ranges): wanted = ranges
        }
        if let value = request.first(named: "if-range") {
            if EntityTag(value)?.isWeak == true {
                steps.fault(
                    "If-Range",
                    "If-Range: \(value) is weak and never matches: the whole body is correct, not a part.",
                    "RFC 9110 §13.1.5")
            } else {
                steps.add(
                    "If-Range",
                    """
                    If-Range: \(value): the client wants the part only if the resource is unchanged, otherwise the \
                    whole body.
                    """,
                    "RFC 9110 §13.1.5")
            }
        }
        for (place, spec) in wanted.specs.prefix(mostDrawn).enumerated() {
            guard let size = verdict.size, place < verdict.resolved.count else {
                steps.add("Range", phrase(spec), "RFC 9110 §14.1.2")
                continue
            }
            if let range = verdict.resolved[place] {
                steps.add(
                    "Range", held: true,
                    phrase(spec) + " " + due(range, spec, size),
                    "RFC 9110 §14.1.2")
            } else {
                steps.fault(
                    "Range", phrase(spec) + " That is outside its \(Quantity.bytes(size)).", "RFC 9110 §14.1.2")
            }
        }
        if wanted.specs.count > mostDrawn {
            steps.add("Range", "The request has \(wanted.specs.count - mostDrawn) more ranges.", "RFC 9110 §14.1.2")
        }
    }

    /// What is due for a range that exists, which the end of the resource may cut off (RFC 9110 §14.1.2).
    private static func due(_ range: ClosedRange<UInt64>, _ spec: RangeRequest.Spec, _ size: UInt64) -> Prose {
        let isCut =
            switch spec {
            case .from(_, through: let last): last.map { $0 > range.upperBound } ?? false
            case .last(let count): count > size
            }
        let part: Prose =
            range.lowerBound == range.upperBound
            ? "byte \(range.lowerBound)" : "bytes \(range.lowerBound) to \(range.upperBound)"
        return isCut
            ? "The resource ends at byte \(size - 1), so the correct part is " + part + "."
            : "That is within the \(Quantity.bytes(size)): " + part + "."
    }

    private static func parts(_ verdict: RangeVerdict, _ exchange: FlowRecord, _ steps: inout StepCollector) {
        // The head of a HEAD says what a GET would bring, and nothing comes.
        if case .part(let content, _) = verdict.answer, let length = content.length, exchange.responseMayHaveContent,
            let size = exchange.transferredSize
        {
            steps.judge(
                "length", size == length,
                size == length
                    ? "The content has the \(Quantity.bytes(length)) that Content-Range declares."
                    : "The content has \(Quantity.bytes(size)), but Content-Range declares \(length).",
                "RFC 9110 §15.3.7")
        }
        guard verdict.answer == .parts, let boundary = exchange.responseType?.parameter("boundary"),
            let bytes = exchange.response.content.bytes
        else { return }
        for part in Multipart(bytes, boundary: boundary, limit: mostDrawn).parts where part.headIsWhole {
            if let range = part.range {
                steps.add("part", held: true, phrase(range), "RFC 9110 §14.6")
            } else {
                steps.fault("part", "A part has no readable Content-Range.", "RFC 9110 §14.6")
            }
        }
    }

    private static func phrase(_ spec: RangeRequest.Spec) -> Prose {
        switch spec {
        case .from(0, through: let last?):
            last == 0
                ? "The client requests the first byte."
                : """
                The client requests the first \(last == .max ? last : last + 1) bytes.
                """
        case .from(let first, through: let last?): "The client requests bytes \(first) to \(last), both included."
        case .from(let first, through: nil): "The client requests everything from byte \(first) on."
        case .last(1): "The client requests the last byte."
        case .last(let count): "The client requests the last \(count) bytes."
        }
    }

    private static func phrase(_ content: ContentRange) -> Prose {
        guard let range = content.range else {
            return "No part can be sent; the resource has \(content.size ?? 0) bytes."
        }
        guard let size = content.size else { return place(content) + "." }
        return place(content) + ": \(draw(range, of: size))."
    }

    private static func place(_ content: ContentRange) -> Prose {
        guard let range = content.range else { return "No part" }
        let whole: Prose = content.size.map { "\($0)" } ?? "a resource of unknown size"
        return "Bytes \(range.lowerBound) to \(range.upperBound) of " + whole
    }

    /// `[··####····]`: the part on the whole; a part too small for a column still has one.
    static func draw(_ range: ClosedRange<UInt64>, of size: UInt64) -> String {
        guard size > 0 else { return "[]" }
        func column(_ position: UInt64) -> UInt64 {
            let (high, low) = position.multipliedFullWidth(by: columns)
            return high < size ? size.dividingFullWidth((high, low)).quotient : columns - 1
        }
        let first = min(column(range.lowerBound), columns - 1)
        let last = min(max(column(range.upperBound), first), columns - 1)
        let before = String(repeating: ".", count: Int(first))
        let inside = String(repeating: "#", count: Int(last - first + 1))
        return "[" + before + inside + String(repeating: ".", count: Int(columns - 1 - last)) + "]"
    }

    private static func conclusion(
        _ verdict: RangeVerdict, _ exchange: FlowRecord, _ response: ResponseHead
    ) -> Prose {
        let (status, request) = (response.status, exchange.requestFields)
        if verdict.isUnasked {
            return """
                The server sent a part although the client requested none, so the client cannot use it.
                """
        }
        switch verdict.answer {
        case .part(let content, let fit):
            let place = place(content)
            switch fit {
            case .asked, .unknown: return place + "."
            case .less: return place + ": less than requested."
            case .joined: return place + ": the requested ranges, in one part."
            case .other: return place + ": not the requested part."
            }
        case .parts: return partsThatCame(verdict, exchange)
        case .nowhere: return "The server sent a part, but did not say which."
        // RFC 9110 §9.3.2: with HEAD nothing is sent but the head.
        case .whole where exchange.method == .head:
            return "Range has no effect on HEAD, which requests only the head."
        case .whole: return "The server sent the whole body: " + whole(verdict, request) + "."
        case .unsatisfiable:
            if verdict.isRefusedWrongly, let range = verdict.resolved.compactMap({ $0 }).first {
                return "The response is 416, although bytes \(range.lowerBound) to \(range.upperBound) exist."
            }
            return verdict.question == .malformed
                ? "The server rejected the request: the Range field is malformed."
                : "None of the ranges is within the resource, so no part was sent."
        case .condition:
            return status == 304
                ? "Nothing was sent, because the client has the current version."
                : "Nothing was sent, because a condition of the request is false."
        case .other: return "The response is \(status), so Range had no effect."
        }
    }

    /// How many of the ranges the parts cover; ranges may be joined, and sent in another order (RFC 9110 §15.3.7.2).
    private static func partsThatCame(_ verdict: RangeVerdict, _ exchange: FlowRecord) -> Prose {
        guard let boundary = exchange.responseType?.parameter("boundary"), let bytes = exchange.response.content.bytes
        else { return "The server sent parts, each with its own Content-Range." }
        let came = Multipart(bytes, boundary: boundary, limit: 1_000).parts.filter(\.headIsWhole).compactMap(\.range)
        guard !came.isEmpty else { return "The server sent a multipart body, of which no part can be read." }
        guard case .ranges(let asked) = verdict.question, let size = came.compactMap(\.size).first else {
            return "The server sent \(Quantity.count(came.count, "part")), each with its own Content-Range."
        }
        let wanted = asked.resolved(size: size).compactMap { $0 }
        let covered = wanted.count { range in
            came.contains { part in
                part.range.map { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound } ?? false
            }
        }
        return covered == wanted.count
            ? "The server sent the requested parts, each with its own Content-Range."
            : "The server sent \(covered) of the \(Quantity.count(wanted.count, "range")) requested."
    }

    /// Why the whole came, as part of a sentence.
    private static func whole(_ verdict: RangeVerdict, _ request: FieldSection) -> Prose {
        switch verdict.question {
        case .none, .unseen: "its Content-Range has no effect"
        case .otherMethod(let method): "Range has no effect with \(method.name)"
        case .malformed: "the server ignored the malformed Range"
        case .unit(let unit): "the server does not know the unit \(unit)"
        case .ranges:
            request.contains(named: "if-range")
                ? "the condition of If-Range was false, or the server ignored Range" : "the server ignored Range"
        }
    }
}
