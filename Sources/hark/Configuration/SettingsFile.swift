import Bytes
import Platform

/// A file of settings that was read: one may only exist where nobody else can write.
struct SettingsFile {
    let path: String
    let bytes: Bytes
    /// As far as it can be read.
    let table: TOMLTable
    /// What of it cannot.
    let errors: [TOMLError]
    /// `/etc/hark/config.toml`, which a user's own file outweighs.
    let isSystem: Bool

    /// With `~` for the home folder.
    var name: String { Self.name(of: path) }

    static func name(of path: String) -> String {
        guard let home = Environment.value("HOME"), home.hasPrefix("/"), path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    static let systemPath = "/etc/hark/config.toml"

    /// `$XDG_CONFIG_HOME/hark/config.toml`; nil where there is no home.
    static var userPath: String? {
        // XDG Base Directory Specification: a relative path is to be ignored.
        if let folder = Environment.value("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/hark/config.toml"
        }
        guard let home = Environment.value("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.config/hark/config.toml"
    }

    /// nil when there is no such file. Throws what is wrong with it.
    static func read(_ path: String, isSystem: Bool = false) throws(SettingsProblem) -> SettingsFile? {
        let descriptor = LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno != ENOENT, errno != ENOTDIR else { return nil }
            throw SettingsProblem("\(name(of: path).terminalEscaped) cannot be read: \(SystemText.of(errno))")
        }
        defer { LockedFiles.closeFile(descriptor) }
        try check(descriptor, path)
        let bytes = try content(descriptor, path)
        let (table, errors) = TOMLParser.parseAll(bytes)
        return SettingsFile(path: path, bytes: bytes, table: table, errors: errors, isSystem: isSystem)
    }

    /// Settings name programs to run and files to write: whoever may write the file could run what they like.
    private static func check(_ descriptor: Int32, _ path: String) throws(SettingsProblem) {
        var status = stat()
        let shown = name(of: path).terminalEscaped
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SettingsProblem("\(shown) is not a regular file")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw SettingsProblem(
                "\(shown) belongs to another user, so Hark does not read it; run: chown $USER \(shown)")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw SettingsProblem(
                "\(shown) can be written by others, so Hark does not read it; run: chmod go-w \(shown)")
        }
    }

    private static func content(_ descriptor: Int32, _ path: String) throws(SettingsProblem) -> Bytes {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= TOMLParser.sizeLimit {
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw SettingsProblem("\(name(of: path).terminalEscaped) cannot be read: \(SystemText.of(errno))")
            }
            if count == 0 { break }
            bytes += block[0..<count]
        }
        return Bytes(bytes)
    }

    /// A path as it is written in this file: relative ones begin where the file is.
    func place(of text: String) -> String {
        if text.isEmpty || text == "-" || text.hasPrefix("/") || text.contains("://") { return text }
        if text.hasPrefix("~/"), let home = Environment.value("HOME") { return home + text.dropFirst(1) }
        guard let slash = path.lastIndex(of: "/") else { return text }
        return "\(path[..<slash])/\(text)"
    }
}
