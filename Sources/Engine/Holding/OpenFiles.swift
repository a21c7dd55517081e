internal import Platform
internal import Synchronization

/// The files that answers are read from at this moment: a file that many clients ask for at once is open once. Safe to
/// use from anywhere.
final class OpenFiles: Sendable {
    private struct Key: Hashable {
        let device: UInt64
        let number: UInt64
        let size: Int
        let seconds: Int64
        let nanoseconds: Int64
    }

    private struct Entry {
        weak var file: SharedFile?
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// The content of this file, which may be open already. Takes the descriptor over.
    func content(_ descriptor: Int32, _ status: stat) -> SharedFile {
        let time = FileTime(status)
        let key = Key(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int(status.st_size), seconds: time.seconds, nanoseconds: time.nanoseconds)
        return entries.withLock { entries in
            if let file = entries[key]?.file {
                LockedFiles.closeFile(descriptor)
                return file
            }
            if entries.count >= 64 { entries = entries.filter { $0.value.file != nil } }
            let file = SharedFile(descriptor, status)
            entries[key] = Entry(file: file)
            return file
        }
    }
}
