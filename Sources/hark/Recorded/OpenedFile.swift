import Bytes
import Formats
import Platform

/// A file that is read here and there. Owns its descriptor.
final class OpenedFile: RecordedBytes {
    private let descriptor: Int32
    let count: Int

    init(_ descriptor: Int32, count: Int) {
        self.descriptor = descriptor
        self.count = count
    }

    deinit {
        LockedFiles.closeFile(descriptor)
    }

    func read(_ range: Range<Int>) -> Bytes {
        Bytes(
            [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                while count < range.count {
                    let base = buffer.baseAddress.map { $0 + count }
                    let got = pread(descriptor, base, range.count - count, off_t(range.lowerBound + count))
                    if got < 0, errno == EINTR { continue }
                    guard got > 0 else { return }
                    count += got
                }
            })
    }
}
