import Bytes
import Testing

@testable import Registry

/// Which names say what goes wrong with them, and which have nothing to say: a sentence that fits any name helps with
/// none.
@Suite struct ExplainedInFullTests {
    private func silent(_ table: Table) -> Set<String> {
        Set(table.terms.filter { $0.mistake.isEmpty && $0.name != "(Unused)" }.map(\.name))
    }

    /// Fields of one product, which that product's own tools write and read, so that a person has no mistake to make.
    private static let ofOneProduct: Set<String> = [
        "CF-EW-Via", "Connection-Allowlist", "HX-Trigger-After-Settle", "HX-Trigger-After-Swap",
        "Sec-CH-Forced-Colors", "Sec-CH-Prefers-Reduced-Transparency", "Turbolinks-Location", "X-Frame-Bytes",
        "X-Netlify-Original-Pathname", "X-Shopify-Stage", "X-ShopId", "X-Turbo-Request-Id",
    ]

    /// Every field but those, and the rare ones: proposals that were given up, and fields of single protocols that
    /// hardly any traffic has.
    @Test func everyFieldThatPeopleMeetSaysWhatGoesWrong() {
        let rare = Set(Table(Tables.rareFieldRows).terms.map(\.name))
        #expect(silent(Vocabulary.fields.table).subtracting(rare) == Self.ofOneProduct)
        for term in Vocabulary.fields.terms where !rare.contains(term.name) {
            let isLeftOut = Self.ofOneProduct.contains(term.name) && term.example.isEmpty
            #expect(!term.example.isEmpty || isLeftOut, "\(term.name) has no example")
        }
    }

    /// Kinds in which some names have no mistake of their own, with the most of them and the reason.
    @Test(
        arguments: [
            (.mediaTypes, 216, "a type names a format: only types that clients treat in a way of their own have one"),
            (.relations, 100, "a link that only describes can be missing, but not wrong"),
            (.wellKnownURIs, 88, "a path that one program fetches, which reports by itself what it lacks"),
            (.protocols, 37, "names in a handshake, chosen by libraries"),
            (.alerts, 24, "obsolete, or a fault of an implementation, which its user cannot repair"),
            (.http3Frames, 8, "Hark records no frames of HTTP/3"), (.http3Settings, 5, "the same"),
            (.http3Errors, 20, "the same"), (.glossary, 40, "words of Hark"),
            (.preferences, 13, "of OData, where its specification tells"), (.errorCodes, 3, "sent by libraries only"),
            (.settings, 1, "of one product"), (.frames, 0, ""), (.closeCodes, 2, "reserved, or what its name says"),
            (.tlsVersions, 0, ""), (.digestAlgorithms, 2, "checksums of Unix that nothing offers"),
            (.rangeUnits, 1, "given up"),
            (.forwardedParameters, 0, ""), (.contentCodings, 0, ""), (.transferCodings, 2, "older names"),
            (.statuses, 1, "a product that was given up"), (.methods, 0, ""), (.policyDirectives, 0, ""),
            (.policyFeatures, 0, ""), (.cookieAttributes, 0, ""), (.requestDirectives, 0, ""),
            (.responseDirectives, 0, ""), (.transportDirectives, 0, ""), (.cookiePrefixes, 0, ""), (.schemes, 0, ""),
        ] as [(Vocabulary, Int, String)])
    func whatHasNothingToSayHasAReason(kind: Vocabulary, most: Int, why: String) {
        let silent = silent(kind.table)
        #expect(silent.count <= most, "\(kind), \(why): \(silent.sorted())")
        #expect(most == 0 || !why.isEmpty)
    }

    /// Each kind is in the list above or is that of the fields.
    @Test func whatIsSaidIsTrueOfItsName() {
        for kind in Vocabulary.allCases {
            var names: [String: [String]] = [:]
            for term in kind.terms where !term.mistake.isEmpty {
                names[term.mistake, default: []].append(term.name)
                #expect(term.mistake != term.meaning && term.mistake != term.advice, "\(term.name)")
                // The example shows the name itself.
                let isShown = term.example.isEmpty || term.example.lowercased().contains(term.name.lowercased())
                #expect(isShown || kind != .fields, "\(term.name): \(term.example)")
            }
            // Seven features are of one browser, five fields hold keys; a sentence of more names is of none.
            for (text, names) in names { #expect(names.count <= 7, "\(text): \(names)") }
        }
    }

    /// Once each was a name without words of its own.
    @Test(
        arguments: [
            (.fields, "X-Forwarded-Proto", "loop"), (.fields, "Traceparent", "trace"),
            (.fields, "X-Hub-Signature-256", "bytes"),
            (.statuses, "499", "upstream"), (.closeCodes, "1006", "recording"), (.relations, "preload", "as"),
            (.mediaTypes, "image/svg+xml", "origin"), (.frames, "WINDOW_UPDATE", "permanently"),
        ] as [(Vocabulary, String, String)])
    func aNameSaysWhatGoesWrong(kind: Vocabulary, name: String, word: String) throws {
        let term = try #require(Int(name).map { kind[$0] } ?? kind[Bytes(name)])
        #expect(term.mistake.contains(word), "\(term.mistake)")
        #expect(!term.mistake.contains(term.meaning))
    }
}
