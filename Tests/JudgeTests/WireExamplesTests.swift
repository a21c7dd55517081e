import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import Judge
import TLS
import Testing

/// What holds of every check of the wire, from the list of checks: the decoder that reads real traffic finds it in its
/// bad examples, and not in its good ones.
@Suite struct WireExamplesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let check: Check
        let example: WireExample
        let place: Int
        var testDescription: String { "\(check.code) \(place)" }
    }

    static let bad = WireChecks.all.flatMap { check in
        check.badOctets.enumerated().map { Case(check: check, example: $0.element, place: $0.offset) }
    }
    static let good = WireChecks.all.flatMap { check in
        check.goodOctets.enumerated().map { Case(check: check, example: $0.element, place: $0.offset) }
    }

    @Test func onlyChecksOfTheWireHaveThem() {
        #expect(WireChecks.all.count > 55)
        for check in Checks.all + Checks.ofSessions + Checks.ofConnections {
            #expect(check.badOctets.isEmpty && check.goodOctets.isEmpty, "\(check.code)")
        }
    }

    @Test(arguments: bad) func aBadExampleYieldsItsCheck(made: Case) throws {
        let found = try WireReading(made.example).findings
        let finding = found.first { $0.check.code == made.check.code }
        #expect(finding != nil, "yields \(found.map(\.check.code)) for \(made.example.lines)")
        #expect(finding?.message == made.example.kind)
        #expect(finding?.note.text.text.hasSuffix(".") == true)
    }

    @Test(arguments: good) func aGoodExampleDoesNot(made: Case) throws {
        let found = try WireReading(made.example).findings.map(\.check.code)
        #expect(!found.contains(made.check.code), "\(made.example.lines)")
        // Another fault may be near; but none that breaks a MUST.
        #expect(!found.contains { Checks.byCode[$0]?.level == .bad }, "yields \(found)")
    }

    /// No byte of an example is cut off where another message would begin.
    @Test(arguments: bad + good) func noExampleHasAnotherFault(made: Case) throws {
        let found = try WireReading(made.example).findings.filter { $0.level == .bad }.map(\.check.code)
        #expect(Set(found).subtracting([made.check.code]).isEmpty, "\(made.example.lines)")
    }
}

/// A message in octets, read as from a connection that then ends.
private struct WireReading {
    private(set) var findings: [Finding] = []
    private let kind: MessageKind

    init(_ example: WireExample) throws {
        kind = example.kind
        if example.isList {
            try readList(example)
        } else {
            readMessage(example)
        }
    }

    private mutating func note(_ quirks: [Quirk]) {
        findings += WireChecks.findings(quirks, in: kind, isPasted: false)
    }

    private mutating func readList(_ example: WireExample) throws {
        var encoder = HPACKEncoder()
        var block: [UInt8] = []
        encoder.encode(
            OutgoingFields(example.fields.map { HPACKField(Bytes($0.name), Bytes($0.value)) }), into: &block)
        var decoder = HPACKDecoder()
        note(try FieldRules.response(try decoder.decode(Bytes(block)).fields).quirks)
    }

    private mutating func readMessage(_ example: WireExample) {
        var decoder = HTTP1Decoder(
            role: kind == .request ? .request : .response, limits: example.limits, tolerances: example.tolerances)
        let octets = Bytes(example.octets)
        var position = 0
        do throws(WireError) {
            while true {
                let rest = octets.slice(position..<octets.count)
                let decoded = try rest.withSpan { span throws(WireError) in try decoder.decode(span) }
                guard let decoded else { break }
                position += decoded.consumed
                note(decoded.repair?.quirks ?? [])
                take(decoded.part, example)
                if case .end = decoded.part {
                    let left = octets.count - position
                    if left > 0 { note([Quirk(.bytesAfterLastMessage, offset: position, length: left)]) }
                    return
                }
            }
            _ = try decoder.endOfInput(unread: octets.count - position)
        } catch {
            findings.append(WireChecks.finding(error, kind))
        }
    }

    private mutating func take(_ part: MessagePart, _ example: WireExample) {
        switch part {
        case .requestHead(let head, _):
            note(head.quirks)
            if let server = example.server { note([Quirk.misdirection(of: head, on: server)].compactMap(\.self)) }
            if let name = example.serverName { note([serverName(name, head)].compactMap(\.self)) }
        case .responseHead(let head, _): note(head.quirks)
        case .interimHead(let head): note(head.quirks)
        case .trailers(let trailers): note(trailers.quirks)
        case .content, .chunkStarted, .chunkEnded, .end: break
        }
    }

    private func serverName(_ name: String, _ head: RequestHead) -> Quirk? {
        let offer = ClientHello.ServerNameOffer(Bytes(name))
        let target = head.target
        guard let host = target.host, let port = target.port else { return nil }
        return Quirk.serverName(
            offer.bytes, isMalformed: offer.problem != nil, in: head,
            to: Destination(host: head.raw.slice(host), port: port))
    }
}
