import Bytes
import Testing

@testable import Registry

/// Sentences of the dictionary that once claimed more than their specification does.
@Suite struct DictionaryTruthTests {
    private func text(_ vocabulary: Vocabulary, _ name: Bytes) throws -> String {
        let term = try #require(vocabulary[name])
        return [term.meaning, term.advice, term.mistake].joined(separator: " ")
    }

    /// RFC 9111 §3.5: three directives permit it.
    @Test func whatSharedCachesStoreOfAnAuthorizedRequest() throws {
        let text = try text(.fields, "Authorization")
        for directive in ["public", "s-maxage", "must-revalidate"] { #expect(text.contains(directive), "\(text)") }
    }

    /// RFC 9110 §9.3.2: a server should send the fields of GET, and may leave some out.
    @Test func theFieldsOfHEADAreNoRequirement() throws {
        let text = try text(.methods, "HEAD")
        #expect(text.contains("should") && !text.contains("must"), "\(text)")
    }

    /// RFC 9111 §5.1 forbids an origin server nothing.
    @Test func anOriginServerIsNotForbiddenToSendAge() throws {
        let text = try text(.fields, "Age")
        #expect(!text.contains("must not") && !text.contains("not allowed"), "\(text)")
    }

    /// Names that services, frameworks and protocols use, each with words of its own.
    @Test(
        arguments: [
            (
                .fields,
                ["stripe-signature", "X-Amz-Target", "HX-Target", "Tus-Extension", "Akamai-Cache-Status", "RSC"]
            ),
            (.relations, ["ugc", "sponsored", "intervalMetBy", "geofeed", "micropub"]),
            (.wellKnownURIs, ["jmap", "nostr.json", "openid-credential-issuer", "pvd"]),
            (.mediaTypes, ["application/hal+json", "text/turtle", "multipart/signed", "application/vnd.rar"]),
            (.methods, ["BAN", "M-SEARCH", "NOTIFY"]), (.schemes, ["SharedKey", "AWS", "PoP"]),
            (.preferences, ["maxpagesize", "omit-values"]), (.protocols, ["co", "dicom", "radius/1.1"]),
            (.responseDirectives, ["post-check", "pre-check"]), (.rangeUnits, ["bytes-live"]),
            (.http3Frames, ["GOAWAY", "MAX_PUSH_ID", "PRIORITY_UPDATE"]), (.http3Settings, ["H3_DATAGRAM"]),
            (.http3Errors, ["H3_REQUEST_REJECTED", "QPACK_DECOMPRESSION_FAILED"]),
        ] as [(Vocabulary, [Bytes])])
    func aNameInUseIsExplained(kind: Vocabulary, names: [Bytes]) throws {
        for name in names { #expect(try #require(kind[name], "\(name)").isDescribed) }
    }

    /// RFC 9114 §8.1, §11.2 and RFC 9204 §6.
    @Test(arguments: [(256, "H3_NO_ERROR"), (267, "H3_REQUEST_REJECTED"), (272, "H3_VERSION_FALLBACK")])
    func anErrorOfHTTP3HasItsNumber(number: Int, name: String) {
        #expect(Vocabulary.http3Errors[number]?.name == name)
        #expect(Vocabulary.errorCodes[number] == nil)
    }

    /// What no registry has is never called registered.
    @Test(arguments: ["X-Hub-Signature", "HX-Prompt", "CF-Worker", "X-CSRFToken", "Integrity-Policy"] as [Bytes])
    func aNameOfAProductIsCalledUnregistered(name: Bytes) throws {
        #expect(try #require(Vocabulary.fields[name]).standing == .unregistered)
    }

    @Test(
        arguments: [("help", "page"), ("related", "subject"), ("self", "URL"), ("me", "person")] as [(Bytes, String)])
    func aRelationSaysOfWhat(name: Bytes, word: String) throws {
        let text = try text(.relations, name)
        #expect(text.contains(word), "\(text)")
        #expect(!["The target helps.", "The target is related.", "The target is the same person."].contains(text))
    }
}
