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
        #expect(Self.all.count >= 12)
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
