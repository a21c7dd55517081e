import Bytes
import Testing

@testable import Registry

/// The tables as data: well formed, each name once, each sentence a sentence.
@Suite struct TableTests {
    @Test(arguments: Vocabulary.allCases)
    func aTableIsWellFormed(kind: Vocabulary) {
        #expect(kind.table.faults.isEmpty)
        #expect(!kind.terms.isEmpty)
        for term in kind.terms {
            #expect(!term.name.isEmpty && !term.reference.text.isEmpty, "\(term.name)")
        }
    }

    @Test(arguments: Vocabulary.allCases)
    func noNameAndNoNumberStandsTwice(kind: Vocabulary) {
        // IANA calls both 306 and 418 "(Unused)".
        let names = kind.terms.map(\.name).filter { $0 != "(Unused)" }
        #expect(Set(names.map { Bytes($0).lowercased }).count == names.count)
        let numbers = kind.terms.compactMap(\.number)
        #expect(Set(numbers).count == numbers.count)
    }

    @Test(arguments: Vocabulary.allCases)
    func whatIsDescribedIsDescribedInSentences(kind: Vocabulary) {
        for term in kind.terms {
            for text in [term.meaning, term.advice, term.mistake] + term.needs.map(\.use) where !text.isEmpty {
                #expect(text.hasSuffix(".") || text.hasSuffix("…"), "\(term.name): \(text)")
                #expect(!text.contains("  ") && !text.contains("|"), "\(term.name): \(text)")
            }
        }
    }

    /// Preferences of OData alone are known by name and reference only.
    @Test func noFieldIsWithoutWords() {
        for kind in Vocabulary.allCases where kind != .preferences {
            let silent = Set(kind.terms.filter { !$0.isDescribed }.map(\.name))
            #expect(silent.isEmpty, "\(kind)")
        }
        for term in Vocabulary.preferences.terms where !term.isDescribed {
            #expect(term.name.hasPrefix("odata.") || term.name == "return-no-content", "\(term.name)")
        }
    }

    /// What most meet first says what it does, what goes wrong, and how it is written.
    @Test func whatIsMetFirstIsExplainedInFull() {
        let kinds: [Vocabulary] = [
            .cookieAttributes, .cookiePrefixes, .requestDirectives, .responseDirectives, .policyDirectives,
            .policyFeatures, .transportDirectives, .methods, .statuses, .schemes,
        ]
        let tables = kinds.map(\.table) + [Table(Tables.fieldRows), Table(Tables.securityFieldRows)]
        for table in tables {
            for term in table.terms where term.standing != .unregistered && term.name != "(Unused)" {
                #expect(term.isDescribed && !term.mistake.isEmpty, "\(term.name) has no mistake")
                #expect(!term.example.isEmpty || term.name == "*", "\(term.name) has no example")
            }
        }
    }

    /// The line of a name without an example of its own is made of it, and has it as it is registered.
    @Test(arguments: [
        (Vocabulary.statuses, "404", "HTTP/1.1 404 Not Found"), (.methods, "PURGE", "PURGE /path HTTP/1.1"),
        (.relations, "canonical", "Link: <https://shop.example.com/a>; rel=\"canonical\""),
        (.wellKnownURIs, "security.txt", "GET /.well-known/security.txt HTTP/1.1"),
        (.mediaTypes, "application/json", "Content-Type: application/json"),
        (.contentCodings, "zstd", "Content-Encoding: zstd"),
    ])
    func aNameIsShownInItsLine(kind: Vocabulary, name: String, line: String) throws {
        let term = try #require(Int(name).map { kind[$0] } ?? kind[Bytes(name)])
        #expect(term.example == line)
        // One that is written wins.
        #expect(Vocabulary.methods["GET"]?.example == Table(Tables.methodRows, isCaseSensitive: true)["GET"]?.example)
    }

    @Test func aTableThatIsWrongIsNoticed() {
        #expect(Table("words without a row").faults.count == 1)
        #expect(Table("Name | RFC 1 | nonsense").faults == ["Name: nonsense"])
        #expect(Table("Name | RFC 1").faults.count == 1)
        #expect(Table("Name | RFC 1 |", isNumbered: true).faults.count == 1)
        #expect(Table("+ Location | RFC 1 | nobody can follow.").faults.count == 1)
    }

    @Test func namesAreFoundInAnyCaseButThoseThatHaveOne() {
        #expect(Vocabulary.fields["vARY"]?.name == "Vary")
        #expect(Vocabulary.fields["X-Unheard-Of"] == nil)
        #expect(Vocabulary.statuses[425]?.name == "Too Early")
        #expect(Vocabulary.statuses[299] == nil)
        #expect(Vocabulary.alerts["Handshake_Failure"]?.number == 40)
        // RFC 9110 §9.1: methods are case-sensitive.
        #expect(Vocabulary.methods["PUT"]?.has(.idempotent) == true)
        #expect(Vocabulary.methods["put"] == nil)
        #expect(Vocabulary.protocols["H2"] == nil)
        #expect(Vocabulary.fields[Bytes(String(repeating: "a", count: 10_000))] == nil)
    }

    @Test(
        arguments: [
            ("RFC 9110 §15.2.1", "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.2.1"),
            ("RFC 9112 appendix C.2.2", "https://www.rfc-editor.org/rfc/rfc9112.html#appendix-C.2.2"),
            ("RFC 7932", "https://www.rfc-editor.org/rfc/rfc7932.html"),
            ("Fetch Standard, CORS protocol", "https://fetch.spec.whatwg.org/"),
            ("draft-ietf-httpbis-rfc6265bis §5.6.7", "https://datatracker.ietf.org/doc/draft-ietf-httpbis-rfc6265bis/"),
            ("not registered", nil), ("RFC x", nil),
        ] as [(String, String?)])
    func aReferenceKnowsItsAddress(text: String, url: String?) {
        #expect(Reference(text).url == url)
    }

    @Test(arguments: [(100, "informational"), (302, "redirection"), (503, "server error"), (700, "undefined")])
    func codesHaveAClass(code: Int, name: String) {
        #expect(StatusClass(code).name == name)
    }

    /// RFC 9110 §15: what has no class is treated as a 5xx, never as a "600" or "900".
    @Test(arguments: [(299, 200), (599, 500), (600, 500), (999, 500), (42, 500)])
    func anUnknownCodeIsTreatedLikeTheGeneralOneOfItsClass(code: Int, general: Int) {
        #expect(StatusClass(code).general == general)
    }
}
