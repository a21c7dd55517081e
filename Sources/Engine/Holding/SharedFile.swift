internal import Bytes
internal import Flow
internal import Platform

/// A file that is open. Closed with the last one who reads it.
final class SharedFile: StoredContent {
    let count: Int
    private let descriptor: Int32
    private let modified: FileTime

    /// Takes the descriptor over.
    init(_ descriptor: Int32, _ status: stat) {
        self.descriptor = descriptor
        count = Int(status.st_size)
        modified = FileTime(status)
    }

    deinit {
        LockedFiles.closeFile(descriptor)
    }

    func read(_ range: Range<Int>) -> Bytes? {
        var block = [UInt8](repeating: 0, count: range.count)
        var filled = 0
        while filled < range.count {
            let start = off_t(range.lowerBound + filled)
            let count = block.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + filled }, range.count - filled, start)
            }
            if count < 0, errno == EINTR { continue }
            // Shorter than it was.
            guard count > 0 else { return nil }
            filled += count
        }
        // What was announced is no more if somebody wrote meanwhile: its beginning has gone out, and half of each is
        // neither.
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int(status.st_size) == self.count, FileTime(status) == modified else {
            return nil
        }
        return Bytes(block)
    }
}

/// When a file was changed.
struct FileTime: Sendable, Equatable {
    let seconds: Int64
    let nanoseconds: Int64

    init(_ status: stat) {
        #if os(macOS)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        seconds = Int64(time.tv_sec)
        nanoseconds = Int64(time.tv_nsec)
    }
}
