import Bytes
import Flow
import HTTPSemantics

/// Takes the coding off single messages of a call, within bounds.
struct CallDecoding {
    /// Octets of a message that are kept.
    static let limit = 1 << 20
    /// What a coded message may stand for.
    private static let decodedLimit = 16 << 20

    private let coding: ContentCoding?
    private var guardian = BombGuard()

    /// - Parameter coding: its name, where messages may be coded.
    init(_ coding: Bytes?) {
        self.coding = coding.map { ContentCoding($0) }
    }

    /// What was decoded stands for so much more than it is that it was made for that.
    var isBomb: Bool { guardian.isBomb }

    /// What is kept of what the octets stand for, and how much that is; nil when they are not in the coding, or that is
    /// not known.
    mutating func decode(_ bytes: Bytes) -> (bytes: Bytes, size: UInt64)? {
        guard let coding else { return nil }
        var kept: [UInt8] = []
        let result = unsafe ContentDecoder.decode(.inline(bytes), [coding], limit: Self.decodedLimit) { piece in
            unsafe kept += piece.prefix(Self.limit - kept.count)
        }
        guardian.taken += UInt64(bytes.count)
        guardian.made += UInt64(result.size)
        return result.fault == nil ? (Bytes(kept), UInt64(result.size)) : nil
    }
}
