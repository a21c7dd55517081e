/// What is kept in files, handed out piece by piece through one buffer.
enum FilePieces {
    /// Hands out the first `count` bytes: all pieces but the last have exactly `pieceSize` bytes. False when something
    /// could not be read; `body` says whether it wants to go on.
    ///
    /// - Parameter read: fills the buffer with what begins at an offset; false when it cannot.
    static func forEach(
        upTo count: Int, of pieceSize: Int, read: (UnsafeMutableRawBufferPointer, Int) -> Bool,
        _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: min(pieceSize, max(count, 1)), alignment: 1)
        defer { unsafe piece.deallocate() }
        var offset = 0
        while offset < count {
            let wanted = unsafe UnsafeMutableRawBufferPointer(rebasing: piece[0..<min(piece.count, count - offset)])
            guard unsafe read(wanted, offset) else { return false }
            guard unsafe body(UnsafeRawBufferPointer(wanted)) else { return true }
            offset += wanted.count
        }
        return true
    }
}
