import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct FreshnessTests {
    /// 2026-11-21T11:04:32Z.
    private static let now: Int64 = 1_795_259_072

    private func freshness(
        _ response: String, request: String = "Host: h", method: Method = .get, status: Int = 200,
        cache: CacheKind = .privateCache, requestTime: Int64 = now, now: Int64 = now
    ) -> Freshness {
        Freshness(
            method: method, request: section(request), status: status, response: section(response),
            clock: .init(requestTime: requestTime, responseTime: Self.now, now: now), cache: cache)
    }

    /// RFC 9111 §4.2.3 by hand: Date 12 s before the response came, Age 5, the answer took 2 s, 30 s in the cache.
    @Test func theAgeIsCalculatedAsTheRFCSays() {
        let age = freshness(
            "Date: Sat, 21 Nov 2026 11:04:20 GMT\nAge: 5", requestTime: Self.now - 2, now: Self.now + 30
        ).age
        #expect(age.apparentAge == 12)
        #expect(age.responseDelay == 2)
        #expect(age.correctedAgeValue == 7)
        #expect(age.correctedInitialAge == 12)
        #expect(age.residentTime == 30)
        #expect(age.currentAge == 42)
    }

    @Test func aDateInTheFutureDoesNotMakeYounger() {
        let age = freshness("Date: Sat, 21 Nov 2026 12:04:20 GMT\nAge: 7").age
        #expect(age.apparentAge == 0)
        #expect(age.currentAge == 7)
    }

    @Test(
        arguments: [("abc", 0), ("-5", 0), ("5, 9", 5), ("99999999999999999999", 2_147_483_648), ("\"5\"", 0)]
            as [(String, Int64)])
    func agesThatAreNoNumbersAreIgnored(value: String, age: Int64) {
        #expect(freshness("Age: \(value)").age.ageValue == age)
    }

    /// RFC 9111 §4.2.1: s-maxage (shared), max-age, Expires, then a guess.
    @Test func theLifetimeIsTheFirstThatIsGiven() {
        let all =
            "Date: Sat, 21 Nov 2026 11:04:32 GMT\nExpires: Sat, 21 Nov 2026 11:05:02 GMT\n"
            + "Last-Modified: Fri, 20 Nov 2026 11:04:32 GMT\n"
        let shared = freshness(all + "Cache-Control: s-maxage=10, max-age=20", cache: .shared).lifetime
        #expect(shared.source == .sharedMaxAge)
        #expect(shared.seconds == 10)
        let privateCache = freshness(all + "Cache-Control: s-maxage=10, max-age=20").lifetime
        #expect(privateCache.source == .maxAge)
        #expect(privateCache.seconds == 20)
        #expect(freshness(all).lifetime.seconds == 30)
    }

    @Test func theGuessIsATenthOfTheTimeSinceTheLastChange() {
        let dates = "Date: Sat, 21 Nov 2026 11:04:32 GMT\nLast-Modified: Fri, 20 Nov 2026 11:04:32 GMT"
        #expect(freshness(dates).lifetime.seconds == 8640)
        // Neither for a status that is not kept without being told, unless `public` does.
        #expect(freshness(dates, status: 201).lifetime.source == .none)
        #expect(freshness(dates + "\nCache-Control: public", status: 201).lifetime.seconds == 8640)
    }

    @Test(arguments: ["0", "-1", "Sat, 21 Nov 2026 11:04:32 CET", "tomorrow"])
    func anExpiresThatIsNoDateIsThePast(value: String) {
        let lifetime = freshness("Expires: \(value)").lifetime
        #expect(lifetime.seconds == 0)
        #expect(lifetime.isInvalid)
    }

    @Test(
        arguments: [
            ("max-age=60", .value(60)), ("Max-Age=60", .value(60)), ("max-age=\"60\"", .value(60)),
            ("max-age", .invalid),
            ("max-age=+60", .invalid), ("max-age=6e1", .invalid), ("max-age=60, max-age=10", .value(60)),
            ("max-age=99999999999999999999", .value(2_147_483_648)), ("x=\"max-age=5\"", .absent),
            ("max-age =60", .value(60)),
        ] as [(String, CacheControl.Seconds)])
    func directivesAreReadWithoutCaseAndWithQuotes(value: String, seconds: CacheControl.Seconds) {
        #expect(CacheControl(section("Cache-Control: \(value)")).seconds(.maxAge) == seconds)
    }

    @Test func aLifetimeThatIsNoNumberIsStale() {
        let freshness = freshness("Cache-Control: max-age=abc")
        #expect(freshness.lifetime.isInvalid)
        #expect(!freshness.isFresh)
    }

    /// RFC 9111 §4.2: fresh while the lifetime is greater than the age, not when equal.
    @Test func freshnessEndsWhenAgeReachesTheLifetime() {
        #expect(freshness("Cache-Control: max-age=30", now: Self.now + 29).isFresh)
        #expect(!freshness("Cache-Control: max-age=30", now: Self.now + 30).isFresh)
        #expect(freshness("Cache-Control: max-age=30", now: Self.now + 45).remaining == -15)
    }

    /// RFC 9111 §3, condition by condition.
    @Test(
        arguments: [
            ("Cache-Control: no-store", "Host: h", .get, 200, .privateCache, .refused(.responseNoStore)),
            (
                "Cache-Control: max-age=5", "Cache-Control: no-store", .get, 200, .privateCache,
                .refused(.requestNoStore)
            ),
            (
                "Cache-Control: no-store, must-understand", "Host: h", .get, 200, .privateCache,
                .storable(.heuristicStatus)
            ),
            (
                "Cache-Control: no-store, must-understand", "Host: h", .get, 299, .privateCache,
                .refused(.responseNoStore)
            ),
            ("Cache-Control: private", "Host: h", .get, 201, .privateCache, .storable(.privateDirective)),
            ("Cache-Control: private", "Host: h", .get, 200, .shared, .refused(.privateDirective)),
            ("Cache-Control: private=\"x\"", "Host: h", .get, 200, .shared, .storable(.heuristicStatus)),
            ("Cache-Control: max-age=5", "Authorization: x", .get, 200, .shared, .refused(.authorization)),
            ("Cache-Control: max-age=5", "Authorization: x", .get, 200, .privateCache, .storable(.maxAge)),
            ("Cache-Control: max-age=5, must-revalidate", "Authorization: x", .get, 200, .shared, .storable(.maxAge)),
            ("Cache-Control: s-maxage=5", "Authorization: x", .get, 200, .shared, .storable(.sharedMaxAge)),
            ("ETag: x", "Host: h", .get, 200, .privateCache, .storable(.heuristicStatus)),
            ("ETag: x", "Host: h", .get, 201, .privateCache, .refused(.noGround)),
            ("Expires: 0", "Host: h", .get, 302, .privateCache, .storable(.expires)),
            ("ETag: x", "Host: h", .get, 304, .privateCache, .refused(.notModified)),
            ("ETag: x", "Host: h", .get, 103, .privateCache, .refused(.interim)),
            ("Cache-Control: max-age=5", "Host: h", .put, 200, .privateCache, .refused(.method)),
            ("Cache-Control: max-age=5", "Host: h", .post, 200, .privateCache, .refused(.method)),
            (
                "Cache-Control: max-age=5\nContent-Location: /x", "Host: h", .post, 200, .privateCache,
                .storable(.maxAge)
            ),
            ("Content-Location: /x", "Host: h", .post, 200, .privateCache, .refused(.method)),
        ] as [(String, String, Method, Int, CacheKind, Storability)])
    func storingIsDecidedByTheConditionsOfTheRFC(
        response: String, request: String, method: Method, status: Int, cache: CacheKind, expected: Storability
    ) {
        let found = freshness(response, request: request, method: method, status: status, cache: cache)
        #expect(found.storability == expected)
    }

    @Test(arguments: [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
    func theseStatusesAreKeptWithoutALifetime(status: Int) {
        #expect(freshness("ETag: x", status: status).storability == .storable(.heuristicStatus))
    }

    @Test func validationFollowsTheDirectives() {
        #expect(freshness("Cache-Control: no-cache").validation == .always)
        #expect(freshness("Cache-Control: no-cache=\"Set-Cookie\"").validation == .usuallyWhenStale)
        #expect(freshness("Cache-Control: must-revalidate").validation == .whenStale)
        #expect(freshness("Cache-Control: proxy-revalidate").validation == .usuallyWhenStale)
        #expect(freshness("Cache-Control: proxy-revalidate", cache: .shared).validation == .whenStale)
        #expect(freshness("Vary: Accept, *").variesOnEverything)
    }
}
