import Bytes
import Platform

/// A small file beside a session: its flows are shipped somewhere, and perhaps not all are yet. It has the options of
/// that, so that the rest is shipped in the same way, and the random key of its tags, so that equal credentials have
/// equal tags in all of the run. What shipped the last flow removes it, and the key with it.
///
/// It is written under another name and then gets its own, so that it is whole whenever it is read, and nothing that a
/// link leads to is written over.
struct ShippingMark {
    static let ending = "-ship"
    /// Its first line. What begins otherwise is no mark, and nothing in it is a key.
    private static let format = Array("hark-ship 1\n".utf8)
    private static let keySize = 32
    private static let limit = 64 << 10

    let session: String
    private var path: String { session + Self.ending }

    init(of session: String) {
        self.session = session
    }

    /// Remembers how the flows are shipped; a key that is there stays.
    ///
    /// - Parameter words: options of `hark ship`; none: a person started it, and no proxy ships the rest.
    func set(_ words: [String]) {
        write(content?.key ?? ExportRun.randomKey(), words, replaces: true)
    }

    /// The key of its tags, which this makes when there is none; nil where it cannot be kept.
    func claimKey() -> Bytes? {
        if let content { return content.key }
        // Another shipper may make one at this moment, and both use that which came first; what is no mark makes way.
        write(ExportRun.randomKey(), [], replaces: false)
        if let content { return content.key }
        write(ExportRun.randomKey(), [], replaces: true)
        return content?.key
    }

    /// - Parameter replaces: also what is there.
    private func write(_ key: Bytes, _ words: [String], replaces: Bool) {
        var template = Array("\(path).XXXXXX".utf8CString)
        let file = SystemCall.ownTemporaryFile(&template)
        guard file >= 0 else { return }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // No argument of a program has NUL in it.
        let bytes = Self.format + Array(key) + words.flatMap { Array($0.utf8) + [0] }
        let written = bytes.withUnsafeBytes { SystemCall.write(file, $0.baseAddress, $0.count) }
        LockedFiles.closeFile(file)
        guard written == bytes.count, bytes.count <= Self.limit else {
            unlink(temporary)
            return
        }
        if !replaces, link(temporary, path) != 0, errno != EEXIST {
            // Some file systems have no links.
            if access(path, F_OK) != 0, rename(temporary, path) == 0 { return }
        }
        if replaces, rename(temporary, path) == 0 { return }
        unlink(temporary)
    }

    private var content: (key: Bytes, words: [String])? {
        let file = LockedFiles.openFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { LockedFiles.closeFile(file) }
        var status = stat()
        // One that others could write has a key of theirs, and one that they can read has none.
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = pread(file, &bytes, Self.limit, 0)
        let start = Self.format.count
        guard count >= start + Self.keySize, bytes.starts(with: Self.format) else { return nil }
        let words = bytes[start + Self.keySize..<count].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return (Bytes(Array(bytes[start..<start + Self.keySize])), words)
    }

    /// Flows of the session are perhaps still to be shipped.
    var isThere: Bool { access(path, F_OK) == 0 }

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
