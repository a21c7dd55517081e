import Bytes
import Explain
import Flow
import HTTPSemantics
import TestKit
import Testing

/// What a value means and what its page shows are read by one grammar: the parts that reasoning takes from a value are
/// parts that the page names, from the same byte to the same byte.
@Suite struct FieldAgreementTests {
    /// What reasoning reads of a field: the parts, slices of the value, and whether it takes the value for correct, nil
    /// where it does not say.
    struct Reading: Sendable {
        let field: String
        let parts: @Sendable (Bytes) -> [Bytes?]
        var isCorrect: @Sendable (Bytes) -> Bool? = { _ in nil }
    }

    static let readings: [Reading] =
        [
            Reading(field: "cache-control") { CacheControl.directives(of: $0).flatMap { [$0.name, $0.written] } },
            Reading(
                field: "content-type",
                parts: { value in
                    let type = MediaType(value)
                    let parameters = type.parameters.flatMap { [$0.name, $0.written] }
                    return type.isWellFormed ? [type.type, type.subtype] + parameters : parameters
                }, isCorrect: { MediaType($0).isWellFormed ? nil : false }),
            Reading(field: "content-disposition") { value in
                let disposition = ContentDisposition(value)
                return [disposition.kind, disposition.extendedValue]
            },
            Reading(
                field: "date", parts: { value in HTTPDate.parts(of: value).map { value.slice($0.range) } },
                isCorrect: { value in
                    HTTPDate.parts(of: value).allSatisfy(\.isCorrect)
                        && HTTPDate.parse(value, now: 946_684_800) != nil
                }),
            Reading(
                field: "etag", parts: { [EntityTag($0)?.opaque] },
                // A control character is let in by readers, and named on the page.
                isCorrect: { EntityTag($0) == nil ? false : nil }),
            Reading(field: "if-none-match") { value in EntityTag.list(value).map(\.opaque) },
            Reading(field: "range", parts: { RangeRequest.unit(of: $0).map { [$0.unit] } ?? [] }, isCorrect: range),
            Reading(
                field: "content-range", parts: { [ContentRange.Parts($0).unit, ContentRange.Parts($0).size] },
                isCorrect: { ContentRange($0) == nil ? false : nil }),
            Reading(field: "authorization") { value in
                guard let found = AuthorizationValue(value) else { return [] }
                return [found.scheme, found.rest] + found.parameters.flatMap { [$0.name, $0.written] }
            },
            Reading(field: "www-authenticate") { value in
                Challenge.list(value).flatMap { [$0.token] + $0.parameters.flatMap { [$0.name, $0.written] } }
            },
            Reading(field: "cookie") { CookiePairs.parse($0).flatMap { [$0.name, $0.value] } },
            Reading(field: "set-cookie") { value in
                let cookie = SetCookie(value)
                return [cookie.name, cookie.value]
                    + cookie.attributes.flatMap { $0.name.isEmpty ? [] : [$0.name, $0.value] }
            },
            Reading(field: "link") { LinkValue.list($0).map(\.target) },
        ]
        + ["accept", "accept-charset", "accept-encoding", "accept-language"].map { name in
            Reading(field: name) { value in
                FieldList.split(value).flatMap { [Preference($0).essence, Preference($0).writtenWeight] }
            }
        }
        + ["location", "referer"].map { name in
            Reading(field: name) { value in
                let url = URLReference(value)
                return [url.scheme, url.userinfo, url.host, url.port, url.path, url.query, url.fragment].map {
                    url.bytes($0)
                }
            }
        }

    @Sendable static func range(_ value: Bytes) -> Bool? {
        RangeRequest(value).map { $0.unit.equalsIgnoringCase("bytes") ? true : nil } ?? false
    }

    @Test(arguments: readings.map(\.field))
    func thePartsOfAValueAreThePartsOfItsPage(field: String) throws {
        let reading = try #require(Self.readings.first { $0.field == field })
        // Of a name that no grammar has there are no values, and nothing would be compared.
        #expect(FieldTable.names.contains(field), "\(field): FieldTable has no grammar with it")
        for value in Self.values(of: field) where !value.isEmpty {
            let tree = FieldTree(field, value)
            let borders = Set(
                tree.all.filter(\.children.isEmpty).flatMap { [$0.range.lowerBound, $0.range.upperBound] })
            for part in reading.parts(value).compactMap({ $0 }) where !part.isEmpty {
                let range = try #require(part.range(in: value), "\(field): \(value): \(part) is a copy")
                #expect(
                    borders.contains(range.lowerBound) && borders.contains(range.upperBound),
                    "\(field): \(value): \(part) at \(range) is not what the page names: \(tree.leaves)")
            }
            #expect(FieldTree.gap(tree.spans, in: 0..<value.count) == nil, "\(field): \(value)")
            if let isCorrect = reading.isCorrect(value) {
                #expect(tree.malformed.isEmpty == isCorrect, "\(field): \(value): \(tree.leaves)")
            }
        }
    }

    /// Correct values, each cut off at every place, and each spoiled in many ways.
    static func values(of field: String) -> [Bytes] {
        var random = SeededGenerator(seed: UInt64(field.utf8.reduce(3) { $0 &* 31 &+ Int($1) }.magnitude))
        let signs = Array(" \t\",;=/\\<>()[]@:?*%-+.'0aZWqQ".utf8) + [0x01, 0x80, 0xFF]
        let correct = FieldSamples.values(field)
        var values = correct
        for value in correct {
            values += (0...value.count).map { value.slice(0..<$0) }
            for round in 0..<300 {
                var bytes = value.array
                for _ in 0...(round % 4) {
                    let place = Int.random(in: 0...bytes.count, using: &random)
                    let sign = signs.randomElement(using: &random) ?? 0
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes.insert(sign, at: place)
                    case 1: if place < bytes.count { bytes[place] = sign }
                    default: if place < bytes.count { bytes.remove(at: place) }
                    }
                }
                // A field's value has no white space around it.
                values.append(Bytes(bytes).trimmed)
            }
        }
        return values
    }

    // MARK: - Where two grammars said different things

    /// RFC 9111 §4.2.1: what is no number makes the response stale; the page said it were fresh for 60 seconds.
    @Test func aNumberWithSomethingBehindItIsNone() {
        let tree = FieldTree("Cache-Control", "max-age=60 x")
        #expect(!tree.malformed.isEmpty)
        #expect(tree.text("cache-directive")?.contains("fresh for") == false)
    }

    /// RFC 9110 §8.8.3: nothing is escaped in an entity tag.
    @Test func aBackslashInATagHidesNoQuote() {
        let tree = FieldTree("If-None-Match", #""a\", "b""#)
        #expect(tree.groups.filter { $0 == "entity-tag" }.count == 2)
        #expect(tree.malformed.isEmpty)
    }

    /// RFC 6265bis §5.1.1 puts 55 into this century, RFC 9110 §5.6.7 as a rule does not; the attribute is a cookie's.
    @Test func theYearOfACookieIsReadAsCookiesReadIt() {
        let tree = FieldTree("Set-Cookie", "a=b; Expires=Sunday, 06-Nov-55 08:49:37 GMT")
        let years = tree.all.map(\.text).filter { $0.contains("-11-06") }
        #expect(!years.isEmpty)
        #expect(years.allSatisfy { $0.contains("2055-11-06") && !$0.contains("1955") })
    }

    /// RFC 9110 §14.1.1 sets no bound to positions.
    @Test func aPositionBeyondEveryResourceIsCorrect() {
        #expect(FieldTree("Range", "bytes=0-99999999999999999999").malformed.isEmpty)
    }

    /// A reader steps over white space before the equals sign (RFC 9110 §5.6.3), so it is the weight, badly written.
    @Test func aWeightWithWhiteSpaceIsAWeight() {
        let tree = FieldTree("Accept-Encoding", "gzip;q =0.5")
        #expect(tree.text("weight")?.contains("0.5") == true)
        #expect(!tree.malformed.isEmpty)
    }

    /// RFC 8288 §3: angle brackets hold the target alone.
    @Test func aBracketInAParameterHidesNoComma() {
        #expect(FieldTree("Link", "</a>; title=a<b, </c>").groups.filter { $0 == "link-value" }.count == 2)
    }

    @Test func aParameterWithWhiteSpaceBeginsNoChallenge() {
        let tree = FieldTree("WWW-Authenticate", "Basic charset=a, realm =\"b\"")
        #expect(tree.all.filter { $0.rule == "auth-scheme" }.count == 1)
    }

    // MARK: - Long values

    /// Whoever takes a value apart hands out each byte at most once, whatever the value is, so the work grows as the
    /// value does.
    @Test(arguments: ["a,", "\"", "\"a\",", "<", "<a>,", ";", "a=b;", "W/", "W/\"", "\\\"", "a;q=1,", " ", "Basic a,"])
    func aLongValueIsHandedOutOnce(piece: String) {
        let value = Bytes(Array(repeatElement(Array(piece.utf8), count: (1 << 16) / piece.utf8.count).joined()))
        let splittings: [(Bytes, (Bytes) -> Void) -> Void] = [
            { FieldList.forEachMember(of: $0, separator: ASCII.comma, $1) },
            { FieldList.forEachMember(of: $0, separator: ASCII.semicolon, comments: true, $1) },
            { FieldList.forEachPiece(of: $0, separator: ASCII.semicolon, $1) },
            EntityTag.forEachMember, LinkValue.forEachMember,
        ]
        for split in splittings {
            var position = 0
            var isOrdered = true
            split(value) { part in
                let start = part.range(in: value)?.lowerBound ?? -1
                isOrdered = isOrdered && start >= position && !part.isEmpty
                position = start + part.count
            }
            #expect(isOrdered && position <= value.count)
        }
        #expect(HTTPDate.parts(of: value).count <= 20)
        for field in ["accept", "if-none-match", "link", "set-cookie"] {
            #expect(FieldTree(field, value).all.count <= 2100)
        }
    }
}
