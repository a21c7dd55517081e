import Foundation
import Platform
import Testing

/// A descriptor of a file that is locked is not closed before the locks are given back.
@Suite struct LockedFilesTests {
    private let path = NSTemporaryDirectory() + "hark-locked-" + UUID().uuidString

    init() throws {
        try Data("content".utf8).write(to: URL(filePath: path))
    }

    /// Takes a POSIX lock on a descriptor, as SQLite does.
    private func lock(_ descriptor: Int32) {
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_len = 1
        #expect(fcntl(descriptor, F_SETLK, &lock) == 0)
    }

    /// Whether another process would find it locked.
    private func isLocked() throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import fcntl,sys\nf=open(sys.argv[1],'r+')\ntry: fcntl.lockf(f,fcntl.LOCK_EX|fcntl.LOCK_NB,1)\n"
                + "except OSError: sys.exit(7)", path,
        ]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 7
    }

    @Test func closingEndsNoLockWhileTheFileIsClaimed() throws {
        let before = open(path, O_RDONLY)
        let claim = LockedFiles.Claim(path)
        let owner = open(path, O_RDWR)
        lock(owner)
        #expect(LockedFiles.contains(path))
        LockedFiles.closeFile(before)
        #expect(LockedFiles.withDescriptor(of: path) { fcntl($0, F_GETFD) >= 0 } == true)
        #expect(try isLocked())
        // Refused, not opened.
        #expect(LockedFiles.openFile(path, O_RDONLY) == -1 && errno == EBUSY)
        claim.release()
        #expect(!LockedFiles.contains(path))
        // What waited is closed now, and with it the lock ends.
        #expect(fcntl(before, F_GETFD) == -1)
        #expect(try !isLocked())
        close(owner)
        unlink(path)
    }

    @Test func aFileStaysLockedUntilTheLastClaimIsReleased() throws {
        let (first, second) = (LockedFiles.Claim(path), LockedFiles.Claim(path))
        first.release()
        first.release()
        #expect(LockedFiles.contains(path))
        second.release()
        #expect(!LockedFiles.contains(path))
        let descriptor = LockedFiles.openFile(path, O_RDONLY)
        #expect(descriptor >= 0)
        LockedFiles.closeFile(descriptor)
        #expect(fcntl(descriptor, F_GETFD) == -1)
        unlink(path)
    }

    @Test func manyLooksAtALockedFileTakeOneDescriptor() throws {
        let claim = LockedFiles.Claim(path)
        let numbers = (0..<50).compactMap { _ in LockedFiles.withDescriptor(of: path) { $0 } }
        #expect(numbers.count == 50 && Set(numbers).count == 1)
        claim.release()
        unlink(path)
    }

    @Test func aLinkInAFolderIsNotFollowedAndALockedFileNotOpened() throws {
        let folder = path + ".d"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(filePath: folder + "/plain"))
        symlink(folder + "/plain", folder + "/link")
        let base = open(folder, O_RDONLY)
        let plain = LockedFiles.openFile(in: base, "plain", O_RDONLY)
        #expect(plain >= 0)
        LockedFiles.closeFile(plain)
        #expect(LockedFiles.openFile(in: base, "link", O_RDONLY) == -1)
        let claim = LockedFiles.Claim(folder + "/plain")
        #expect(LockedFiles.openFile(in: base, "plain", O_RDONLY) == -1 && errno == EBUSY)
        claim.release()
        close(base)
        try FileManager.default.removeItem(atPath: folder)
        unlink(path)
    }

    @Test func aClaimToNothingDoesNothing() {
        unlink(path)
        let claim = LockedFiles.Claim(path)
        #expect(!LockedFiles.contains(path))
        claim.release()
        #expect(LockedFiles.withDescriptor(of: path) { $0 } == nil && errno == ENOENT)
    }
}
