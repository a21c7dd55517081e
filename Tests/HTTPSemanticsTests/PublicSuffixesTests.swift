import Bytes
import HTTPSemantics
import Testing

/// By the list in libpsl: names that have been on it for many years, and names that never were.
@Suite struct PublicSuffixesTests {
    @Test(arguments: ["com", "uk", "co.uk", "CO.UK", "github.io", "ck", "b.ck", "intranet", "localhost"] as [Bytes])
    func namesUnderWhichAnyoneCanRegisterAreFound(name: Bytes) {
        #expect(PublicSuffixes.contains(name))
    }

    @Test(
        arguments: [
            "", "example.com", "shop.co.uk", "ada.github.io", "www.ck", "a.unknowntld", "10.0.0.1", "[::1]", ".co.uk",
            "co.uk\u{0}",
        ] as [Bytes])
    func otherNamesAreNot(name: Bytes) {
        #expect(!PublicSuffixes.contains(name))
    }

    @Test func namesLongerThanNamesAreAreNotLookedUp() {
        #expect(!PublicSuffixes.contains(Bytes(String(repeating: "a.", count: 10_000) + "com")))
    }

    @Test func theListSaysHowOldItIs() throws {
        let date = try #require(PublicSuffixes.dateText)
        #expect(date.count == 10 && date.hasPrefix("20"))
    }
}
