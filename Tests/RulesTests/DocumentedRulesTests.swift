import Flow
import Foundation
import Testing

@testable import Rules

/// The rules of docs/rules.md are rules, and show each action.
@Suite struct DocumentedRulesTests {
    private static let page: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "docs/rules.md"), encoding: .utf8)) ?? ""
    }()

    /// Lines that are set off and have a name before a colon.
    static let examples: [String] = page.split(separator: "\n").filter { line in
        line.hasPrefix("    ") && line.contains(#/^ {4}[a-z0-9-]+: +(?:when .* )?do /#)
    }.map { String($0.dropFirst(4)) }

    @Test(arguments: examples)
    func eachIsReadAndSaidInWords(line: String) throws {
        #expect(RuleWords.sentence(try Reading.rule(line)).hasSuffix("."))
    }

    /// The table of profiles has the numbers that are used.
    @Test func eachProfileStandsThereAsItIs() {
        let rows = Self.page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        func kilobits(_ rate: Int64) -> String {
            let bits = rate * 8
            if bits < 1_000_000 { return "\(bits / 1_000) kbit/s" }
            let tenths = bits / 100_000
            return tenths % 10 == 0 ? "\(tenths / 10) Mbit/s" : "\(tenths / 10).\(tenths % 10) Mbit/s"
        }
        let wanted = ThrottleRate.profiles.map { profile in
            let (down, up) = (kilobits(profile.down), kilobits(profile.up))
            return "| `\(profile.name)` | \(down) | \(up) | \(profile.latency / 1_000) ms |"
        }
        #expect(rows == wanted)
    }

    @Test func eachActionHasOne() throws {
        #expect(Self.examples.count > 40)
        let shown = try Set(Self.examples.flatMap { try Reading.rule($0).steps.map { String($0.name) } })
        let missing = Set(ActionTable.all.map(\.name)).subtracting(shown)
        #expect(missing.isEmpty, "\(missing)")
    }
}
