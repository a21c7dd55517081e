import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@testable import HTTPWire
@testable import Registry

/// The tables beside IANA's lists, and whoever asks the tables beside the tables.
@Suite struct RegistryAgreementTests {
    @Test(
        arguments: [
            (.methods, IANANames.methods), (.fields, IANANames.fields), (.schemes, IANANames.schemes),
            (.contentCodings, IANANames.contentCodings),
        ] as [(Vocabulary, [String])])
    func everyRegisteredNameHasARow(kind: Vocabulary, names: [String]) {
        for name in names { #expect(kind[Bytes(name)]?.name == name, "\(name)") }
        let known = Set(names)
        for term in kind.terms where term.standing != .unregistered && !known.contains(term.name) {
            Issue.record("\(term.name) is in no registry, and its row does not say so")
        }
    }

    @Test func aFieldStandsAsItDoesInTheRegistry() {
        let provisional = Set(IANANames.provisionalFields)
        let obsolete = Set(IANANames.obsoleteFields)
        for term in Vocabulary.fields.terms where term.standing != .unregistered {
            let expected: Standing =
                provisional.contains(term.name) ? .provisional : obsolete.contains(term.name) ? .obsolete : .permanent
            #expect(term.standing == expected, "\(term.name)")
        }
    }

    @Test func everyRegisteredStatusHasARow() {
        let registered = Vocabulary.statuses.terms.filter { $0.standing != .unregistered }
        #expect(registered.compactMap { $0.number.map(String.init) } == IANANames.statuses)
        #expect(Vocabulary.statuses[104]?.standing == .provisional)
    }

    /// What products made up is told as theirs, and is never taken for a registered status.
    @Test(arguments: [(419, "Laravel"), (444, "nginx"), (499, "nginx"), (522, "Cloudflare"), (529, "several services")])
    func aStatusOfAProductSaysWhose(status: Int, product: String) throws {
        let term = try #require(Vocabulary.statuses[status])
        #expect(term.standing == .unregistered)
        #expect(term.spec == product)
        #expect(!term.has(.heuristic) && !term.has(.cacheUnderstood))
    }

    /// Fetch's forbidden request-headers against what browsers merely add.
    @Test(arguments: [
        ("Cookie", true), ("Sec-Fetch-Site", true), ("Host", true), ("Cache-Control", false), ("If-None-Match", false),
        ("User-Agent", false), ("Save-Data", false), ("Priority", false),
    ])
    func whatScriptsMaySetIsToldApart(name: String, isForbidden: Bool) throws {
        let term = try #require(Vocabulary.fields[Bytes(name)])
        #expect(term.has(.browserOnly) == isForbidden)
        #expect(term.has(.browserAdded) == !isForbidden)
    }

    @Test func everyCacheDirectiveHasARow() {
        let rows = Vocabulary.requestDirectives.terms + Vocabulary.responseDirectives.terms
        let registered = rows.filter { $0.standing != .unregistered }
        #expect(Set(registered.map(\.name)) == Set(IANANames.cacheDirectives))
    }

    /// The wire's recognition by length and letters, held to the table.
    @Test(arguments: KnownField.allCases.filter { $0 != .other })
    func everyFieldThatIsKnownBySightIsInTheTable(field: KnownField) throws {
        let term = try #require(Vocabulary.fields[Bytes(field.name.description)])
        #expect(term.isDescribed)
        #expect(KnownField.named(Bytes(term.name)) == field)
        #expect(field.has(.hopByHop) == term.has(.hopByHop))
    }

    @Test func whatIsNotKnownBySightHasNoTraits() {
        for trait in Trait.allCases { #expect(!KnownField.other.has(trait)) }
    }

    /// PROPFIND, PATCH, TRACE and QUERY once had two or three answers.
    @Test(
        arguments: [
            (.get, true, true, .always, .undefined), (.head, true, true, .always, .undefined),
            (.post, false, false, .whenExplicit, .expected), (.put, false, true, .never, .expected),
            (.patch, false, false, .whenExplicit, .expected), (.trace, true, true, .never, .forbidden),
            (.query, true, true, .withContentInKey, .expected), (.connect, false, false, .never, .undefined),
            (.other("PROPFIND"), true, true, .never, .optional), (.other("MKCOL"), false, true, .never, .optional),
            (.other("FETCH"), false, false, .never, .optional), (.other("propfind"), false, false, .never, .optional),
        ] as [(Method, Bool, Bool, MethodTraits.Cacheability, MethodTraits.Content)])
    func aMethodHasOneAnswer(
        method: Method, isSafe: Bool, isIdempotent: Bool, cacheability: MethodTraits.Cacheability,
        content: MethodTraits.Content
    ) {
        let traits = MethodTraits(method)
        #expect(traits.isSafe == isSafe && method.isSafe == isSafe)
        #expect(traits.isIdempotent == isIdempotent && method.isIdempotent == isIdempotent)
        #expect(traits.cacheability == cacheability)
        #expect(traits.content == content)
        #expect(traits.isKnown == Vocabulary.methods[method.name].map { $0.standing != .unregistered } ?? false)
    }

    /// RFC 9110 §15.1, and RFC 9111 §3 for what is understood.
    @Test func cachesKnowTheStatusesOfTheTable() {
        let heuristic = (100...599).filter(Storability.isHeuristicallyCacheable)
        #expect(heuristic == [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 451, 501])
        // RFC 6585 §3 to §6.
        #expect((100...599).filter(Storability.isForbidden) == [428, 429, 431, 511])
        for status in [100, 207, 226, 304, 305, 306, 418, 423, 429, 506, 599] {
            #expect(!Storability.isUnderstood(status), "\(status)")
        }
        for status in [200, 206, 303, 307, 416, 421, 426, 505] {
            #expect(Storability.isUnderstood(status), "\(status)")
        }
    }

    /// RFC 9111 §3.1: what a cache does not store, and what it does.
    @Test func cachesStoreAllFieldsButThoseOfTheConnection() {
        for name in ["Connection", "keep-alive", "TE", "Transfer-Encoding", "Upgrade", "Proxy-Authenticate"] {
            #expect(!StoredFields.isStored(Bytes(name), listedInConnection: []), "\(name)")
        }
        for name in ["Trailer", "Via", "Set-Cookie", "X-Anything"] {
            #expect(StoredFields.isStored(Bytes(name), listedInConnection: []), "\(name)")
        }
    }
}
