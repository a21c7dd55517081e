import Bytes
import HTTPModel
import HTTPWire
import Testing

/// Which fields make a message malformed (RFC 9113 §8.2, §8.3), and what head comes of those that do not.
@Suite struct FieldRulesTests {
    typealias Fields = [(String, String)]

    private static func section(_ fields: Fields) throws -> FieldSection {
        var encoder = HPACKEncoder()
        var block: [UInt8] = []
        encoder.encode(OutgoingFields(fields.map { HPACKField(Bytes($0.0), Bytes($0.1)) }), into: &block)
        var decoder = HPACKDecoder()
        return try decoder.decode(Bytes(block)).fields
    }

    private static func request(_ fields: Fields, extended: Bool = false) throws -> RequestHead {
        let section = try section(fields)
        return try FieldRules.request(section, allowsExtendedConnect: extended)
    }

    /// A request's fields with some put in place of others, or added.
    private static func get(_ changes: Fields) -> Fields {
        var fields = RawPeer.get
        for change in changes {
            if let place = fields.firstIndex(where: { $0.0 == change.0 }) {
                fields[place] = change
            } else {
                fields.append(change)
            }
        }
        return fields
    }

    @Test(
        arguments: [
            // §8.2.1
            ([("X-Test", "1")], .capitalInName, 4, 0), ([("x\u{7F}", "1")], .malformedName, 4, 1),
            ([("x y", "1")], .malformedName, 4, 1), ([("x:y", "1")], .malformedName, 4, 1),
            ([("", "1")], .malformedName, 4, 0), ([("x", "a\r\nb: c")], .lineBreakInValue, 4, 4),
            ([("x", "a\u{0}b")], .lineBreakInValue, 4, 4), ([("x", "a\nb")], .lineBreakInValue, 4, 4),
            ([("x", "a\u{1B}b")], .controlInValue, 4, 4), ([("x", " a")], .spaceAroundValue, 4, 3),
            ([("x", "a\t")], .spaceAroundValue, 4, 4),
            // §8.2.2
            ([("connection", "close")], .connectionField, 4, 0), ([("proxy-connection", "x")], .connectionField, 4, 0),
            ([("keep-alive", "5")], .connectionField, 4, 0),
            ([("transfer-encoding", "chunked")], .connectionField, 4, 0),
            ([("upgrade", "h2c")], .connectionField, 4, 0), ([("te", "trailers, deflate")], .wrongTE, 4, 4),
            ([("te", "gzip")], .wrongTE, 4, 4),
            // §8.3
            ([(":foo", "1")], .unknownPseudoField, 4, 0), ([(":Method", "GET")], .unknownPseudoField, 4, 0),
            ([(":status", "200")], .wrongPseudoField, 4, 0),
            // §8.3.1: offsets in `:path: …` and so on.
            ([(":method", "G T")], .malformedMethod, 0, 10), ([(":method", "")], .malformedMethod, 0, 0),
            ([(":scheme", "1http")], .malformedScheme, 1, 9), ([(":scheme", "ht tp")], .malformedScheme, 1, 9),
            ([(":path", "http://a.example/")], .malformedPath, 3, 7), ([(":path", "*")], .malformedPath, 3, 7),
            ([(":path", "/a b")], .malformedPath, 3, 9), ([(":path", "/a#b")], .fragmentInPath, 3, 9),
            ([(":path", "x")], .malformedPath, 3, 7),
            ([(":authority", "u@a.example")], .malformedAuthority, 2, 13),
            ([(":authority", "a.example/x")], .malformedAuthority, 2, 21),
            ([(":authority", "a.example:1:2")], .malformedAuthority, 2, 23),
            ([(":authority", "a?b")], .malformedAuthority, 2, 13), ([(":authority", "")], .malformedAuthority, 2, 0),
            ([("host", "b.example")], .hostDisagrees, 4, 6), ([("host", "a.example:8080")], .hostDisagrees, 4, 6),
            ([("host", "a b")], .malformedHost, 4, 7),
            ([("content-length", "+5")], .malformedContentLength, 4, 16),
            ([("content-length", "5, 5")], .malformedContentLength, 4, 16),
            ([("content-length", "9223372036854775808")], .malformedContentLength, 4, 16),
            ([(":protocol", "websocket")], .misplacedProtocol, 4, 11),
        ] as [(Fields, FieldFault.Rule, Int, Int)])
    func aRequestIsMalformed(changes: Fields, rule: FieldFault.Rule, line: Int, place: Int) throws {
        do {
            _ = try Self.request(Self.get(changes))
            Issue.record("it passed")
        } catch let fault as FieldFault {
            #expect(fault.rule == rule)
            #expect(fault.line == line)
            let section = try Self.section(Self.get(changes))
            #expect(fault.offset == Int(section.lines[line].start) + place)
            #expect(fault.status == 400)
        }
    }

    @Test(
        arguments: [
            (":method", .missingMethod), (":scheme", .missingScheme), (":path", .missingPath),
            (":authority", .missingAuthority),
        ] as [(String, FieldFault.Rule)])
    func aRequestLacksAPseudoField(name: String, rule: FieldFault.Rule) throws {
        #expect(throws: FieldFault.self) { try Self.request(RawPeer.get.filter { $0.0 != name }) }
        do { _ = try Self.request(RawPeer.get.filter { $0.0 != name }) } catch let fault as FieldFault {
            #expect(fault.rule == rule && fault.line == nil)
        }
    }

    @Test func pseudoFieldsComeOnceAndFirst() throws {
        for (fields, rule) in [
            (RawPeer.get + [(":path", "/b")], FieldFault.Rule.repeatedPseudoField),
            ([("x", "1")] + RawPeer.get, .latePseudoField),
            (RawPeer.get + [("x", "1"), (":protocol", "y")], .latePseudoField),
            (RawPeer.get + [("host", "a.example"), ("host", "a.example")], .repeatedHost),
            (RawPeer.get + [("content-length", "5"), ("content-length", "05")], .conflictingContentLength),
        ] {
            do {
                _ = try Self.request(fields)
                Issue.record("it passed")
            } catch let fault as FieldFault { #expect(fault.rule == rule) }
        }
    }

    @Test func aRequestBecomesAHead() throws {
        let head = try Self.request(
            Self.get([
                (":authority", "A.example:443"), (":path", "/a?b=c"), ("host", "a.example"), ("te", "trailers"),
                ("x-bin", "\u{FC}"),
            ]))
        #expect(head.method == .get && head.version == .http20)
        #expect(head.targetBytes == "/a?b=c" && head.target.form == .origin)
        #expect(head.raw.slice(try #require(head.target.host)) == "A.example" && head.target.port == 443)
        #expect(head.raw.slice(try #require(head.target.scheme)) == "https")
        #expect(head.fields.pairs.map { $0[0] }.prefix(4) == [":method", ":scheme", ":authority", ":path"])
        #expect(head.fields.first(.host) == "a.example")
        #expect(head.quirks.map(\.code) == [.obsoleteText])
    }

    @Test func hostAloneNamesTheServer() throws {
        let head = try Self.request(RawPeer.get.filter { $0.0 != ":authority" } + [("host", "b.example:8443")])
        #expect(head.raw.slice(try #require(head.target.host)) == "b.example" && head.target.port == 8443)
    }

    @Test func optionsAsksOfTheWholeServer() throws {
        let head = try Self.request(Self.get([(":method", "OPTIONS"), (":path", "*")]))
        #expect(head.target.form == .asterisk && head.targetBytes == "*" && head.target.pathAndQuery.isEmpty)
    }

    @Test func connectHasAnAuthorityAlone() throws {
        let head = try Self.request([(":method", "CONNECT"), (":authority", "a.example:443")])
        #expect(head.target.form == .authority && head.targetBytes == "a.example:443" && head.target.port == 443)
        for (fields, rule) in [
            ([(":method", "CONNECT"), (":authority", "a:1"), (":path", "/")], FieldFault.Rule.connectWithPath),
            ([(":method", "CONNECT"), (":authority", "a:1"), (":scheme", "https")], .connectWithPath),
            ([(":method", "CONNECT"), (":authority", "a")], .malformedAuthority),
            ([(":method", "CONNECT"), (":authority", "a:0")], .malformedAuthority),
            ([(":method", "CONNECT"), ("host", "a:1")], .missingAuthority),
        ] as [(Fields, FieldFault.Rule)] {
            do {
                _ = try Self.request(fields)
                Issue.record("it passed")
            } catch let fault as FieldFault { #expect(fault.rule == rule) }
        }
    }

    @Test func extendedConnectIsTakenWhereItWasOffered() throws {
        let fields = Self.get([(":method", "CONNECT"), (":protocol", "websocket")])
        let head = try Self.request(fields, extended: true)
        #expect(head.method == .connect && head.target.form == .origin && head.targetBytes == "/")
        #expect(throws: FieldFault.self) { try Self.request(fields) }
    }

    @Test(
        arguments: [
            ([], .missingStatus), ([(":status", "20")], .malformedStatus), ([(":status", "099")], .malformedStatus),
            ([(":status", "2000")], .malformedStatus), ([(":status", "+20")], .malformedStatus),
            ([(":status", "101")], .switchingProtocols),
            ([(":status", "200"), (":status", "200")], .repeatedPseudoField),
            ([(":status", "200"), (":path", "/")], .wrongPseudoField),
            ([("a", "b"), (":status", "200")], .latePseudoField),
            ([(":status", "200"), ("connection", "close")], .connectionField),
            ([(":status", "200"), ("Server", "x")], .capitalInName),
        ] as [(Fields, FieldFault.Rule)])
    func aResponseIsMalformed(fields: Fields, rule: FieldFault.Rule) throws {
        let section = try Self.section(fields)
        do throws(FieldFault) {
            _ = try FieldRules.response(section)
            Issue.record("it passed")
        } catch { #expect(error.rule == rule) }
    }

    @Test func aResponseBecomesAHead() throws {
        let head = try FieldRules.response(Self.section([(":status", "204"), ("content-length", "0")]))
        #expect(head.status == 204 && head.version == .http20 && head.reason.isEmpty)
        #expect(head.quirks.map(\.code) == [.framingWithoutBody])
    }

    /// RFC 9113 §8.2.1: of a response the white space goes, and nobody could have read another value.
    @Test(
        arguments: [
            (" a", "a", 4..<6), ("a\t ", "a", 4..<7), ("  a b\t", "a b", 4..<10), (" \t", "", 4..<6),
        ] as [(String, Bytes, Range<Int>)])
    func whiteSpaceAroundAValueOfAResponseIsRemoved(value: String, read: Bytes, place: Range<Int>) throws {
        let start = ":status: 200\r\nx: ".utf8.count
        let section = try Self.section([(":status", "200"), ("x", value)])
        let head = try FieldRules.response(section)
        #expect(head.fields.values(named: "x") == [read])
        #expect(head.raw == section.raw)
        #expect(head.quirks == [Quirk(.spaceAroundValue, offset: start, length: place.count)])
        let trailers = try FieldRules.trailers(Self.section([("x", value)]), ofResponse: true)
        #expect(trailers.section.values(named: "x") == [read])
        #expect(trailers.quirks.map(\.code) == [.spaceAroundValue])
        #expect(throws: FieldFault.self) { try FieldRules.response(section, .none) }
        #expect(throws: FieldFault.self) { try FieldRules.trailers(Self.section([("x", value)])) }
        #expect(throws: FieldFault.self) { try FieldRules.response(Self.section([(":status", "200 ")])) }
    }

    @Test func aLengthWithWhiteSpaceIsALength() throws {
        let head = try FieldRules.response(Self.section([(":status", "200"), ("content-length", " 5 ")]))
        #expect(head.fields.first(.contentLength) == "5")
        #expect(throws: FieldFault.self) {
            try FieldRules.response(Self.section([(":status", "200"), ("content-length", " 5 6")]))
        }
    }

    @Test func whatIsToleratedIsRefusedWhenStrict() throws {
        for fields in [[(":status", "204"), ("content-length", "0")], [(":status", "103"), ("content-length", "5")]] {
            #expect(throws: FieldFault.self) { try FieldRules.response(Self.section(fields), .none) }
        }
        #expect(throws: FieldFault.self) {
            try FieldRules.trailers(Self.section([("content-length", "5")]), ofResponse: true, .none)
        }
    }

    /// RFC 3987: UTF-8 in a path is meant as its octets.
    @Test func aPathMayHaveUTF8() throws {
        let fields: Fields = [
            (":method", "GET"), (":scheme", "https"), (":authority", "a"), (":path", "/stra\u{DF}e?\u{20AC}"),
        ]
        let head = try FieldRules.request(Self.section(fields))
        #expect(head.quirks.map(\.code) == [.unencodedTarget])
        #expect(throws: FieldFault.self) { try FieldRules.request(Self.section(fields), .none) }
    }

    @Test func trailersHaveNoPseudoFields() throws {
        let section = try Self.section([("x-sum", "1"), (":status", "200")])
        do throws(FieldFault) {
            _ = try FieldRules.trailers(section)
            Issue.record("it passed")
        } catch { #expect(error.rule == .pseudoFieldInTrailers && error.line == 1) }
        let trailers = try FieldRules.trailers(Self.section([("x-sum", "1"), ("content-length", "5")]))
        #expect(trailers.section.lines.count == 2 && trailers.quirks.map(\.code) == [.forbiddenTrailer])
    }

    @Test func everyRuleHasItsWords() throws {
        for rule in FieldFault.Rule.allCases { #expect(!rule.rawValue.isEmpty) }
        do throws(FieldFault) { _ = try FieldRules.response(.none) } catch {
            #expect(error.text.hasSuffix(".") && error.spec == "RFC 9113 §8.3.2")
        }
    }
}
