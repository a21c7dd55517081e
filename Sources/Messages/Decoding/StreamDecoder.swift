package import Bytes
package import HTTPModel
import HTTPSemantics

/// Takes the codings off a content while it arrives. For one content; used by one thread.
package final class StreamDecoder {
    /// More decoded bytes than this are not looked at: what goes on for long is rarely so dense.
    private static let limit = 256 << 20
    /// Of what is coded, decoded at a time, as it may stand for a thousand times as much.
    private static let pieceSize = 16 << 10

    private let chain: DecodingChain?
    /// The one that was applied last.
    private let coding: ContentCoding
    /// Octets that are held to go on.
    package var held: Int { chain?.held ?? 0 }
    private var guardian = BombGuard()

    /// nil when a coding cannot be taken off here.
    package init?(_ fields: FieldSection) {
        switch ContentDecoder.plan(fields) {
        case .unknown: return nil
        case .nothing:
            chain = nil
            coding = .identity
        case .codings(let codings):
            guard let chain = try? DecodingChain(codings, limit: Self.limit) else { return nil }
            self.chain = chain
            coding = codings.last ?? .identity
        }
    }

    /// Hands out what the next bytes stand for.
    package func take(_ bytes: Bytes, _ output: (Bytes) -> Void) throws(DecodingFault) {
        guard let chain else { return output(bytes) }
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.pieceSize, bytes.count)
            guardian.taken += UInt64(end - start)
            try unsafe bytes.slice(start..<end).withUnsafeBytes { input throws(DecodingFault) in
                try unsafe chain.feed(input) { decoded throws(DecodingFault) in
                    try look(at: chain)
                    unsafe output(Bytes(Array(decoded)))
                }
            }
            try look(at: chain)
            start = end
        }
    }

    private func look(at chain: DecodingChain) throws(DecodingFault) {
        guardian.made = UInt64(chain.mostHandedOut)
        guard !guardian.isBomb else { throw DecodingFault(coding: coding, reason: .bomb) }
    }
}
