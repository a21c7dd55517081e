import Platform

/// The system calls that change a file, as values, so that a test can let a disk be full.
///
/// Each returns what the call returns, or the negated error number.
@safe package struct FileCalls: Sendable {
    package var writeAt: @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int
    package var append: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
    package var truncate: @Sendable (Int32, Int) -> Int

    package static let system = unsafe FileCalls(
        writeAt: { descriptor, bytes, offset in
            let result = unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            return result < 0 ? -Int(errno) : result
        },
        append: { descriptor, bytes in
            let result = unsafe write(descriptor, bytes.baseAddress, bytes.count)
            return result < 0 ? -Int(errno) : result
        },
        truncate: { descriptor, size in
            ftruncate(descriptor, off_t(size)) < 0 ? -Int(errno) : 0
        })

    /// Writes all of the bytes at an offset, in one call unless the system takes fewer. Says how many were written, and
    /// the error number that stopped it.
    func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int) -> (Int, failure: Int32?) {
        unsafe repeatedly(bytes) { rest, done in unsafe writeAt(descriptor, rest, offset + done) }
    }

    /// Appends all of the bytes, waiting for a pipe that is full.
    func appendAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (Int, failure: Int32?) {
        unsafe repeatedly(bytes) { rest, _ in
            let result = unsafe append(descriptor, rest)
            guard result == -Int(EAGAIN) else { return result }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = unsafe poll(&waiting, 1, -1)
            return -Int(EINTR)
        }
    }

    private func repeatedly(
        _ bytes: UnsafeRawBufferPointer, _ call: (UnsafeRawBufferPointer, Int) -> Int
    ) -> (Int, failure: Int32?) {
        var done = 0
        while done < bytes.count {
            let result = unsafe call(UnsafeRawBufferPointer(rebasing: bytes[done...]), done)
            if result == -Int(EINTR) { continue }
            guard result > 0 else { return (done, result < 0 ? Int32(-result) : EIO) }
            done += result
        }
        return (done, nil)
    }
}

// Under names of their own, since types here have methods `open` and `close`.

func openDescriptor(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    LockedFiles.openFile(path, flags, mode)
}

/// Gives a lock on the file back by itself: a process that is being started has the descriptor too, for a moment.
func closeDescriptor(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    LockedFiles.closeFile(descriptor)
}
