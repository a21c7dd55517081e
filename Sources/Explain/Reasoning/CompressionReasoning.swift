import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Which content codings the response has, and what they saved or would have saved.
public enum CompressionReasoning {
    public static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard exchange.responseHead != nil, exchange.responseHasContent else { return nil }
        let codings = exchange.responseCodings
        var steps = StepList()
        let offered = exchange.requestFields.list(named: "accept-encoding")
        if exchange.requestHead != nil {
            steps.add(
                "offered", held: !offered.isEmpty,
                offered.isEmpty
                    ? "The request has no Accept-Encoding; servers send such clients no coding, as a rule."
                    : "The client understands \(Prose.list(offered)).", "RFC 9110 §12.5.3")
        }
        guard !codings.isEmpty else {
            let text = without(exchange, offered)
            steps.add("coding", held: false, text, "RFC 9110 §8.4")
            return Reasoning(.compression, text, steps: steps.steps)
        }
        let names: Prose = .list(codings.map(\.name))
        steps.add("coding", held: true, "Applied, in this order: \(names).", "RFC 9110 §8.4")
        if exchange.responseType?.isCompressed == true {
            steps.add(
                "content", held: false, "This media type is compressed by itself; doing so again gains nothing.",
                "RFC 9110 §8.4")
        }
        let conclusion: Prose
        if let sizes = CompressionSizes(exchange) {
            conclusion =
                sizes.saves
                ? """
                \(names) made \(Quantity.size(sizes.transferred)) of \(Quantity.size(sizes.decoded)): \
                \(sizes.savedPercent) % less.
                """
                : "\(names) made \(Quantity.size(sizes.transferred)) of \(Quantity.size(sizes.decoded)), which is no gain."
            steps.add("saved", held: sizes.saves, conclusion, "RFC 9110 §8.4.1")
        } else {
            conclusion = "The content is \(names); what that saved is not known, as its decoded size is not."
        }
        return Reasoning(.compression, conclusion, steps: steps.steps)
    }

    private static func without(_ exchange: FlowRecord, _ offered: [Bytes]) -> Prose {
        if exchange.responseType?.isCompressed == true {
            return "No coding, which is right: this media type is compressed by itself."
        }
        guard let size = exchange.transferredSize, exchange.responseType?.isText == true else {
            return "The content has no coding."
        }
        if size < CompressionSizes.worthwhile { return "No coding; \(Quantity.size(size)) are too few to gain by it." }
        return offered.isEmpty
            ? "No coding; the client did not ask for one."
            : "No coding, though this is text of \(Quantity.size(size)), and text shrinks to a third or less."
    }
}

/// The content's size with and without its coding.
struct CompressionSizes {
    /// What fits into one packet anyway is not worth compressing.
    static let worthwhile: UInt64 = 1_400

    let transferred: UInt64
    let decoded: UInt64

    init?(_ exchange: FlowRecord) {
        guard !exchange.responseCodings.isEmpty, let transferred = exchange.transferredSize,
            let decoded = exchange.response.content.decodedSize, decoded > 0
        else { return nil }
        self.transferred = transferred
        self.decoded = decoded
    }

    var saves: Bool { transferred < decoded }
    var savedPercent: Int { saves ? Quantity.percent(decoded - transferred, of: decoded) : 0 }
}
