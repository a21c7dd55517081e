import ArgumentParser
import Bytes
import Formats
import Platform
import Store

/// A file, or standard input.
struct InputFile {
    private let path: String
    /// What is taken apart as a whole, and would not fit into many a machine if it were larger.
    private static let limit = 512 << 20
    /// More than this is not kept in memory of what comes through a pipe.
    private static let spoolLimit = 8 << 20

    init(_ path: String) {
        self.path = path
    }

    private var name: String { path == "-" ? "standard input" : path }

    /// All of it.
    func read() throws -> Bytes { try whole(open()) }

    func whole(_ bytes: any RecordedBytes) throws -> Bytes {
        guard bytes.count <= Self.limit else {
            Diagnostics.say("\(name) is larger than 512 MiB; only a HAR or a log may be larger")
            throw ExitCode(EX_DATAERR)
        }
        let whole = bytes.read(0..<bytes.count)
        guard whole.count == bytes.count else { throw failure("cannot be read", EIO, EX_IOERR) }
        return whole
    }

    /// Its bytes, to be read where somebody wants them: without gzip, zlib or UTF-16 around a recording, and as HAR
    /// what was copied from a browser's developer tools.
    func open() throws -> any RecordedBytes {
        let bytes = try packed()
        do throws(PackedRecording.Failure) {
            let plain = try PackedRecording.unwrapped(bytes)?.bytes ?? bytes
            guard plain.count <= DevToolsCopy.sizeLimit, let copy = DevToolsCopy(plain.read(0..<plain.count)) else {
                return plain
            }
            Diagnostics.say("Read as a copy from developer tools.")
            return copy.har
        } catch {
            Diagnostics.say("\(name.terminalEscaped): \(error.text)")
            throw ExitCode(EX_DATAERR)
        }
    }

    /// The bytes as they are.
    func packed() throws -> any RecordedBytes {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot be opened", errno, EX_NOINPUT) }
        var status = stat()
        // Of standard input a part may have been read; what the system makes up as it is read says it is empty.
        if path != "-", fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
            return OpenedFile(descriptor, count: Int(status.st_size))
        }
        defer { LockedFiles.closeFile(descriptor) }
        return try gather(descriptor)
    }

    /// What can be read only once.
    private func gather(_ descriptor: Int32) throws -> any RecordedBytes {
        var content: [UInt8] = []
        var spool: SpoolFile?
        var block = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("cannot be read", errno, errno == EISDIR ? EX_NOINPUT : EX_IOERR)
            }
            content += block[0..<count]
            guard content.count > Self.spoolLimit else { continue }
            let file = try spool ?? temporary()
            spool = file
            guard content.withUnsafeBytes({ file.append($0) }) else {
                throw failure("does not fit into a temporary file", ENOSPC, EX_IOERR)
            }
            content = []
        }
        guard let spool else { return Bytes(content) }
        guard content.withUnsafeBytes({ spool.append($0) }) else {
            throw failure("does not fit into a temporary file", ENOSPC, EX_IOERR)
        }
        return spool
    }

    private func temporary() throws -> SpoolFile {
        do throws(RecordError) {
            return try SpoolFile()
        } catch {
            Diagnostics.say("\(error.text) Set TMPDIR to a writable folder.")
            throw ExitCode(EX_IOERR)
        }
    }

    /// Gives the files that entries name beside a recording (`_file`). A recording may be anybody's: only a plain name
    /// in its own folder is opened, and no link, no folder and nothing hidden.
    var attachments: RecordingReader.Attachments {
        guard path != "-" else { return { _ in nil } }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return { name in
            guard name.count <= 255, let first = name.first, first != ASCII.period,
                !name.contains(where: { $0 == ASCII.slash || $0 < ASCII.space })
            else { return nil }
            let descriptor = LockedFiles.openFile(folder + name.text, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { return nil }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_size <= Self.attachmentLimit
            else {
                LockedFiles.closeFile(descriptor)
                return nil
            }
            let file = OpenedFile(descriptor, count: Int(status.st_size))
            let bytes = file.read(0..<file.count)
            return bytes.count == file.count ? bytes : nil
        }
    }

    /// So much is read of one of them.
    private static let attachmentLimit = 64 << 20

    private func failure(_ what: String, _ number: Int32, _ code: Int32) -> ExitCode {
        Diagnostics.say(
            "\(name) \(what): \(String(cString: strerror(number))). Give a readable file, or - for standard "
                + "input"
        )
        return ExitCode(code)
    }
}
