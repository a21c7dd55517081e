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
}
