import Platform

/// Reads parts of a file by offset, a block at a time. Borrows the descriptor.
struct BackwardReader {
    static let blockSize = 64 << 10

    let file: Int32
    let path: String

    func size() throws(RecordError) -> Int {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw RecordError(.cannotRead, path: path, system: errno) }
        return Int(status.st_size)
    }

    /// The bytes in the range, which lies in the file.
    func bytes(_ range: Range<Int>) throws(RecordError) -> [UInt8] {
        var failure: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let start = unsafe buffer.baseAddress.map { unsafe $0 + count }
                let got = unsafe pread(file, start, range.count - count, off_t(range.lowerBound + count))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else {
                    failure = got < 0 ? errno : EIO
                    return
                }
                count += got
            }
        }
        if let failure { throw RecordError(.cannotRead, path: path, system: failure) }
        return bytes
    }

    func lastIndex(of byte: UInt8, in range: Range<Int>) throws(RecordError) -> Int? {
        var end = range.upperBound
        while end > range.lowerBound {
            let start = max(range.lowerBound, end - Self.blockSize)
            if let index = try bytes(start..<end).lastIndex(of: byte) { return start + index }
            end = start
        }
        return nil
    }

    func count(of byte: UInt8, in range: Range<Int>) throws(RecordError) -> Int {
        var count = 0
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(range.upperBound, start + Self.blockSize)
            for candidate in try bytes(start..<end) where candidate == byte { count += 1 }
            start = end
        }
        return count
    }
}
