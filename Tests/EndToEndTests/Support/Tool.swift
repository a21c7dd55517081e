import Foundation
import TestKit
import Testing

/// The other programs that take part: found, run, and their output read. A missing one fails the test with a sentence.
enum Tool {
    /// Debian keeps servers where not every user's path looks.
    static let searchPath = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") + ":/usr/sbin:/sbin"

    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    static func find(_ name: String) throws -> String {
        for folder in searchPath.split(separator: ":") {
            let path = "\(folder)/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        throw Failure("\(name) is not installed; `make test` installs it")
    }

    /// The Python that has the packages of requirements.txt.
    static func python() throws -> String {
        let path = packageRoot + "/.build/python/test/bin/python3"
        guard access(path, X_OK) == 0 else {
            throw Failure("there is no \(path) with the test packages; `make test` makes it")
        }
        return path
    }

    static func script(_ name: String) -> String {
        packageRoot + "/Tests/EndToEndTests/Scripts/" + name
    }

    /// The command under test: beside the test bundle, or where HARK says.
    static func hark() throws -> String {
        let besideTests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/hark"
        let candidates = [
            ProcessInfo.processInfo.environment["HARK"], besideTests, packageRoot + "/.build/debug/hark",
        ]
        for case let path? in candidates where access(path, X_OK) == 0 { return path }
        throw Failure("hark is not built; `swift build` builds it, or HARK names it")
    }

    struct Result: Sendable {
        let ending: Child.Ending
        let output: [UInt8]
        let diagnostics: String

        var code: Int32 {
            if case .exited(let code) = ending { code } else { -1 }
        }
        var text: String { String(decoding: output, as: UTF8.self) }
        /// For the comments of expectations.
        var summary: Comment { "\(ending)\n\(text.prefix(2000))\n\(diagnostics.suffix(2000))" }
    }

    /// Runs a program to its end, which comes within `seconds` or is an error.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        seconds: Double = 120
    ) throws -> Result {
        let scratch = try Scratch()
        let child = try Child(
            program, arguments, environment: environment, input: input, output: scratch.file("output"),
            diagnostics: scratch.file("diagnostics"))
        let ending = try child.wait(seconds: seconds)
        let output = try Data(contentsOf: URL(filePath: scratch.file("output")))
        let diagnostics = try Data(contentsOf: URL(filePath: scratch.file("diagnostics")))
        return Result(ending: ending, output: Array(output), diagnostics: String(decoding: diagnostics, as: UTF8.self))
    }

    /// curl, quiet but for errors, without a configuration file of the user's and never without an end.
    static func curl(_ arguments: String...) throws -> Result {
        try run(find("curl"), ["-q", "-sS", "--max-time", "60"] + arguments)
    }

    static func runScript(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Result {
        try run(python(), [script(name)] + arguments, environment: environment)
    }
}
