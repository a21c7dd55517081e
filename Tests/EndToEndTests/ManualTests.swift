import Foundation
import TestKit
import Testing

/// What is installed beside the command: made of the command's own words, so it cannot be older.
@Suite struct ManualTests {
    @Test func theManualPageHasEveryCommand() throws {
        let page = try Tool.run("/bin/sh", [Tool.packageRoot + "/scripts/manual", Tool.hark()], seconds: 60)
        #expect(page.code == 0 && page.diagnostics.isEmpty, page.summary)
        let help = try Tool.run(Tool.hark(), ["--help"])
        let commands = help.text.components(separatedBy: "SUBCOMMANDS:\n").last?
            .components(separatedBy: "\n\n").first?.split(separator: "\n").compactMap {
                line in
                line.hasPrefix("  ") && !line.hasPrefix("   ") ? line.split(separator: " ").first.map(String.init) : nil
            }
        for command in try #require(commands) where command != "help" {
            #expect(page.text.contains(".SH HARK \(command.uppercased())\n"), "\(command)")
        }
        let requests = [".TH", ".SH", ".SS", ".B", ".BR", ".PP", ".nf", ".fi"]
        for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
        }
        #expect(page.text.contains("response\\-head"))
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
