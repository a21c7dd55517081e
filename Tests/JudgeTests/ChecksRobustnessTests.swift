import Bytes
import Explain
import HTTPModel
import HTTPSemantics
import Judge
import TestKit
import Testing

/// Checks read what strangers send.
@Suite struct ChecksRobustnessTests {
    private static let bytes: [UInt8] = [0x00, 0x20, 0x22, 0x25, 0x2C, 0x2D, 0x3A, 0x3B, 0x3D, 0x39, 0x5B, 0xC3, 0xFF]

    /// Whatever becomes of the values, places lie within the head and nothing traps.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func mutatedExamplesAreJudgedWithoutATrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for example in Checks.all.flatMap({ $0.bad + $0.good }) {
            let facts = try example.facts()
            func mutated(_ section: FieldSection) -> FieldSection {
                var raw = section.raw.array
                for line in section.lines where !line.value.isEmpty && Bool.random(using: &random) {
                    raw[Int.random(in: line.value, using: &random)] = Self.bytes.randomElement(using: &random) ?? 0
                }
                return FieldSection(raw: Bytes(raw), lines: section.lines)
            }
            let changed = Facts(
                request: facts.request.map {
                    RequestHead(method: $0.method, target: $0.target, version: $0.version, fields: mutated($0.fields))
                },
                requestContent: facts.requestContent, url: facts.url?.raw,
                response: facts.response.map {
                    ResponseHead(
                        status: $0.status, version: $0.version, reasonRange: $0.reasonRange, fields: mutated($0.fields))
                },
                responseContent: facts.responseContent, clock: facts.clock)
            let found = Checks.findings(in: changed)
            let all = Checks.findings(in: changed, heedingTriggers: false)
            #expect(found.map(\.check.code) == all.map(\.check.code), "a trigger rules out what is there")
            for finding in found {
                #expect(finding.range.lowerBound >= 0 && !finding.note.text.text.isEmpty)
            }
        }
    }

    @Test func hugeNumbersDoNotTrap() throws {
        let largest = UInt64.max
        let example = Example(
            """
            > GET / | Range: bytes=0-\(largest),-\(largest) \
            < 206 | Content-Range: bytes 0-\(largest - 1)/\(largest) | Content-Encoding: gzip | Age: \(largest) \
            | Cache-Control: max-age=\(largest) | Set-Cookie: a=b; Max-Age=\(largest) | Retry-After: \(largest)
            """)
        let facts = try example.facts()
        let huge = Facts(
            request: facts.request, url: facts.url?.raw, response: facts.response,
            responseContent: Facts.Content(size: largest, decodedSize: largest),
            clock: Facts.Clock(sent: .max, arrived: .max, about: .max))
        #expect(Checks.findings(in: huge).allSatisfy { !$0.note.text.text.isEmpty })
        let early = Facts(
            request: facts.request, url: facts.url?.raw, response: facts.response,
            clock: Facts.Clock(sent: .min, arrived: .min, about: .min))
        #expect(Checks.findings(in: early).allSatisfy { !$0.note.text.text.isEmpty })
    }
}
