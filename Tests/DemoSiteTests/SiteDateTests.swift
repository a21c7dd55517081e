import Bytes
import HTTPModel
import Testing

@testable import DemoSite

@Suite struct SiteDateTests {
    /// Checked with date(1).
    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func goesBothWays(seconds: Int64, text: String) {
        #expect(SiteDate.text(seconds: seconds) == text)
        #expect(SiteDate.seconds(Bytes(text)) == seconds)
    }

    @Test(
        arguments: [(-1, "Thu, 01 Jan 1970 00:00:00 GMT"), (Int64.max, "Fri, 31 Dec 9999 23:59:59 GMT")]
            as [(Int64, String)])
    func staysWithinItsYears(seconds: Int64, text: String) {
        #expect(SiteDate.text(seconds: seconds) == text)
    }

    @Test(
        arguments: [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Mon, 29 Feb 2100 00:00:00 GMT",
            "Sun, 06 Nov 1894 08:49:37 GMT",
        ] as [Bytes])
    func readsNothingElse(text: Bytes) {
        #expect(SiteDate.seconds(text) == nil)
    }
}
