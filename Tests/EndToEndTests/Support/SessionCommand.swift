import Foundation
import TestKit

/// The commands that read or write a session file, as they are run beside a proxy that records into it.
struct SessionCommand: Sendable {
    let words: [String]

    /// All of them once.
    ///
    /// - Parameters:
    ///   - number: of a flow that is there.
    ///   - gone: the path of a flow that may be deleted.
    static func all(_ session: String, number: Int, gone: String?, scratch: Scratch) throws -> [SessionCommand] {
        let rules = try scratch.write(
            "a.rules", "mark: when path ~ \"/kept/*\" do set-response-header \"X-Mark: 1\"\n")
        let one = String(number)
        let lines: [[String]] =
            [
                ["flows"], ["flows", "--count"], ["flows", "--json", "--limit", "20"],
                ["flows", "status = 200", "--limit", "5"], ["flows", "kept/1"],
                ["flows", "--sort", "duration", "--reverse", "--limit", "3"], ["show", one], ["show", one, "--json"],
                ["show", one, "--story"], ["stats"], ["stats", "--by", "host"], ["stats", "--over", "time"],
                ["export", "id = \(one)", "--format", "har", "--output", scratch.file("a.har"), "--force"],
                ["export", "--format", "csv", "--output", scratch.file("a.csv"), "--force"],
                ["export", "id = \(one)", "--format", "curl", "--output", scratch.file("a.sh"), "--force"],
                ["diff", one, String(number + 1)], ["explain", "--flow", one], ["pin", one], ["pin", "--off", one],
                ["comment", one, "some words"], ["comment", one], ["tag", one, "a-tag"],
                ["tag", "--off", one, "a-tag"],
                ["replay", one, "--no-store"], ["replay", one], ["rules", "make", one, "--answer"],
                ["rules", "try", rules],
            ] + (gone.map { [["delete", "--force", "path = \($0)"]] } ?? [])
        return lines.map { SessionCommand(words: $0 + ["--session", session]) } + [
            SessionCommand(words: ["sessions"]), SessionCommand(words: ["sessions", "list", "--json"]),
            SessionCommand(words: ["sessions", "rescue", session, scratch.file("rescued-\(UUID().uuidString).hark")]),
        ]
    }

    /// What is wrong with how it went; nil when nothing is.
    func problem(_ home: PrivateHome) throws -> String? {
        // A rescue of hundreds of thousands of flows takes its time.
        let result = try home.hark(arguments: words, seconds: 600)
        let text = result.text + result.diagnostics
        // 1 says that there is a difference, or nothing to make of a flow.
        let isFine = [0, 1].contains(result.code)
        let signs = ["damaged", "malformed", "database is locked", "cannot be used", "cannot be read", "not a session"]
        guard !isFine || signs.contains(where: { result.diagnostics.contains($0) }) else { return nil }
        return "\(words.joined(separator: " ")): \(result.ending) \(text.suffix(400))"
    }
}
