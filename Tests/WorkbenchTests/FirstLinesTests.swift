import Foundation
import Testing

@testable import Workbench

/// The lines to paste are one set, wherever they are told.
@Suite struct FirstLinesTests {
    private static let lines = FirstLines.lines(proxies: [])

    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func theyGoThroughTheFirstProxyThatListens() {
        let lines = FirstLines.lines(proxies: ["127.0.0.1:9000", "127.0.0.1:9001"])
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("curl -x http://127.0.0.1:9000 ") && !$0.contains("9001") })
    }

    @Test func theyFitBesideTheLongestAddressOfThisMachine() {
        // The screen sets them in by two cells.
        #expect(FirstLines.lines(proxies: ["127.0.0.1:65535"]).allSatisfy { $0.utf8.count <= 78 })
    }

    @Test(arguments: ["scripts/run", "docs/page.md", "README.md"])
    func whatIsWrittenDownIsThisSetAndNoOther(path: String) throws {
        let told = try Self.text(path).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            .filter { $0.hasPrefix("curl -x ") }.map(String.init)
        #expect(told == Self.lines)
    }

    @Test func noSourceOfThePageHoldsThem() throws {
        #expect(try !Self.text("Sources/CPage/page/scripts/elements/list-state.js").contains("curl"))
    }
}
