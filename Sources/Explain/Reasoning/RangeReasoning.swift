import Bytes
import HTTPModel
import HTTPSemantics

/// Which part of the resource was asked for and which came, drawn on the resource.
public enum RangeReasoning {
    /// Columns of the drawing.
    private static let columns: UInt64 = 40
    private static let mostDrawn = 8

    public static func reasoning(about exchange: RecordedExchange) -> Reasoning? {
        guard let response = exchange.response else { return nil }
        let asked = exchange.request.fields.first(.range)
        let sent = response.fields.first(.contentRange)
        guard asked != nil || sent != nil || response.status == 206 || response.status == 416 else { return nil }
        var steps = StepList()
        let content = sent.flatMap { ContentRange($0) }
        let size = content?.size ?? (response.status == 200 ? exchange.transferredSize : nil)
        if let asked { request(asked, size, exchange, &steps) }
        if let sent {
            steps.add(
                "Content-Range", held: content != nil,
                content.map { words($0) } ?? "Content-Range: \(sent) is malformed; the part cannot be placed.",
                "RFC 9110 §14.4")
        }
        if response.status == 206 { parts(content, exchange, &steps) }
        let conclusion = conclusion(response.status, asked, content)
        if sent == nil { steps.add("answer", conclusion, "RFC 9110 §14.2") }
        return Reasoning(.ranges, conclusion, steps: steps.steps)
    }

    private static func request(
        _ asked: Bytes, _ size: UInt64?, _ exchange: RecordedExchange, _ steps: inout StepList
    ) {
        guard exchange.request.method == .get else {
            steps.add(
                "Range", held: false, "Range: \(asked) is ignored: it has a meaning with GET alone.", "RFC 9110 §14.2")
            return
        }
        guard let wanted = RangeRequest(asked) else {
            steps.add("Range", held: false, "Range: \(asked) is malformed, so the server ignores it.", "RFC 9110 §14.2")
            return
        }
        if let value = exchange.request.fields.first(named: "if-range") {
            let isWeak = EntityTag(value)?.isWeak == true
            steps.add(
                "If-Range", held: isWeak ? false : nil,
                isWeak
                    ? "If-Range: \(value) is weak and can never match, so the whole is always sent."
                    : "If-Range: \(value): the part is wanted only if the resource is still that one; else the whole.",
                "RFC 9110 §13.1.5")
        }
        let resolved = size.map { wanted.resolved(size: $0) }
        for (place, spec) in wanted.specs.prefix(mostDrawn).enumerated() {
            guard let size, let resolved else {
                steps.add("Range", words(spec), "RFC 9110 §14.1.2")
                continue
            }
            if let range = resolved[place] {
                steps.add(
                    "Range", held: true,
                    words(spec) + " That lies within the \(size) bytes: \(range.lowerBound) to \(range.upperBound).",
                    "RFC 9110 §14.1.2")
            } else {
                steps.add(
                    "Range", held: false, "\(words(spec)) That lies outside of its \(size) bytes.", "RFC 9110 §14.1.2")
            }
        }
        if wanted.specs.count > mostDrawn {
            steps.add("Range", "\(wanted.specs.count - mostDrawn) more ranges are asked for.", "RFC 9110 §14.1.2")
        }
    }

    private static func parts(
        _ content: ContentRange?, _ exchange: RecordedExchange, _ steps: inout StepList
    ) {
        if let content, let length = content.length, let size = exchange.transferredSize {
            steps.add(
                "length", held: size == length,
                size == length
                    ? "The content has the \(length) bytes that Content-Range speaks of."
                    : "The content has \(size) bytes, but Content-Range speaks of \(length).", "RFC 9110 §15.3.7")
        }
        guard let type = exchange.responseType, type.is("multipart", "byteranges"),
            let boundary = type.parameter("boundary"), let bytes = exchange.responseContent.bytes
        else { return }
        for part in MultipartRanges.parts(of: bytes, boundary: boundary).prefix(mostDrawn) {
            steps.add(
                "part", held: part.range != nil,
                part.range.map { words($0) } ?? "A part has no Content-Range that can be read.", "RFC 9110 §14.6")
        }
    }

    private static func words(_ spec: RangeRequest.Spec) -> Prose {
        switch spec {
        case .from(0, through: let last?): "The first \(last == .max ? last : last + 1) bytes are asked for."
        case .from(let first, through: let last?): "Bytes \(first) to \(last) are asked for, both included."
        case .from(let first, through: nil): "Everything from byte \(first) on is asked for."
        case .last(let count): "The last \(count) bytes are asked for."
        }
    }

    private static func words(_ content: ContentRange) -> Prose {
        guard let range = content.range else {
            return "No part can be sent; the resource has \(content.size ?? 0) bytes."
        }
        guard let size = content.size else { return place(content) + "." }
        return place(content) + ": \(draw(range, of: size))."
    }

    private static func place(_ content: ContentRange) -> Prose {
        guard let range = content.range else { return "No part" }
        let whole: Prose = content.size.map { "\($0)" } ?? "a resource whose size is not known yet"
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

    private static func conclusion(_ status: Int, _ asked: Bytes?, _ content: ContentRange?) -> Prose {
        switch (status, asked) {
        case (206, .some):
            return content.map { place($0) + "." } ?? "The parts asked for came."
        case (206, nil): return "A part came though none was asked for, which a client cannot use."
        case (416, _): return "None of the ranges lies within the resource, so nothing was sent."
        case (200, .some):
            return "The whole was sent: the server ignores Range, or the condition of If-Range did not hold."
        case (304, .some): return "Nothing was sent, as the client has the current state."
        default: return "The answer is \(status), so the ranges had no effect."
        }
    }
}
