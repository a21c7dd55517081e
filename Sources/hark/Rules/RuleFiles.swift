import ArgumentParser
import Bytes
import Filter
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

    /// Those of the command line come first, in the order given.
    ///
    /// - Parameter last: rules behind all others.
    static func load(
        files: [String], rules: [String], last: LastRules? = nil, clock: FilterClock
    ) throws(RuleError) -> RuleBook {
        var loader = RuleLoader(recordings: RecordedSession.answers, text)
        for rule in rules { try loader.add(rule: rule, option: ruleOption) }
        for file in files { try loader.add(file: file) }
        for rule in last?.rules ?? [] { try loader.add(rule: rule, option: LastRules.option) }
        return loader.book(clock)
    }

    /// Says a mistake with its line and carets.
    static func said(_ error: RuleError, _ code: Int32) -> ExitCode {
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
            throw RuleLoader.Unreadable("is no UTF-8 text")
        }
        return text
    }

    /// What a file has; a clause when it cannot be had.
    static func content(_ path: String, limit: Int) throws(RuleLoader.Unreadable) -> Bytes? {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : Platform.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw RuleLoader.Unreadable("cannot be opened: \(SystemText.of(errno))")
        }
        defer { close(descriptor) }
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
