import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import Registry
import Testing

/// A field with one value that is sent twice is one fault: nothing is praised or remarked about a value that may not
/// count.
@Suite struct RepeatedFieldsTests {
    private func findings(_ example: Example) throws -> [Finding] { Checks.findings(in: try example.facts()) }

    private static let singletons = Vocabulary.fields.terms.filter {
        $0.has(.singleton) && $0.standing == .permanent && $0.example.hasPrefix($0.name + ": ")
    }

    /// Each field of the registry that takes one value, in the message that has it.
    @Test func nothingIsRemarkedBesidesTheRepetition() throws {
        #expect(Self.singletons.count > 20)
        for term in Self.singletons {
            let line = term.example
            let message =
                term.has(.request) ? "> PUT /a | \(line) | \(line) < 204" : "> GET /a < 200 | \(line) | \(line)"
            let found = try findings(Example(message))
            guard found.contains(where: { $0.check.code == "field-repeated" }) else { continue }
            for finding in found where finding.check.code != "field-repeated" && finding.level <= .info {
                #expect(finding.range.isEmpty || finding.message == nil || !isOf(term, finding, message), "\(line)")
                if case .field(_, let name) = finding.check.scope { #expect(name.text != term.name.lowercased()) }
            }
        }
    }

    private func isOf(_ term: Term, _ finding: Finding, _ message: String) -> Bool {
        guard let facts = try? Example(message).facts() else { return true }
        let head = finding.message == .request ? facts.request?.raw : facts.response?.raw
        guard let head, finding.range.upperBound <= head.count else { return true }
        let start = head[..<finding.range.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
        return head.slice(start..<head.count).text.lowercased().hasPrefix(term.name.lowercased() + ":")
    }

    @Test(
        arguments: [
            ("ETag: \"a\" | ETag: \"a\"", "strong-validator"), ("Retry-After: 5 | Retry-After: 5", "retry-after-given"),
        ] as [(String, String)])
    func aRepeatedFieldIsNotPraised(lines: String, code: String) throws {
        let twice = try findings(Example("> GET / < 503 | \(lines)")).map(\.check.code)
        #expect(twice.contains("field-repeated") && !twice.contains(code), "\(twice)")
    }

    /// A fault of the value is one in each line, other fields are read as ever, and one line is no repetition.
    @Test func whatIsWrongStaysAndOtherFieldsAreRead() throws {
        let both = try findings("> GET / < 503 | ETag: \"a\" | Retry-After: soon | Retry-After: soon").map(\.check.code)
        #expect(both.contains("field-repeated") && both.contains("strong-validator"), "\(both)")
        #expect(both.contains("retry-after-malformed"), "\(both)")
        let once = try findings("> GET / < 503 | Retry-After: 5").map(\.check.code)
        #expect(once.contains("retry-after-given") && !once.contains("field-repeated"), "\(once)")
        let sides = try findings("> PUT / | Content-Location: /a | Content-Location: /b < 503 | Retry-After: 5")
        #expect(sides.map(\.check.code).contains("retry-after-given"))
    }
}
