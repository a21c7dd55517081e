import Foundation
import Platform
import Testing

/// Descriptors that no program gets which another thread starts at that moment.
@Suite struct OwnDescriptorsTests {
    @Test func bothEndsOfAPipeAreClosedInOtherPrograms() throws {
        let ends = try #require(SystemCall.ownPipe())
        defer {
            close(ends.read)
            close(ends.write)
        }
        for end in [ends.read, ends.write] {
            #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
            #expect(fcntl(end, F_GETFL) & O_NONBLOCK == 0)
        }
        var byte: UInt8 = 7
        #expect(SystemCall.write(ends.write, &byte, 1) == 1)
        byte = 0
        #expect(SystemCall.read(ends.read, &byte, 1) == 1 && byte == 7)
    }

    @Test func aTemporaryFileIsTheOwnersAndClosedInOtherPrograms() throws {
        var name = Array((NSTemporaryDirectory() + "hark-own.XXXXXX").utf8CString)
        let file = SystemCall.ownTemporaryFile(&name)
        try #require(file >= 0)
        defer {
            close(file)
            unlink(name)
        }
        var status = stat()
        #expect(lstat(name, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
    }
}
