import Bytes
import Platform

/// A small file beside a session: its flows are shipped somewhere, and perhaps not all are yet. It has the options of
/// that, so that the rest is shipped in the same way, and the random key of its tags, so that equal credentials have
/// equal tags in all of the run. What shipped the last flow removes it, and the key with it.
struct ShippingMark {
    static let ending = "-ship"
    private static let keySize = 32

    let session: String
    private var path: String { session + Self.ending }

    init(of session: String) {
        self.session = session
    }

    /// Remembers how the flows are shipped; a key that is there stays.
    ///
    /// - Parameter words: options of `hark ship`; none: a person started it, and no proxy ships the rest.
    func set(_ words: [String]) {
        let key = content?.key ?? ExportRun.randomKey()
        write(key, words, O_TRUNC)
    }

    /// The key of its tags, which this makes when there is none; nil where it cannot be kept.
    func claimKey() -> Bytes? {
        if let content { return content.key }
        write(ExportRun.randomKey(), [], O_EXCL)
        return content?.key
    }

    private func write(_ key: Bytes, _ words: [String], _ flags: Int32) {
        let file = LockedFiles.openFile(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
        guard file >= 0 else { return }
        // No argument of a program has NUL in it.
        let bytes = Array(key) + words.flatMap { Array($0.utf8) + [0] }
        _ = bytes.withUnsafeBytes { SystemCall.write(file, $0.baseAddress, $0.count) }
        LockedFiles.closeFile(file)
    }

    private var content: (key: Bytes, words: [String])? {
        var status = stat()
        // One that others could write has a key of theirs.
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            let bytes = SecretFile.read(path), bytes.count >= Self.keySize
        else { return nil }
        let words = bytes.dropFirst(Self.keySize).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return (Bytes(Array(bytes.prefix(Self.keySize))), words)
    }

    func remove() { unlink(path) }

    /// - Parameter staysOfProxy: one that a proxy made is left, as what it names is another place perhaps.
    func remove(unlessOfProxy staysOfProxy: Bool) {
        if staysOfProxy, content.map({ !$0.words.isEmpty }) ?? false { return }
        remove()
    }

    /// The sessions of a folder of which something may be left to ship, the oldest first: in the way of these options,
    /// and in another one. Marks of sessions that are gone are removed.
    static func sessions(in folder: String, with words: [String]) -> (same: [String], others: [String]) {
        var names: [String] = []
        guard let listing = opendir(folder) else { return ([], []) }
        while let entry = readdir(listing) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        closedir(listing)
        var (same, others): ([String], [String]) = ([], [])
        for name in names.filter({ $0.hasSuffix(".hark" + ending) }).sorted() {
            let mark = ShippingMark(of: folder + "/" + name.dropLast(ending.count))
            guard access(mark.session, F_OK) == 0 else {
                mark.remove()
                continue
            }
            guard let found = mark.content?.words, !found.isEmpty else { continue }
            if found == words { same.append(mark.session) } else { others.append(mark.session) }
        }
        return (same, others)
    }
}
