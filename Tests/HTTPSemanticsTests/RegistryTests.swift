import Bytes
import HTTPModel
import HTTPSemantics
import Testing

/// The dictionaries of methods, status codes and fields.
@Suite struct RegistryTests {
    @Test func everyEntrySaysWhatItIs() {
        for method in MethodMeaning.all {
            #expect(
                !method.text.isEmpty && method.text.hasSuffix(".") && method.spec.hasPrefix("RFC "), "\(method.name)")
        }
        for status in StatusMeaning.all {
            #expect(
                !status.name.isEmpty && status.text.hasSuffix(".") && status.spec.hasPrefix("RFC "), "\(status.code)")
        }
        for field in FieldMeaning.all {
            #expect(field.text.hasSuffix(".") && !field.spec.isEmpty, "\(field.name)")
        }
    }

    @Test func noEntryStandsTwice() {
        #expect(Set(StatusMeaning.all.map(\.code)).count == StatusMeaning.all.count)
        #expect(Set(FieldMeaning.all.map { $0.name.lowercased() }).count == FieldMeaning.all.count)
        #expect(Set(MethodMeaning.all.map(\.name)).count == MethodMeaning.all.count)
        #expect(FieldMeaning.all.count >= 70)
    }

    @Test func entriesAreFound() {
        #expect(StatusMeaning.of(425)?.name == "Too Early")
        #expect(StatusMeaning.of(299) == nil)
        #expect(FieldMeaning.of("vARY")?.name == "Vary")
        #expect(FieldMeaning.of("X-Unheard-Of") == nil)
        #expect(MethodMeaning.of("PUT")?.isIdempotent == true)
        // RFC 9110 §9.1: methods are case-sensitive.
        #expect(MethodMeaning.of("put") == nil)
    }

    @Test(arguments: [(100, "informational"), (302, "redirection"), (503, "server error"), (700, "undefined")])
    func codesHaveAClass(code: Int, name: String) {
        #expect(StatusMeaning.Family(code).name == name)
    }

    /// The words and what the proxy does by them must not differ.
    @Test(arguments: [Method.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, .query])
    func theDictionaryAgreesWithTheModel(method: Method) throws {
        let meaning = try #require(MethodMeaning.of(method.name))
        #expect(meaning.isSafe == method.isSafe)
        #expect(meaning.isIdempotent == method.isIdempotent)
    }
}
