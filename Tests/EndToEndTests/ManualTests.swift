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
            "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "TIME LIMITS", "EXAMPLES", "FILES",
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

    private func page(_ name: String) throws -> Tool.Result {
        try Tool.run("/bin/sh", [Tool.packageRoot + "/scripts/manual", Tool.hark(), name], seconds: 60)
    }

    @Test func everyCommandHasAPage() throws {
        let list = try page("--list").text.split(separator: "\n").map(String.init)
        #expect(Set(list).count == list.count && list.count > 25)
        #expect(
            Set(list).isSuperset(of: [
                "hark.1", "hark-proxy.1", "hark-run.1", "hark-rules.1", "hark-judge.1", "hark-config.5",
                "hark-filter.7",
                "hark-rules.7",
            ]))
        let lint = try? Tool.find("mandoc")
        for name in list {
            let made = try page(name)
            #expect(made.code == 0 && made.diagnostics.isEmpty, made.summary)
            let parts = name.split(separator: ".")
            let lines = made.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0].hasPrefix(".TH \(parts[0].uppercased()) \(parts[1]) "), "\(name)")
            let titles = lines.filter { $0.hasPrefix(".SH ") }
            #expect(titles.first == ".SH NAME" && titles.last == ".SH SEE ALSO", "\(name)")
            #expect(lines.contains { $0.hasPrefix("\(parts[0].replacing("-", with: "\\-")) \\- ") }, "\(name)")
            #expect(lines.allSatisfy { $0.count <= 90 }, "\(name)")
            #expect(!made.text.contains("USAGE:") && !made.text.contains("OVERVIEW:"), "\(name)")
            // Lines that are kept as they are begin at the eighth column of a screen that has 80.
            var isKept = false
            for line in lines {
                if line == ".EX" || line == ".EE" { isKept = line == ".EX" }
                guard isKept, !line.hasPrefix(".") else { continue }
                let shown = line.replacing("\\-", with: "-").replacing("\\(aq", with: "'").replacing("\\e", with: "\\")
                #expect(shown.count <= 73 || !shown.contains(" "), "\(name): \(line)")
            }
            guard let lint else { continue }
            let scratch = try Scratch()
            let checked = try Tool.run(lint, ["-T", "lint", "-W", "warning", scratch.write(name, made.text)])
            #expect(checked.code == 0, "\(name): \(checked.summary)")
        }
        #expect(try page("hark-nothing.1").code == 64)
    }

    @Test func aPageHasWhatTheHelpHas() throws {
        let proxy = try page("hark-proxy.1").text
        #expect(proxy.contains("\n.B \\-\\-upstream\\-proxy") && proxy.contains("\n.SS RECORD\n"))
        let script = try page("hark-script.1").text
        #expect(script.contains("\n.SH HARK SCRIPT NEW\n") && script.contains("hark script set key=abc"))
        let filter = try page("hark-filter.7").text
        #expect(filter.contains("\n.SS The request\n") && filter.contains("request.header.NAME"))
        #expect(try page("hark-rules.7").text.contains("set\\-request\\-header"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionsNameCommandsOptionsAndFiles(shell: String) throws {
        let script = try Tool.run(Tool.hark(), ["--generate-completion-script", shell])
        #expect(script.code == 0, script.summary)
        for word in ["doctor", "explain", "tunnel-host", "intercept"] {
            #expect(script.text.contains(word), "\(word)")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func sessionsAreCompletedByNameAndFilesByPath(shell: String) throws {
        let home = try PrivateHome()
        let session = "data/hark/sessions/2026-01-02T03-04-05Z.hark"
        for path in [session, "files/tour.har", "files/other.txt", "files/in/x.har"] {
            let place = URL(fileURLWithPath: home.scratch.file(path))
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: place)
        }
        func offered(_ word: String) throws -> [Substring] {
            let asked = ["---completion", "flows", "--", "--session", "3", "\(word.count)"]
            let result = try home.hark(
                arguments: asked + ["hark", "flows", "--session", word], environment: ["SAP_SHELL": shell])
            #expect(result.code == 0, result.summary)
            // For zsh the parser ends each answer with a line that its script takes off.
            return result.text.split(separator: "\n").filter { $0 != " " }
        }
        let files = home.scratch.file("files/")
        #expect(try offered("2026-01").contains("2026-01-02T03-04-05Z.hark"))
        #expect(try !offered("2025").contains { $0.hasSuffix(".hark") })
        #expect(try offered(files) == [files + "in/", files + "other.txt", files + "tour.har"].map { $0[...] })
        #expect(try offered(files + "t") == [(files + "tour.har")[...]])
        #expect(try offered("/nonexistent/").isEmpty)
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
