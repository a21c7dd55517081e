import Foundation
import TestKit
import Testing

/// The steps of `examples/ci`, run as they are written, in a folder with a project whose tests make requests.
@Suite struct CIExamplesTests {
    private static let examples = Tool.packageRoot + "/examples/ci"
    private static let harmless = "curl -s -o /dev/null http://demo.hark.test/echo"
    /// Its cookies are refused by browsers, to show that.
    private static let faulty = "curl -s -o /dev/null -d name=ada http://demo.hark.test/login"

    private let home: PrivateHome

    init() throws {
        home = try PrivateHome()
    }

    /// Runs a line of a step in the project's folder.
    private func run(_ line: String) throws -> Tool.Result {
        let tools = URL(fileURLWithPath: try Tool.hark()).deletingLastPathComponent().path
        let environment = [
            "HOME": home.scratch.path, "XDG_DATA_HOME": home.scratch.file("data"), "GIT_CONFIG_GLOBAL": "/dev/null",
            "PATH": tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
        ]
        return try Tool.run(
            Tool.find("sh"), ["-c", "cd '\(home.scratch.path)' && \(line)"], environment: environment)
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home.scratch.file(name)) }

    /// What a step of a file runs, in its order: the rest of a line after one of these words.
    private static func commands(of file: String) throws -> [String] {
        try String(contentsOf: URL(filePath: "\(examples)/\(file)"), encoding: .utf8).split(separator: "\n").compactMap
        {
            let line = $0.drop { $0 == " " }
            for start in ["run: ", "- "] where line.hasPrefix(start + "hark ") {
                return String(line.dropFirst(start.count))
            }
            return nil
        }
    }

    @Test(arguments: ["github-actions.yml", "gitlab-ci.yml"])
    func theStepsRecordAndJudge(file: String) throws {
        let commands = try Self.commands(of: file)
        #expect(commands.count == 2)
        for (tests, code) in [(Self.harmless, 0), (Self.faulty, 1)] as [(String, Int32)] {
            try home.scratch.write("Makefile", "test:\n\t\(tests)\n")
            let recorded = try run(commands[0])
            #expect(recorded.code == 0 && exists("tests.har"), recorded.summary)
            let judged = try run(commands[1])
            #expect(judged.code == code, judged.summary)
            for report in ["judge.sarif", "judge.xml"] {
                #expect(exists(report), "\(report)")
                try FileManager.default.removeItem(atPath: home.scratch.file(report))
            }
        }
    }

    /// What it says to upload is what the steps write.
    @Test(arguments: ["github-actions.yml", "gitlab-ci.yml"])
    func onlyWhatIsWrittenIsUploaded(file: String) throws {
        let text = try String(contentsOf: URL(filePath: "\(Self.examples)/\(file)"), encoding: .utf8)
        let written = Set(["tests.har", "judge.sarif", "judge.xml"])
        let named = text.split { !$0.isLetter && $0 != "." }.map(String.init).filter {
            $0.hasSuffix(".har") || $0.hasSuffix(".sarif") || $0.hasSuffix(".xml")
        }
        #expect(Set(named) == written)
    }

    @Test func theMakefileJudgesAndTakesABaseline() throws {
        let make = "make -f '\(Self.examples)/Makefile' COMMAND='\(Self.faulty)'"
        let first = try run("\(make) http-judge")
        #expect(first.code != 0 && exists("judge.sarif") && exists("judge.xml"), first.summary)
        let known = try run("\(make) http-baseline")
        #expect(known.code == 0 && exists("judge-baseline.json"), known.summary)
        let again = try run("\(make) http-judge")
        #expect(again.code == 0, again.summary)
    }

    @Test func theHookRefusesWhatIsStagedAndNothingElse() throws {
        let hook = "'\(Self.examples)/pre-commit'"
        #expect(try run("git init -q . && hark run --quiet --har a.har -- \(Self.harmless)").code == 0)
        #expect(try run("hark run --quiet --har 'b c.har' -- \(Self.faulty)").code == 0)
        // It is not staged.
        #expect(try run("git add a.har && sh \(hook)").code == 0)
        let refused = try run("git add 'b c.har' && sh \(hook)")
        #expect(refused.code == 1, refused.summary)
        // What is in the working tree does not count.
        #expect(try run("cp a.har 'b c.har' && sh \(hook)").code == 1)
        #expect(try run("git add 'b c.har' && sh \(hook)").code == 0)
        #expect(try run("git rm -q --cached a.har 'b c.har' && sh \(hook)").code == 0)
    }
}
