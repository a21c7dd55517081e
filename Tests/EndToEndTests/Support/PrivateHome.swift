import Foundation
import TestKit

/// A home folder of one test, so that no command finds the authority, the browsers or the shell of whoever runs the
/// tests.
struct PrivateHome {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Where an authority is made when nothing else is said.
    var folder: String { scratch.file("data/hark") }

    func hark(
        _ arguments: String..., environment: [String: String] = [:], input: String = "/dev/null"
    ) throws -> Tool.Result {
        try hark(arguments: arguments, environment: environment, input: input)
    }

    func hark(
        arguments: [String], environment: [String: String] = [:], input: String = "/dev/null", seconds: Double = 60
    ) throws -> Tool.Result {
        let own = ["HOME": scratch.file("home"), "XDG_DATA_HOME": scratch.file("data")]
        return try Tool.run(
            Tool.hark(), arguments, environment: own.merging(environment) { $1 }, input: input, seconds: seconds)
    }

    /// The output of a command that ends well, as a JSON object.
    func json(_ result: Tool.Result) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
        guard let object else { throw Failure("no JSON object: \(result.text)") }
        return object
    }
}
