import Bytes
import Flow
import HTTPModel
import Messages

/// A response's content without its codings.
struct UnpackedContent {
    /// All of it, or what came before the fault.
    let content: Bytes
    /// Why not all codings could be taken off; nil when they were.
    let fault: DecodingFault?
}

extension Facts {
    /// More of it is not looked at.
    private static let mostUnpacked = 1 << 20
    /// So few bytes show nothing.
    private static let fewest = 4

    /// Takes the codings off content that is all there. nil where there are none, where it is too much to look through,
    /// and where a recorder or client did it already.
    func readUnpacked() -> UnpackedContent? {
        guard !codings.isEmpty, falseCoding == nil, let fields = response?.fields else { return nil }
        // Where a recording has the content so, nothing is known of its codings.
        if responseContent.bytes == nil, let decoded = responseContent.decoded, responseContent.isExact, isWhole {
            return UnpackedContent(content: decoded, fault: nil)
        }
        guard let bytes = wireContent(.response), bytes.count > Self.fewest,
            case .codings(let codings) = ContentDecoder.plan(fields)
        else { return nil }
        var plain: [UInt8] = []
        let decoded = ContentDecoder.decode(.inline(bytes), codings, limit: Self.mostUnpacked) {
            plain.append(contentsOf: $0)
        }
        return UnpackedContent(content: Bytes(plain), fault: decoded.fault)
    }
}
