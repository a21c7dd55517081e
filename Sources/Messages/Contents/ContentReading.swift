package import Bytes
import Explain
package import Flow
package import HTTPModel
import HTTPSemantics

/// The beginning of a content with its codings taken off, as much as is wanted.
package struct ContentReading: Sendable {
    package private(set) var bytes = Bytes()
    /// Nothing is left out, and nothing is damaged.
    package private(set) var isWhole = true
    package private(set) var isDamaged = false
    /// False when a coding could not be taken off: the type then says nothing of the bytes.
    package private(set) var isDecoded = true
    /// `gzip, then br`; nil when there are none.
    package private(set) var codings: String?
    package private(set) var remarks: [String] = []

    /// - Parameter limit: bytes of the result.
    package init(_ content: ContentRef, _ fields: FieldSection, limit: Int) {
        var collected: [UInt8] = []
        var isFull = false
        func collect(_ piece: UnsafeRawBufferPointer) {
            let room = limit - collected.count
            if piece.count > room { isFull = true }
            unsafe collected.append(contentsOf: piece.prefix(room))
        }
        let plan = ContentDecoder.plan(fields)
        switch plan {
        case .codings(let codings):
            let decoded = unsafe ContentDecoder.decode(content, codings) { unsafe collect($0) }
            self.codings = codings.map(\.name.text).joined(separator: ", then ")
            // A content that was never coded, whatever the field says, is shown as it is.
            if decoded.size == 0, let remark = decoded.remark, (content.count ?? 0) > 0 {
                remarks.append("\(remark) Hark shows the transferred bytes.")
                isDamaged = true
                isDecoded = false
                _ = unsafe content.forEachPiece(of: ContentRef.pieceSize) { piece in
                    unsafe collect(piece)
                    return !isFull
                }
            } else if let fault = decoded.fault {
                remarks.append(fault.text)
                isWhole = false
                isDamaged = fault.reason != .tooLarge
            }
        case .nothing, .unknown:
            if plan == .unknown {
                let names = fields.first(.contentEncoding).map { $0.text } ?? ""
                remarks.append("Hark cannot decode its coding (\(names)), and shows the transferred bytes.")
                isDecoded = false
            }
            let wasRead = unsafe content.forEachPiece(of: ContentRef.pieceSize) { piece in
                unsafe collect(piece)
                return !isFull
            }
            if !wasRead {
                remarks.append("Hark could not read the whole content.")
                (isWhole, isDamaged) = (false, true)
            }
        }
        if isFull {
            isWhole = false
            remarks.append("The first \(Quantity.size(limit)) are shown.")
        }
        bytes = Bytes(collected)
    }
}
