import Bytes
import Explain
import Registry
import Testing

@testable import hark

/// Which words `hark explain` looks up, and where.
@Suite struct DictionaryQuestionTests {
    @Test(arguments: [
        (["status", "425"], Vocabulary.statuses), (["header", "Vary"], .fields), (["field", "Vary"], .fields),
        (["method"], .methods), (["alert", "x"], .alerts),
    ])
    func aKindIsNamedFirst(words: [String], kind: Vocabulary) {
        #expect(DictionaryQuestion.kind(of: words)?.kinds == [kind])
    }

    @Test(arguments: [[], ["session.har"], ["./status"], ["-"], ["425", "status"], ["Status", "425"]])
    func otherWordsNameNoKind(words: [String]) {
        #expect(DictionaryQuestion.kind(of: words) == nil)
    }

    @Test(arguments: ["no-store", "Vary", "425", "vary: Accept"])
    func aNameIsFoundWithoutItsKind(word: String) {
        #expect(DictionaryQuestion.any(word) != nil)
    }

    /// None of them is a kind that needs a name after it.
    @Test func everyWordOfTheGlossaryIsFoundWithoutItsKind() {
        for term in Vocabulary.glossary.terms {
            #expect(
                !CheckQuestion.isAsked([term.name]) && DictionaryQuestion.kind(of: [term.name]) == nil, "\(term.name)")
            #expect(DictionaryQuestion.any(term.name) != nil, "\(term.name)")
        }
        #expect(CheckQuestion.isAsked(["check", "etag-malformed"]))
    }

    @Test(arguments: ["./session.har", "/etc/hosts", "session.har", "zqzqzq", ""])
    func aPathOrNonsenseIsNoQuestion(word: String) {
        #expect(DictionaryQuestion.any(word) == nil)
    }

    @Test func aValueStandsBehindTheName() {
        let name = DictionaryName("Cache-Control: max-age=60")
        #expect(name.text == "Cache-Control" && name.rest == "max-age=60")
        #expect(name.value(in: .fields)?.text == "max-age=60" && name.value(in: .statuses) == nil)
        #expect(DictionaryName("Vary:").value(in: .fields) == nil)
        #expect(DictionaryName("max-age=60").value(in: .responseDirectives)?.text == "max-age=60")
    }

    @Test func methodsAreFoundInAnyCase() {
        #expect(DictionaryName("get").term(in: .methods)?.name == "GET")
        #expect(DictionaryName("200").term(in: .statuses)?.number == 200)
        #expect(DictionaryName("0200").term(in: .statuses)?.number == 200)
    }

    /// Registered without the prefix that RFC 9113 §6.5.2 and RFC 9114 §7.2.4.1 write.
    @Test func aSettingIsFoundByTheNameOfItsSpecification() {
        #expect(DictionaryName("SETTINGS_ENABLE_PUSH").term(in: .settings)?.name == "ENABLE_PUSH")
        #expect(DictionaryName("settings_h3_datagram").term(in: .http3Settings)?.name == "H3_DATAGRAM")
        #expect(DictionaryName("SETTINGS_H3_DATAGRAM").term(in: .settings) == nil)
        #expect(DictionaryName("SETTINGS_").term(in: .settings) == nil)
        #expect(DictionaryName("SETTINGS_DATA").term(in: .http3Frames) == nil)
    }

    /// RFC 6455 §7.4.2.
    @Test(arguments: [("3999", nil), ("4000", 4000), ("4242", 4000), ("4999", 4000), ("5000", nil)])
    func closeCodesOfApplicationsAreExplained(code: String, row: Int?) {
        #expect(DictionaryName(code).term(in: .closeCodes)?.number == row)
        #expect(DictionaryName(code).term(in: .statuses) == nil)
    }

    @Test func likeWordsAreThoseWithAPartInCommon() {
        let all = ["max-age", "s-maxage", "max-stale", "no-store"]
        #expect(Similar.places(of: "max", among: all).allSatisfy { all[$0].contains("max") })
        #expect(Similar.places(of: "", among: all).isEmpty && Similar.places(of: "zzz", among: all).isEmpty)
    }

    /// One letter too few, too many or another, and two that changed places.
    @Test(arguments: ["cokie", "cookiee", "coolie", "ocokie", "cookei"])
    func aSlipOfTheFingerIsFound(word: String) {
        let all = ["Accept", "Cookie", "Content-Type"]
        #expect(Similar.places(of: word, among: all).first == 1)
    }

    @Test func whatDiffersInTwoLettersIsNoSlip() {
        #expect(Similar.places(of: "xxokie", among: ["Cookie", "Accept"]).isEmpty)
        // One name of two kinds is two answers.
        #expect(Similar.places(of: "no-cahce", among: ["no-cache", "no-cache"]) == [0, 1])
    }
}
