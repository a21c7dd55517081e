import Bytes
package import Flow
package import HTTPModel
package import HTTPSemantics

/// Takes the codings off a kept content (RFC 9110 §8.4), one or several on one another.
package enum ContentDecoder {
    /// More decoded bytes than this are not looked at: a small body can stand for a very large one.
    package static let outputLimit = 32 << 20
    /// More codings than these nobody means.
    private static let codingLimit = 4

    /// What there is to take off.
    package enum Plan: Sendable, Equatable {
        case nothing
        /// In the order in which they were applied.
        case codings([ContentCoding])
        /// One that cannot be taken off here, or too many.
        case unknown
    }

    /// What came of it.
    package struct Decoded: Sendable, Hashable {
        /// Bytes handed out.
        package var size = 0
        /// Why not all was decoded; nil when it was.
        package var fault: DecodingFault?

        /// Why not all was decoded, a sentence. Where nothing was, the content never had the coding.
        package var remark: String? {
            guard let fault, size == 0, fault.reason == .malformed else { return fault?.text }
            return "The content is not \(fault.coding.name.text), whatever Content-Encoding says."
        }
    }

    /// Of a message with these fields.
    package static func plan(_ fields: FieldSection) -> Plan {
        // Most messages have no such field.
        guard fields.contains(.contentEncoding) else { return .nothing }
        let codings = ContentCoding.list(fields).filter { $0 != .identity }
        if codings.isEmpty { return .nothing }
        guard codings.count <= codingLimit, codings.allSatisfy(canRemove) else { return .unknown }
        return .codings(codings)
    }

    /// Hands out the decoded content in pieces, all but the last of `ContentRef.pieceSize` bytes, up to its end or to
    /// where it is damaged.
    package static func decode(
        _ content: ContentRef, _ codings: [ContentCoding], limit: Int = outputLimit,
        _ output: (UnsafeRawBufferPointer) -> Void
    ) -> Decoded {
        let collector = PieceCollector()
        var result = Decoded()
        do throws(DecodingFault) {
            let chain = try DecodingChain(codings, limit: limit)
            var fault: DecodingFault?
            let wasRead = unsafe content.forEachPiece(of: ContentRef.pieceSize) { piece in
                do throws(DecodingFault) {
                    try unsafe chain.feed(piece) { decoded throws(DecodingFault) in
                        unsafe collector.add(decoded, output)
                    }
                } catch {
                    fault = error
                }
                return fault == nil
            }
            if let fault { throw fault }
            guard wasRead else { throw DecodingFault(coding: codings.last ?? .identity, reason: .unavailable) }
            try chain.finish()
        } catch {
            result.fault = error
        }
        unsafe collector.flush(output)
        result.size = collector.count
        return result
    }

    /// Hands out what is decoded as it comes, up to a damaged place and as far as windows reach, until `body` says no.
    package static func forEachPiece(
        of content: ContentRef, _ codings: [ContentCoding], _ body: (UnsafeRawBufferPointer) -> Bool
    ) {
        guard let chain = try? DecodingChain(codings, limit: DecodingCursor.reach) else { return }
        _ = unsafe content.forEachPiece(of: ContentRef.pieceSize) { piece in
            do throws(DecodingFault) {
                try unsafe chain.feed(piece) { decoded throws(DecodingFault) in
                    // A piece may stand for gigabytes, which nobody waits for any more.
                    guard unsafe body(decoded) else { throw DecodingFault(coding: .identity, reason: .unavailable) }
                }
                return true
            } catch {
                return false
            }
        }
    }

    private static func canRemove(_ coding: ContentCoding) -> Bool {
        switch coding {
        case .gzip, .deflate, .brotli, .zstd, .identity: true
        case .compress, .other: false
        }
    }
}
