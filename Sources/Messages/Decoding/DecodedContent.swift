package import Bytes
package import Flow
import HTTPModel

/// The content of a message as it is meant: its codings taken off, as far as it was kept and can be decoded.
package struct DecodedContent: Sendable {
    package private(set) var bytes = Bytes()
    /// There was more than the limit.
    package private(set) var isCut = false
    /// Why not all could be decoded; nil when it was.
    package private(set) var fault: DecodingFault?
    /// Codings were taken off.
    package private(set) var wasCoded = false

    /// nil when nothing was kept, or when it has a coding that is not known here.
    ///
    /// - Parameter limit: more bytes than these are not looked at.
    package init?(_ record: FlowRecord, _ kind: MessageKind, limit: Int = ContentDecoder.outputLimit) {
        let content = record[kind].content
        if let decoded = content.decoded {
            wasCoded = ContentDecoder.plan(record.fields(kind) ?? .none) != .nothing
            take(decoded, limit)
            return
        }
        guard content.kept.count != nil else { return nil }
        var gathered: [UInt8] = []
        switch ContentDecoder.plan(record.fields(kind) ?? .none) {
        case .unknown: return nil
        case .nothing:
            if let bytes = content.kept.bytes {
                take(bytes, limit)
                return
            }
            let wasRead = unsafe content.kept.forEachPiece(of: ContentRef.pieceSize) { piece in
                unsafe gathered.append(contentsOf: piece)
                return gathered.count <= limit
            }
            guard wasRead else { return nil }
        case .codings(let codings):
            wasCoded = true
            fault =
                unsafe ContentDecoder.decode(content.kept, codings, limit: limit) {
                    unsafe gathered.append(contentsOf: $0)
                }.fault
        }
        take(Bytes(gathered), limit)
    }

    private mutating func take(_ all: Bytes, _ limit: Int) {
        isCut = all.count > limit
        bytes = isCut ? all.slice(0..<limit) : all
    }
}
