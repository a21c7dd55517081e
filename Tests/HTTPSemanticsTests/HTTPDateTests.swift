import Bytes
import Testing

@testable import HTTPSemantics

@Suite struct HTTPDateTests {
    /// 1994-11-06T08:49:37Z, the example of RFC 9110 §5.6.7.
    private static let example: Int64 = 784_111_777
    /// 2026-01-01T00:00:00Z.
    private static let now: Int64 = 1_767_225_600

    @Test(
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "sun, 06 nov 1994 08:49:37 gmt",
        ] as [Bytes])
    func theThreeFormsOfTheRFCMeanTheSameMoment(text: Bytes) {
        #expect(HTTPDate.parse(text, now: Self.now) == Self.example)
    }

    @Test func formatsAsIMFFixdate() {
        #expect(HTTPDate.format(Self.example) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.format(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate.format(951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
    }

    @Test(
        arguments: [
            "", "0", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Tue, 29 Feb 2100 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, +6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT",
        ] as [Bytes])
    func refusesWhatIsNoDate(text: Bytes) {
        #expect(HTTPDate.parse(text, now: Self.now) == nil)
    }

    /// Letters have two cases, and nothing else may differ, not even in the bit that makes the case.
    @Test func noOtherByteStandsForOneOfADate() {
        let text = Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)
        for place in text.indices {
            var turned = text
            turned[place] ^= 0x20
            let isLetter = ASCII.isAlpha(text[place])
            #expect(HTTPDate.parse(Bytes(turned), now: Self.now) == (isLetter ? Self.example : nil), "at \(place)")
            var marked = text
            marked[place] |= 0x80
            #expect(HTTPDate.parse(Bytes(marked), now: Self.now) == nil, "at \(place)")
        }
    }

    /// The shorter way says what the grammar says: each form that it takes is read part by part to the same moment.
    @Test func theShorterWaySaysWhatTheGrammarSays() {
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "sUN, 31 dEC 2016 23:59:60 gmt", "Mon, 29 Feb 2100 00:00:00 GMT"]
        {
            let values = HTTPDate.parts(of: Bytes(text)).filter { $0.digits > 0 }.compactMap(\.value)
            let month = HTTPDate.parts(of: Bytes(text)).first { $0.kind == .month }?.value ?? 0
            let time = CivilTime(
                year: values[1], month: month + 1, day: values[0], hour: values[2], minute: values[3],
                second: values[4])
            #expect(HTTPDate.generated(Bytes(text)) == time.secondsSince1970, "\(text)")
        }
    }

    @Test func aTwoDigitYearMoreThanFiftyYearsAheadIsInThePast() {
        // From 2026: 76 is 2076, exactly 50 years ahead; 77 is 1977.
        let inTime = HTTPDate.parse("Wednesday, 01-Jan-76 00:00:00 GMT", now: Self.now)
        let past = HTTPDate.parse("Wednesday, 01-Jan-77 00:00:00 GMT", now: Self.now)
        #expect(inTime.map { CivilTime(secondsSince1970: $0).year } == 2076)
        #expect(past.map { CivilTime(secondsSince1970: $0).year } == 1977)
    }

    @Test func aLeapSecondIsTheNextMinute() {
        #expect(HTTPDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", now: Self.now) == 1_483_228_800)
    }

    @Test func civilTimeGoesThereAndBack() {
        for seconds in stride(from: -62_167_219_200 as Int64, through: 253_402_300_799, by: 86_400 * 577 + 12_345) {
            #expect(CivilTime(secondsSince1970: seconds).secondsSince1970 == seconds)
        }
    }

    @Test(arguments: [Int64.min, .max, -62_167_219_201, 253_402_300_800])
    func momentsOutsideOfFourDigitYearsAreHeldAtTheBorder(seconds: Int64) {
        #expect(HTTPDate.format(seconds).count == 29)
    }
}
