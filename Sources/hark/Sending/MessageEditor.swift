import ArgumentParser
import Bytes
import Platform
import Workbench

/// Lets a person change a message in the editor of their choice. The file it stands in meanwhile is theirs alone, and
/// gone afterwards.
enum MessageEditor {
    /// - Parameter take: what is made of the message. When it is refused, the file is kept and named, so that the work
    ///   is not lost.
    static func edit<Taken>(_ message: Bytes, _ take: (Bytes) throws(ReplayProblem) -> Taken) throws -> Taken {
        let editor = ["VISUAL", "EDITOR"].compactMap { Environment.value($0) }.first { !$0.isEmpty } ?? "vi"
        let folder = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var path = Array("\(folder)/hark-message.XXXXXX".utf8CString)
        let descriptor = SystemCall.ownTemporaryFile(&path)
        guard descriptor >= 0 else {
            throw failure("\(folder): \(String(cString: strerror(errno)))", EX_CANTCREAT)
        }
        let name = path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        var isKept = false
        defer { if !isKept { unlink(name) } }
        let isWritten = write(message, to: descriptor)
        close(descriptor)
        guard isWritten else { throw failure("\(name): \(String(cString: strerror(errno)))", EX_IOERR) }
        // EDITOR may have arguments; the file is no word of the shell's.
        let code = Programs.run(["sh", "-c", "\(editor) \"$1\"", "sh", name])
        guard code == 0 else { throw failure("'\(editor)' exited with \(code), so nothing was sent", EX_UNAVAILABLE) }
        let edited = try InputFile(name).read()
        do throws(ReplayProblem) {
            return try take(edited)
        } catch {
            isKept = true
            let end = error.text.hasSuffix(".") ? "" : "."
            throw ReplayProblem("\(error.text)\(end) Your edit is in \(name).")
        }
    }

    private static func write(_ bytes: Bytes, to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { raw in
            var start = 0
            while start < raw.count {
                let rest = UnsafeRawBufferPointer(rebasing: raw[start...])
                let count = SystemCall.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                start += count
            }
            return true
        }
    }

    private static func failure(_ text: String, _ code: Int32) -> ExitCode {
        Diagnostics.say(text)
        return ExitCode(code)
    }
}
