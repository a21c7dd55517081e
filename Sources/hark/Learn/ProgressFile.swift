import ArgumentParser
import Bytes
import Formats
import Lessons
import Platform
import Views

/// `$XDG_DATA_HOME/hark/progress.json`: what was answered. Only its owner may read it.
struct ProgressFile {
    /// nil when there is no place for it.
    let path: String?

    /// No progress is larger.
    private static let limit = 8 << 20

    init() {
        if let data = Environment.value("XDG_DATA_HOME"), data.hasPrefix("/") {
            path = "\(data)/hark/progress.json"
        } else {
            path = Environment.value("HOME").flatMap { $0.isEmpty ? nil : "\($0)/.local/share/hark/progress.json" }
        }
    }

    /// Nothing when there is no file. Fails with a sentence and an exit code when it cannot be read.
    func read() throws -> LessonProgress {
        guard let path, access(path, F_OK) == 0 else { return LessonProgress() }
        return try Self.read(path)
    }

    /// A file of answers.
    ///
    /// - Parameter isOwn: this one, not an exported one.
    static func read(_ path: String, isOwn: Bool = true) throws -> LessonProgress {
        let bytes = try InputFile(path).open()
        guard bytes.count <= limit else {
            Diagnostics.say("\(path.terminalEscaped) is larger than 8 MiB")
            throw UsageFailure.data
        }
        do throws(LessonProgress.Fault) {
            return try LessonProgress(bytes.read(0..<bytes.count))
        } catch {
            let remedy = isOwn ? " ('hark learn --reset' starts again)" : ""
            Diagnostics.say("\(path.terminalEscaped) has no answers of 'hark learn': \(error.text)\(remedy)")
            throw UsageFailure.data
        }
    }

    /// Adds an answer. What cannot be kept is said: the answer was marked all the same.
    func add(_ mark: AnswerMark, to question: AskedQuestion, of topic: String, seed: UInt64) {
        guard let path else { return Diagnostics.say("progress is not kept, because HOME is not set") }
        Self.makeFolder(of: path)
        let lock = Self.lock(beside: path)
        defer { if lock >= 0 { LockedFiles.closeFile(lock) } }
        do {
            var progress = try read()
            progress.add(
                LessonProgress.Answer(
                    topic: topic, id: question.id, isRight: mark.isRight,
                    misconception: mark.misconception?.rawValue, at: WallTime.seconds, seed: seed))
            try Self.write(progress.json().array, to: path)
        } catch {
            Diagnostics.say("this answer is not kept")
        }
    }

    /// Keeps other quizzes from adding an answer until the descriptor is closed, so that none writes over another's;
    /// negative when there can be no lock, as on some network drives: one quiz at a time is safe without.
    private static func lock(beside path: String) -> Int32 {
        let file = LockedFiles.openFile(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return file }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { break }
        }
        return file
    }

    func reset() throws {
        guard let path, access(path, F_OK) == 0 else { return }
        let lock = Self.lock(beside: path)
        defer { if lock >= 0 { LockedFiles.closeFile(lock) } }
        guard unlink(path) == 0 else {
            Diagnostics.say("\(path.terminalEscaped) cannot be removed: \(SystemText.of(errno))")
            throw ExitCode(EX_IOERR)
        }
    }

    /// Writes a file to hand in.
    func export(to file: String, _ name: String?, _ session: String?) throws {
        let progress = try read()
        try Self.write(progress.json(name: name, session: session).array, to: file)
    }

    /// Writes a file whole or not at all, for its owner only.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try ExportFile(path, replaces: true)
        file.output.put(Bytes(bytes))
        do {
            try file.finish()
        } catch {
            file.abandon()
            throw error
        }
    }

    private static func makeFolder(of path: String) {
        var made = ""
        for part in path.split(separator: "/").dropLast() {
            made += "/\(part)"
            _ = mkdir(made, 0o700)
        }
    }
}
