package import Bytes
import Formats

/// A temporary file that is being filled: an entry too large for memory. Used on the recorder's queue alone.
package final class SpoolFile: JSONSpool {
    private let file: TemporaryFile
    package private(set) var count = 0

    package init() throws(RecordError) {
        file = try TemporaryFile()
    }

    /// One for a `JSONWriter`; nil when there is no room for any.
    package static func make() -> (any JSONSpool)? { try? SpoolFile() }

    package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard unsafe file.write(bytes, at: count) else { return false }
        count += bytes.count
        return true
    }

    package func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        unsafe file.forEachPiece(upTo: count, of: pieceSize, body)
    }
}

extension SpoolFile: RecordedBytes {
    package func read(_ range: Range<Int>) -> Bytes {
        unsafe Bytes(
            [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                let isWhole = unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
                count = isWhole ? range.count : 0
            })
    }
}
