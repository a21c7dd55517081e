/// A place outside of memory for the beginning of a large value while the rest of it is written.
package protocol JSONSpool: AnyObject {
    /// Bytes in it.
    var count: Int { get }
    /// Appends all of the bytes, or none: false when there was no room for them.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool
    /// Hands out everything in order, in pieces of at most `pieceSize` bytes; `body` says whether to go on. False when
    /// it could not be read.
    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool
}
