#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A temporary file without a name: only this process can read it, and it is gone with the process.
///
/// Owns its descriptor and closes it when the last owner lets go. Used on the recorder's queue alone.
package final class SpoolFile {
    private let descriptor: Int32
    package private(set) var count = 0

    /// In `TMPDIR`, else in `/tmp`.
    package init() throws(RecordError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/hark-XXXXXX".utf8CString)
        // mkstemp opens with mode 0600 and fails rather than follow what is there.
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw RecordError(.cannotSpool, path: folder, system: errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Appends all of the bytes, or none: false when there was no room for them.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (written, failure) = FileCalls.system.writeAll(bytes, to: descriptor, at: count)
        guard failure == nil else { return false }
        count += written
        return true
    }

    /// Hands out everything from the start in pieces: all but the last have exactly `pieceSize` bytes. False when the
    /// file could not be read; `body` says whether it wants to go on.
    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: min(pieceSize, max(count, 1)), alignment: 1)
        defer { piece.deallocate() }
        var offset = 0
        while offset < count {
            let wanted = min(piece.count, count - offset)
            var filled = 0
            while filled < wanted {
                let got = pread(
                    descriptor, piece.baseAddress.map { $0 + filled }, wanted - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return false }
                filled += got
            }
            guard body(UnsafeRawBufferPointer(rebasing: piece[0..<wanted])) else { return true }
            offset += wanted
        }
        return true
    }
}
