import Bytes
import HTTPSemantics
import Testing

@Suite struct PreferenceTests {
    private static let accept: [Bytes] = [
        "text/*;q=0.3", "text/plain;q=0.7", "text/plain;format=flowed", "text/plain;format=fixed;q=0.4", "*/*;q=0.5",
    ]

    /// The table of RFC 9110 §12.5.1.
    @Test(
        arguments: [
            ("text/plain;format=flowed", 1000), ("text/plain", 700), ("text/html", 300), ("image/jpeg", 500),
            ("text/plain;format=fixed", 400), ("text/html;level=3", 300),
        ] as [(Bytes, Int)])
    func theMostSpecificRangeGivesTheWeight(type: Bytes, weight: Int) {
        let preferences = Preference.sorted(Self.accept)
        #expect(Preference.forMediaType(MediaType(type), in: preferences)?.weight == weight)
    }

    @Test func theBestComesFirst() {
        #expect(
            Preference.sorted(Self.accept).map(\.value) == [
                "text/plain;format=flowed", "text/plain", "*/*", "text/plain;format=fixed", "text/*",
            ])
        // RFC 9110 §12.5.1: "text/html, application/xhtml+xml, */*;q=0.1" keeps the order of equals.
        #expect(Preference.sorted(["a/a", "*/*", "b/b"]).map(\.value) == ["a/a", "b/b", "*/*"])
    }

    @Test(
        arguments: [
            ("a;q=0.5", 500, true), ("a;q=1", 1000, true), ("a;q=0", 0, true), ("a;q=0.125", 125, true),
            ("a; Q=1.000", 1000, true), ("a;q=1.001", 1000, false), ("a;q=.5", 1000, false),
            ("a;q=0.1234", 1000, false),
            ("a;q=", 1000, false), ("a;q=2", 1000, false), ("a;q=0.", 0, true),
        ] as [(Bytes, Int, Bool)])
    func weightsAreReadStrictly(member: Bytes, weight: Int, isWellFormed: Bool) {
        let preference = Preference(member)
        #expect(preference.weight == weight)
        #expect(preference.isWellFormed == isWellFormed)
    }

    @Test(
        arguments: [("a", "1"), ("a;q=0", "0"), ("a;q=0.5", "0.5"), ("a;q=0.050", "0.05"), ("a;q=0.125", "0.125")]
            as [(Bytes, String)])
    func weightsAreWrittenBack(member: Bytes, text: String) {
        #expect(Preference(member).weightText == text)
    }

    /// RFC 4647 §3.3.1: a range matches its own tag and everything that continues it after a hyphen.
    @Test func languagesMatchByPrefix() {
        let preferences = Preference.sorted(["de-CH", "de;q=0.9", "*;q=0.1"])
        #expect(Preference.forLanguage("de-CH", in: preferences)?.weight == 1000)
        #expect(Preference.forLanguage("de-AT", in: preferences)?.weight == 900)
        #expect(Preference.forLanguage("deutsch", in: preferences)?.weight == 100)
    }

    @Test func codingsMatchByNameOrStar() {
        let preferences = Preference.sorted(["gzip", "identity;q=0.5", "*;q=0"])
        #expect(Preference.forToken("GZIP", in: preferences)?.weight == 1000)
        #expect(Preference.forToken("br", in: preferences)?.weight == 0)
    }
}
