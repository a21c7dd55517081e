import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

@Suite struct HeadEncoderTests {
    private static let raw: Bytes = "GET / HTTP/1.0\r\nA:  1 \r\nb: 2\r\nC:3\r\n\r\n"
    private var fields: FieldSection {
        get throws { try #require(request(Self.raw).requestHeads.first).fields }
    }

    @Test(
        arguments: [
            ([], raw),
            ([.remove(line: 0)], "GET / HTTP/1.0\r\nb: 2\r\nC:3\r\n\r\n"),
            ([.remove(line: 2)], "GET / HTTP/1.0\r\nA:  1 \r\nb: 2\r\n\r\n"),
            ([.remove(line: 2), .remove(line: 0), .remove(line: 1)], "GET / HTTP/1.0\r\n\r\n"),
            ([.replace(line: 1, with: "b: two")], "GET / HTTP/1.0\r\nA:  1 \r\nb: two\r\nC:3\r\n\r\n"),
            ([.add("D: 4"), .add("E: 5")], "GET / HTTP/1.0\r\nA:  1 \r\nb: 2\r\nC:3\r\nD: 4\r\nE: 5\r\n\r\n"),
            ([.replaceStartLine("PUT /x HTTP/1.1")], "PUT /x HTTP/1.1\r\nA:  1 \r\nb: 2\r\nC:3\r\n\r\n"),
            (
                [.add("D: 4"), .replace(line: 2, with: "C: 9"), .replaceStartLine("X"), .remove(line: 0)],
                "X\r\nb: 2\r\nC: 9\r\nD: 4\r\n\r\n"
            ),
            ([.remove(line: 1), .replace(line: 1, with: "b: 7")], "GET / HTTP/1.0\r\nA:  1 \r\nb: 7\r\nC:3\r\n\r\n"),
            ([.remove(line: 3), .remove(line: -1), .replace(line: 99, with: "z: z")], raw),
        ] as [([HeadAction], Bytes)])
    func onlyWhatIsNamedChanges(actions: [HeadAction], expected: Bytes) throws {
        #expect(try HeadEncoder.apply(actions, to: fields) == expected)
    }

    /// Actions in the order of the lines take a shorter way; it must write what the plan of all lines writes.
    @Test func theShorterWayWritesTheSameHead() throws {
        var random = SeededGenerator(seed: 9)
        let fields = try fields
        for _ in 0..<2_000 {
            let actions = (0..<Int.random(in: 0...5, using: &random)).map { _ -> HeadAction in
                let line = Int.random(in: -1...3, using: &random)
                return switch Int.random(in: 0...3, using: &random) {
                case 0: .remove(line: line)
                case 1: .replace(line: line, with: Bytes("r: \(line)"))
                case 2: .add(Bytes("added: \(line)"))
                default: .replaceStartLine(Bytes("PUT /\(line) HTTP/1.1"))
                }
            }
            var plan = HeadPlan(fields)
            for action in actions { try plan.take(action) }
            #expect(try HeadEncoder.apply(actions, to: fields) == plan.written, "\(actions)")
        }
    }

    /// What somebody means goes out as it is, in its place; what nobody means beside it is looked at as ever.
    @Test func whatIsMeantIsNotLookedAt() throws {
        let actions: [HeadAction] = [
            .replace(line: 0, with: "no colon"), .remove(line: 1), .add("D: 4\rx"), .add("E: 5"),
        ]
        let head = try HeadEncoder.apply(4, to: fields, isMeant: { $0 == 0 || $0 == 2 }, action: { actions[$0] })
        #expect(head == "GET / HTTP/1.0\r\nno colon\r\nC:3\r\nD: 4\rx\r\nE: 5\r\n\r\n")
        let whole = try HeadEncoder.apply(1, to: fields, isMeant: { _ in true }, action: { _ in .replaceHead("x") })
        #expect(whole == "x")
        let fields = try fields
        for meant in [0, 1, 2, 3] {
            #expect(throws: EncodeError.self) {
                try HeadEncoder.apply(4, to: fields, isMeant: { $0 == meant }, action: { actions[$0] })
            }
        }
        #expect(throws: EncodeError.self) {
            try HeadEncoder.apply(1, to: fields, isMeant: { _ in false }, action: { _ in .replaceHead("x") })
        }
    }

    @Test func aHeadWithoutFieldsCanBeEdited() throws {
        let bare = try #require(request("GET / HTTP/1.0\r\n\r\n").requestHeads.first).fields
        #expect(try HeadEncoder.apply([.add("A: b")], to: bare) == "GET / HTTP/1.0\r\nA: b\r\n\r\n")
        #expect(try HeadEncoder.apply([.replaceStartLine("X")], to: bare) == "X\r\n\r\n")
    }

    // What a value brings in must not become a line (RFC 9110 §5.5).
    @Test(
        arguments: [
            (.add("A: b\r\nC: d"), .malformedValue, 4), (.add("A: b\rc"), .malformedValue, 4),
            (.add("A: b\nc"), .malformedValue, 4), (.add("A: b\u{0}"), .malformedValue, 4),
            (.replace(line: 0, with: "A: b\n"), .malformedValue, 4), (.add("A"), .malformedName, 1),
            (.add("A b: c"), .malformedName, 1), (.add(": c"), .malformedName, 0), (.add(""), .malformedName, 0),
            (.add("A\r\nB: c"), .malformedName, 1), (.replaceStartLine("GET /\r\nX: y"), .malformedStartLine, 5),
            (.replaceStartLine(""), .malformedStartLine, 0),
        ] as [(HeadAction, EncodeError.Code, Int)])
    func linesAreCheckedAgain(action: HeadAction, code: EncodeError.Code, offset: Int) throws {
        let fields = try fields
        let error = #expect(throws: EncodeError.self) { try HeadEncoder.apply([action], to: fields) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test func responsesOfOurOwn() throws {
        let head = try HeadEncoder.response(
            status: 502, reason: "Bad Gateway", fields: [("Content-Length", "0"), ("X", "")])
        #expect(head == "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nX: \r\n\r\n")
        let trace = response(head)
        #expect(trace.responseHeads.first?.fields.pairs == [["Content-Length", "0"], ["X", ""]])
        #expect(throws: EncodeError.self) { try HeadEncoder.response(status: 99, reason: "", fields: []) }
        #expect(throws: EncodeError.self) { try HeadEncoder.response(status: 1000, reason: "", fields: []) }
        #expect(throws: EncodeError.self) { try HeadEncoder.response(status: 200, reason: "a\r\nb", fields: []) }
        #expect(throws: EncodeError.self) { try HeadEncoder.response(status: 200, reason: "", fields: [("a b", "c")]) }
        #expect(throws: EncodeError.self) {
            try HeadEncoder.response(status: 200, reason: "", fields: [("a", "b\r\n")])
        }
    }

    @Test func requestsOfOurOwn() throws {
        let head = try HeadEncoder.request(method: .other("PURGE"), target: "/a", fields: [("Host", "h:1")])
        #expect(head == "PURGE /a HTTP/1.1\r\nHost: h:1\r\n\r\n")
        #expect(throws: EncodeError.self) { try HeadEncoder.request(method: .other("A B"), target: "/", fields: []) }
        for target in ["", "/a b", "/a\r\n", "/\u{7F}"] as [Bytes] {
            #expect(throws: EncodeError.self) { try HeadEncoder.request(method: .get, target: target, fields: []) }
        }
    }

    @Test func randomHeadsDecodeToTheirFields() throws {
        var random = SeededGenerator(seed: 9110)
        for _ in 0..<60 {
            let pairs = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                (Self.token(&random), Self.value(&random))
            }
            let head = try HeadEncoder.request(
                method: .get, target: "/", fields: pairs, version: .http10)
            let decoded = try #require(request(head).requestHeads.first)
            #expect(decoded.fields.pairs == pairs.map { [$0.0, $0.1] })

            // Edits, worked out on the list of pairs and on the bytes.
            var expected = pairs.map { [$0.0, $0.1] }
            var actions: [HeadAction] = []
            for index in expected.indices.reversed() {
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    expected.remove(at: index)
                    actions.append(.remove(line: index))
                case 1:
                    expected[index] = [Self.token(&random), Self.value(&random)]
                    actions.append(
                        .replace(line: index, with: try HeadEncoder.fieldLine(expected[index][0], expected[index][1])))
                default: break
                }
            }
            expected.append(["Added", "last"])
            actions.append(.add("Added: last"))
            let edited = try HeadEncoder.apply(actions, to: decoded.fields)
            #expect(request(edited).requestHeads.first?.fields.pairs == expected)
        }
    }

    private static func token(_ random: inout SeededGenerator) -> Bytes {
        let letters = Array("!#$%&'*+-.^_`|~0123456789abcXYZ".utf8)
        // Prefixed, so that no known field comes about.
        return Bytes(
            Array("t-".utf8)
                + (0..<Int.random(in: 0...9, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0x61 }
        )
    }

    private static func value(_ random: inout SeededGenerator) -> Bytes {
        let letters = Array("\t !\"abc:,;=~".utf8)
        return Bytes(
            (0..<Int.random(in: 0...20, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0x61 }
        )
        .trimmed
    }

    @Test(
        arguments: [
            (0, "", "0\r\n"), (255, ";a=b", "ff;a=b\r\n"), (.max, "", "ffffffffffffffff\r\n"), (1, ";a\r\n", "1\r\n"),
        ] as [(UInt64, Bytes, Bytes)])
    func chunkSizeLines(size: UInt64, text: Bytes, line: Bytes) {
        #expect(ChunkEncoder.sizeLine(size, extension: text) == line)
    }
}
