import Platform

/// A file without a name: only this process can read it, and it is gone with the last one who holds it, or with the
/// process. Owns its descriptor. Reads and writes say where, so that it can be used from anywhere.
final class TemporaryFile: Sendable {
    let descriptor: Int32

    /// In `TMPDIR`, else in `/tmp`.
    init() throws(RecordError) {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/hark-XXXXXX".utf8CString)
        let descriptor = SystemCall.ownTemporaryFile(&template)
        guard descriptor >= 0 else { throw RecordError(.cannotSpool, path: folder, system: errno) }
        unsafe unlink(template)
        self.descriptor = descriptor
    }

    deinit {
        closeDescriptor(descriptor)
    }

    /// All of the bytes, or false when there was no room for them.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        unsafe FileCalls.system.writeAll(bytes, to: descriptor, at: offset).failure == nil
    }

    /// Forgets what is in it, and gives its room back.
    func empty() {
        _ = FileCalls.system.truncate(descriptor, 0)
    }

    /// Fills the buffer; false when there is not so much.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        var filled = 0
        while filled < buffer.count {
            let got = unsafe pread(
                descriptor, buffer.baseAddress.map { unsafe $0 + filled }, buffer.count - filled, off_t(offset + filled)
            )
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return false }
            filled += got
        }
        return true
    }

    /// Hands out the first `count` bytes, as `FilePieces` does.
    func forEachPiece(upTo count: Int, of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        unsafe FilePieces.forEach(upTo: count, of: pieceSize, read: { unsafe read(into: $0, at: $1) }, unsafe body)
    }
}
