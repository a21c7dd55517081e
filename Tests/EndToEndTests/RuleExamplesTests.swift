import Foundation
import TestKit
import Testing

/// Each rules file of the examples does what its script says.
@Suite struct RuleExamplesTests {
    private static let folder = Tool.packageRoot + "/examples/rules"

    private static let all: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".rules") }.map { String($0.dropLast(".rules".count)) }.sorted()
    }()

    @Test func thereAreExamples() {
        #expect(Self.all.count >= 28)
    }

    /// A script without rules would be run by no test, and what the list leaves out is found by nobody.
    @Test func eachHasItsScriptAndItsLine() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        let scripts = files.filter { $0.hasSuffix(".sh") }.map { String($0.dropLast(".sh".count)) }
        #expect(scripts.sorted() == Self.all)
        let list = try String(contentsOfFile: Self.folder + "/README.md", encoding: .utf8)
        let listed = list.split(separator: "\n").filter { $0.hasPrefix("| [") }.map {
            String($0.dropFirst("| [".count).prefix { $0 != "]" })
        }
        #expect(listed.sorted() == Self.all)
    }

    @Test(arguments: all)
    func aScriptShowsWhatItSpeaksOf(name: String) throws {
        let home = try PrivateHome()
        let result = try Tool.run(
            Tool.find("sh"), ["\(Self.folder)/\(name).sh"],
            environment: ["HARK": Tool.hark(), "HOME": home.scratch.path, "XDG_DATA_HOME": home.scratch.file("data")])
        #expect(result.code == 0, result.summary)
    }

    @Test(arguments: all)
    func aFileRaisesNoDoubt(name: String) throws {
        let checked = try Tool.run(Tool.hark(), ["rules", "check", "\(Self.folder)/\(name).rules"])
        #expect(checked.code == 0, checked.summary)
        let tidy = try Tool.run(Tool.hark(), ["rules", "format", "\(Self.folder)/\(name).rules"])
        #expect(tidy.code == 0, tidy.summary)
    }
}
