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

    @Test(
        arguments: [("help", "page"), ("related", "subject"), ("self", "URL"), ("me", "person")] as [(Bytes, String)])
    func aRelationSaysOfWhat(name: Bytes, word: String) throws {
        let text = try text(.relations, name)
        #expect(text.contains(word), "\(text)")
        #expect(!["The target helps.", "The target is related.", "The target is the same person."].contains(text))
    }
}
