import ArgumentParser
import Bytes
import Filter
import Page
import Platform
import Rules

/// Rules from files and options, and the files that rules name.
enum RuleFiles {
    /// Bytes of one file of rules.
    private static let limit = 16 << 20

    /// Fails with a sentence, the place, and an exit code.
    static func book(
        files: [String], rules: [String], last: LastRules? = nil, clock: FilterClock
    ) throws -> RuleBook {
        do throws(RuleError) {
            return try load(files: files, rules: rules, last: last, clock: clock)
        } catch {
            throw said(error, error.place.file == ruleOption ? EX_USAGE : EX_CONFIG)
        }
    }

    static let ruleOption = "--rule"

    /// Those that are made on the page come first, so that they are no matter of what stands in files; then those of
    /// the command line, in the order given.
    ///
    /// - Parameters:
    ///   - last: rules behind all others.
    ///   - replaced: what is read in place of a file.
    ///   - before: what was read before.
    static func load(
        files: [String], rules: [String], last: LastRules? = nil, clock: FilterClock, made: String = "",
        replaced: (path: String, text: String)? = nil, after before: RuleBook? = nil
    ) throws(RuleError) -> RuleBook {
        var loader = RuleLoader(after: before, recordings: RecordedSession.answers) {
            path throws(RuleLoader.Unreadable) in
            if let replaced, replaced.path == path { return replaced.text }
            return try text(path)
        }
        try loader.add(text: made, named: PageRuleSource.page)
        for rule in rules { try loader.add(rule: rule, option: ruleOption) }
        for file in files { try loader.add(file: file) }
        for rule in last?.rules ?? [] { try loader.add(rule: rule, option: LastRules.option) }
        return loader.book(clock)
    }

    /// Says a mistake with its line and carets.
    static func said(_ error: RuleError, _ code: Int32) -> ExitCode {
        // Nobody wrote the rules that a command makes itself: what is wrong is what it was told to answer from.
        if error.place.file == LastRules.option {
            let text = error.fault.message
            Diagnostics.say(text.hasSuffix(".") || text.hasSuffix("?") ? text : text + ".")
            return ExitCode(EX_DATAERR)
        }
        let lines = error.shown.split(separator: "\n", maxSplits: 1).map(String.init)
        Diagnostics.say(lines.first ?? "")
        if lines.count > 1 {
            Diagnostics.explain(
                lines[1].split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalEscaped }
                    .joined(separator: "\n"))
        }
        return ExitCode(code)
    }

    static func text(_ path: String) throws(RuleLoader.Unreadable) -> String {
        guard let bytes = try content(path, limit: limit) else { return "" }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RuleLoader.Unreadable("is not UTF-8 text")
        }
        return text
    }

    /// Puts a text into a file that is there, in one step: who reads it sees the old one or the new one. Whether it
    /// could; `errno` says why not.
    static func write(_ text: String, to path: String) -> Bool {
        guard let real = realpath(path, nil) else { return false }
        defer { free(real) }
        let target = String(cString: real)
        var status = stat()
        guard stat(target, &status) == 0 else { return false }
        var name = Array("\(target).XXXXXX".utf8CString)
        let descriptor = SystemCall.ownTemporaryFile(&name)
        guard descriptor >= 0 else { return false }
        let made = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { SystemCall.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWritten = rest.isEmpty && fchmod(descriptor, status.st_mode & 0o777) == 0 && fsync(descriptor) == 0
        close(descriptor)
        if isWritten, rename(made, target) == 0 { return true }
        let reason = errno
        unlink(made)
        errno = reason
        return false
    }

    /// What a file has; a clause when it cannot be had.
    static func content(_ path: String, limit: Int) throws(RuleLoader.Unreadable) -> Bytes? {
        let descriptor =
            path == "-" ? dup(STDIN_FILENO) : LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw RuleLoader.Unreadable("cannot be opened: \(SystemText.of(errno))")
        }
        defer { LockedFiles.closeFile(descriptor) }
        var content: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return Bytes(content) }
            if count < 0 {
                if errno == EINTR { continue }
                throw RuleLoader.Unreadable("cannot be read: \(SystemText.of(errno))")
            }
            content += block[0..<count]
            guard content.count <= limit else { throw RuleLoader.Unreadable("is larger than \(limit >> 20) MiB") }
        }
    }
}
