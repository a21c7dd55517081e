import Platform
import Store

/// The secret that tokens are made by: in a file that its owner alone may read, so that a token outlives a restart.
enum PageSecret {
    private static let size = 32

    /// nil where HOME says nothing.
    static var path: String? {
        KeptSession.folder.map { folder in
            let parent = folder.path.lastIndex(of: "/").map { String(folder.path[..<$0]) } ?? folder.path
            return parent + "/page-secret"
        }
    }

    /// The secret that there is, or a new one. One that cannot be kept lasts as long as this process.
    static func load() -> [UInt8] { load(unless: random()) }

    /// - Parameter last: what holds where no other can be kept.
    private static func load(unless last: [UInt8]) -> [UInt8] {
        guard let path else { return last }
        if let known = read(path) { return known }
        let new = random()
        try? KeptSession.folder?.make()
        return write(new, path) ? new : read(path) ?? last
    }

    /// What gives the secret as it is now; where none can be kept, that of this process.
    static func kept() -> @Sendable () -> [UInt8] {
        let own = load()
        return { load(unless: own) }
    }

    /// Forgets the secret, and with it every token. False when there was none.
    static func forget() -> Bool { path.map { unlink($0) == 0 } ?? false }

    private static func random() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// nil for what is none, or may be read by others: somebody else may know it.
    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
            status.st_uid == geteuid()
        else {
            unlink(path)
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = bytes.withUnsafeMutableBytes { SystemCall.read(file, $0.baseAddress, $0.count) }
        return count == size ? bytes : nil
    }

    private static func write(_ bytes: [UInt8], _ path: String) -> Bool {
        // Never a file that is there: a second Hark may have made it meanwhile.
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        return bytes.withUnsafeBytes { SystemCall.write(file, $0.baseAddress, $0.count) } == bytes.count
    }
}
