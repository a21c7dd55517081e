import Foundation
import TestKit
import Testing

/// What is installed beside the command: made of the command's own words, so it cannot be older.
@Suite struct ManualTests {
    @Test func theManualPageHasEveryCommand() throws {
        let page = try Tool.run("/bin/sh", [Tool.packageRoot + "/scripts/manual", Tool.hark()], seconds: 60)
        #expect(page.code == 0 && page.diagnostics.isEmpty, page.summary)
        let help = try Tool.run(Tool.hark(), ["--help"]).text
        let list = try #require(help.components(separatedBy: "CAPTURE:\n").last)
        let commands = list.split(separator: "\n").compactMap { line in
            line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.hasPrefix("  See")
                ? line.split(separator: " ").first.map(String.init) : nil
        }
        #expect(commands.count > 20)
        for command in commands {
            #expect(page.text.contains("\n.B \(command)\n") || page.text.contains("\n.B \(command) ("), "\(command)")
        }
        let sections = [
            "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS OF HARK PROXY", "TIME LIMITS", "EXAMPLES", "FILES",
            "ENVIRONMENT", "EXIT STATUS", "SEE ALSO",
        ]
        let titles = page.text.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { String($0.dropFirst(4)) }
        #expect(titles == sections)
        let requests = [".TH", ".SH", ".SS", ".TP", ".B", ".BR", ".RI", ".I", ".IR", ".PP", ".br", ".EX", ".EE"]
        for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
        }
        #expect(page.text.contains("response\\-head") && page.text.contains("\n.B \\-\\-upstream\\-proxy"))
        // Its name is so long that one space is left before its words.
        #expect(page.text.contains("\n.B \\-k, \\-\\-insecure\\-upstream\nDo not verify"))
        // It is a page of its own, not the help of each command in a row.
        #expect(!page.text.contains("USAGE:") && !page.text.contains("OVERVIEW:"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionsNameCommandsOptionsAndFiles(shell: String) throws {
        let script = try Tool.run(Tool.hark(), ["--generate-completion-script", shell])
        #expect(script.code == 0, script.summary)
        for word in ["doctor", "explain", "tunnel-host", "intercept"] {
            #expect(script.text.contains(word), "\(word)")
        }
    }

    /// zsh keeps the quote that is open, and bash replaces it with the word; where the cursor is, the script for zsh
    /// counts wrongly within quotes.
    @Test(arguments: [("zsh", "1", "method = GET"), ("bash", "10", "'method = GET")])
    func aFilterIsCompletedWithinQuotes(shell: String, cursor: String, word: String) throws {
        let result = try Tool.run(
            Tool.hark(), ["---completion", "flows", "--", "positional@0", "2", cursor, "hark", "flows", "'method = "],
            environment: ["SAP_SHELL": shell])
        #expect(result.text.split(separator: "\n").contains(word[...]), result.summary)
        #expect(!result.text.contains("status"), result.summary)
    }
}
