import ArgumentParser
import Bytes
import Formats
import Platform
import Views

/// A file that is being written under a temporary name beside its own, readable by its owner alone; it gets its name
/// when it is whole. What is no file, such as a pipe or `/dev/null`, is written to as it is, and never replaced.
/// Without a path, standard output.
final class ExportFile {
    let output: ExportOutput
    private let path: String?
    private let temporary: String
    private let descriptor: Int32
    private let replaces: Bool
    /// Bytes go to what is there: a pipe, a terminal, a device.
    let isInPlace: Bool
    private var isOpen = true

    init(_ path: String?, replaces: Bool) throws {
        let path = path.map { replaces ? Self.linked(from: $0) : $0 }
        self.path = path
        self.replaces = replaces
        isInPlace = path.map(Self.isDevice) ?? false
        if let path, isInPlace {
            descriptor = LockedFiles.openFile(path, O_WRONLY | O_CLOEXEC)
            temporary = ""
            guard descriptor >= 0 else { throw Self.failure(path, errno, EX_CANTCREAT) }
        } else if let path {
            if !replaces, access(path, F_OK) == 0 { throw Self.exists(path) }
            var template = Array("\(path).XXXXXX".utf8CString)
            descriptor = SystemCall.ownTemporaryFile(&template)
            temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard descriptor >= 0 else { throw Self.failure(path, errno, EX_CANTCREAT) }
        } else {
            descriptor = STDOUT_FILENO
            temporary = ""
        }
        let writer = TerminalWriter(descriptor: descriptor)
        output = ExportOutput { piece in
            writer.write(Array(piece))
            return !writer.hasFailed
        }
    }

    /// Whether nobody reads any more, of standard output; a file that cannot be written is an error.
    func check() throws -> Bool {
        guard output.hasFailed else { return false }
        guard let path else { return true }
        throw Self.failure(path, errno, EX_IOERR)
    }

    /// Writes what is left, and gives the file its name.
    func finish() throws {
        output.flush()
        guard let path, try !check() else { return }
        isOpen = false
        guard !isInPlace else { return LockedFiles.closeFile(descriptor) }
        guard close(descriptor) == 0 else { throw Self.failure(path, errno, EX_IOERR) }
        // A link is refused where a file is, which a new name is not: nothing that came meanwhile is written over.
        let result = replaces ? rename(temporary, path) : link(temporary, path)
        guard result == 0 else {
            let number = errno
            // Some file systems have no links.
            if number != EEXIST, access(path, F_OK) != 0, rename(temporary, path) == 0 { return }
            unlink(temporary)
            throw number == EEXIST ? Self.exists(path) : Self.failure(path, number, EX_IOERR)
        }
        if !replaces { unlink(temporary) }
    }

    /// Leaves nothing behind.
    func abandon() {
        guard path != nil else { return }
        if isOpen { LockedFiles.closeFile(descriptor) }
        isOpen = false
        if !isInPlace { unlink(temporary) }
    }

    /// Whether this is neither a file nor a folder, nor free.
    static func isDevice(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }

    /// The file that a link leads to, so that this is replaced and not the link.
    private static func linked(from path: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let found = realpath(path, nil) else {
            return path
        }
        defer { free(found) }
        return String(cString: found)
    }

    static func exists(_ path: String) -> ExitCode {
        Diagnostics.say("\(path.terminalEscaped) already exists; --force overwrites it")
        return ExitCode(EX_CANTCREAT)
    }

    private static func failure(_ path: String, _ number: Int32, _ code: Int32) -> ExitCode {
        Diagnostics.say("\(path.terminalEscaped) could not be written: \(SystemText.of(number))")
        return ExitCode(code)
    }
}
