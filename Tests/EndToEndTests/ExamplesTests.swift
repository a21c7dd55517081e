import Foundation
import TestKit
import Testing

/// The examples say what to look at: a script fails when that is not what was printed.
@Suite struct ExamplesTests {
    private static let all = [
        "01-first-look", "02-redirects", "03-cookies", "04-caching", "05-chunking", "06-rewriting-headers",
        "07-capture-har-in-ci",
    ]

    private func run(_ name: String, with hark: String) throws -> Tool.Result {
        let home = try PrivateHome()
        return try Tool.run(
            Tool.find("sh"), [Tool.packageRoot + "/examples/\(name).sh"],
            environment: ["HARK": hark, "HOME": home.scratch.path, "XDG_DATA_HOME": home.scratch.file("data")])
    }

    @Test(arguments: all)
    func anExampleShowsWhatItSpeaksOf(name: String) throws {
        let result = try run(name, with: Tool.hark())
        #expect(result.code == 0, result.summary)
    }

    /// Of a program that does nothing, no example says that all is well.
    @Test(arguments: all)
    func anExampleFailsWithoutHark(name: String) throws {
        #expect(try run(name, with: Tool.find("true")).code != 0)
    }

    @Test func everyScriptIsRunHere() throws {
        let scripts = try FileManager.default.contentsOfDirectory(atPath: Tool.packageRoot + "/examples")
            .filter { $0.hasSuffix(".sh") && !$0.hasPrefix("lesson-") && $0 != "lib.sh" }
        #expect(scripts.sorted() == Self.all.map { $0 + ".sh" })
    }
}
