import Bytes
package import Filter
import Flow
import HTTPModel

/// Which flows are shipped, and what of them. A value.
package struct ShippingPolicy: Sendable {
    package enum Bodies: String, Sendable, CaseIterable {
        case none, text, all
    }

    package var matcher: FilterMatcher?
    /// The share of successful flows that is shipped: above 0, at most 1.
    package var sample: Double
    package var bodies: Bodies
    package var bodyLimit: Int

    package init(
        matcher: FilterMatcher? = nil, sample: Double = 1, bodies: Bodies = .text, bodyLimit: Int = 256 << 10
    ) {
        self.matcher = matcher
        self.sample = sample
        self.bodies = bodies
        self.bodyLimit = bodyLimit
    }

    /// Not all flows are shipped.
    var leavesOut: Bool { matcher != nil || sample < 1 }

    /// How many flows one that is shipped stands for; nil: it is not shipped. Only successful ones are sampled: by
    /// their trace, so that a trace is whole, else by run and number, so that the answer is the same every time.
    func weight(of record: FlowRecord, trace: Bytes?) -> Float? {
        guard sample < 1, record.outcome?.kind == .complete, (record.status ?? 0) < 400 else { return 1 }
        let name = trace ?? Bytes("\(record.run?.text ?? "")\n\(record.id.number)")
        let place = Double(FleetDigest.number(name)) / Double(Int64.max)
        return place < sample ? Float(1 / sample) : nil
    }

    /// Cuts the content of a message to what is shipped of it.
    ///
    /// - Parameter isText: it is made of characters, and its codings are known.
    func cut(_ content: FlowRecord.Content, isText: Bool) -> FlowRecord.Content {
        var content = content
        let isShipped = bodies == .all || bodies == .text && isText
        let count = content.kept.count ?? content.decoded?.count ?? 0
        guard count > 0, !isShipped || max(content.kept.count ?? 0, content.decoded?.count ?? 0) > bodyLimit else {
            return content
        }
        content.isTruncated = true
        guard isShipped, bodyLimit > 0 else {
            content.kept = .absent
            content.decoded = nil
            return content
        }
        if content.kept.count ?? 0 > 0 {
            content.kept = .inline(Self.beginning(of: content.kept, bodyLimit))
            content.decoded = nil
        } else if let decoded = content.decoded {
            content.decoded = Bytes(Array(decoded.prefix(bodyLimit)))
        }
        return content
    }

    private static func beginning(of content: ContentRef, _ limit: Int) -> Bytes {
        var bytes: [UInt8] = []
        _ = unsafe content.forEachPiece(of: min(limit, ContentRef.pieceSize)) { piece in
            unsafe bytes.append(contentsOf: piece.prefix(limit - bytes.count))
            return bytes.count < limit
        }
        return Bytes(bytes)
    }
}
