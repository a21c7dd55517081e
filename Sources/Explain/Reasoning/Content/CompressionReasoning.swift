import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// Which content codings the response has, and what they saved or would have saved.
package enum CompressionReasoning {
    /// What compression saved; nil where it plays no part.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard exchange.responseHead != nil, exchange.responseHasContent else { return nil }
        let codings = exchange.responseCodings
        var steps = StepCollector()
        let offered = exchange.requestFields.list(named: "accept-encoding").prefix(100).map { Preference($0) }
        if exchange.requestHead != nil { steps.add("offered", offer(offered), "RFC 9110 §12.5.3") }
        guard !codings.isEmpty else {
            let text = without(exchange, asked: offered.contains { $0.weight > 0 && !Self.isIdentity($0) })
            steps.add("coding", text, "RFC 9110 §8.4")
            return Reasoning(.compression, text, steps: steps.steps)
        }
        let names: Prose = .list(codings.map(\.name))
        if let coding = exchange.falseCoding {
            let text: Prose = "Content-Encoding declares \(names), but the content is not \(coding.name)."
            steps.fault("coding", text, "RFC 9110 §8.4")
            return Reasoning(.compression, text, steps: steps.steps)
        }
        steps.add("coding", held: true, "Applied in this order: \(names).", "RFC 9110 §8.4")
        if exchange.responseType?.isCompressed == true, !saves(exchange) {
            steps.fault(
                "content",
                "This media type is already compressed; compressing it again saves nothing.", "RFC 9110 §8.4")
        } else if saves(exchange), let type = exchange.responseType, codings.contains(where: { type.names($0) }) {
            // What is compressed does not shrink again by much: under the coding is something else.
            steps.fault(
                "content",
                """
                The type says compressed data, but the coding made it much smaller, so the decoded content is not \
                compressed. The type and the coding may describe the same compression twice.
                """, "RFC 9110 §8.4")
        }
        let conclusion: Prose
        if let sizes = CompressionSizes(exchange) {
            conclusion =
                sizes.saves
                ? """
                \(names) reduced \(Quantity.size(sizes.decoded)) to \(Quantity.size(sizes.transferred)): \
                \(sizes.savedPercent) % less.
                """
                : """
                \(names) turned \(Quantity.size(sizes.decoded)) into \(Quantity.size(sizes.transferred)): nothing \
                saved.
                """
            steps.judge("saved", sizes.saves, conclusion, "RFC 9110 §8.4.1")
        } else {
            conclusion = "The content was sent as \(names). " + unknown(exchange)
        }
        return Reasoning(.compression, conclusion, steps: steps.steps)
    }

    /// Whether the coding saved more than it could of what is compressed.
    private static func saves(_ exchange: FlowRecord) -> Bool {
        CompressionSizes(exchange).map { $0.transferred < $0.decoded / 2 } ?? false
    }

    /// What Accept-Encoding says: a weight of 0 refuses (RFC 9110 §12.4.2).
    private static func offer(_ offered: [Preference]) -> Prose {
        if offered.isEmpty { return "The request has no Accept-Encoding; servers then usually send no coding." }
        let wanted = offered.filter { $0.weight > 0 }.map(\.value)
        let refused = offered.filter { $0.weight == 0 }.map(\.value)
        let refusal: Prose = refused.isEmpty ? "" : " It rejects \(Prose.list(refused)), with weight \("0")."
        return wanted.isEmpty
            ? "The client accepts none of the named codings." + refusal
            : "The client accepts \(Prose.list(wanted))." + refusal
    }

    private static func isIdentity(_ preference: Preference) -> Bool { preference.value.equalsIgnoringCase("identity") }

    /// Which of the two sizes is missing.
    private static func unknown(_ exchange: FlowRecord) -> Prose {
        exchange.transferredSize == nil
            ? "The saving is unknown: the transferred size was not recorded."
            : "The saving is unknown: the uncompressed size was not recorded."
    }

    private static func without(_ exchange: FlowRecord, asked: Bool) -> Prose {
        if exchange.responseType?.isCompressed == true {
            return "There is no coding. That is right: this media type is already compressed."
        }
        guard let size = exchange.transferredSize, exchange.responseType?.isText == true else {
            return "The content has no coding."
        }
        if size < CompressionSizes.worthwhile {
            return "There is no coding; compressing \(Quantity.size(size)) would save too little."
        }
        return asked
            ? "There is no coding, although this is \(Quantity.size(size)) of text, which usually compresses well."
            : "There is no coding; the client did not ask for one."
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
