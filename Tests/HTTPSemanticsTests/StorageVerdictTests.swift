import Bytes
import HTTPModel
import HTTPSemantics
import Testing

/// What a response is decided to be for caches: every sentence about it starts from these values.
@Suite struct StorageVerdictTests {
    /// 2026-11-21T11:04:32Z.
    private static let now: Int64 = 1_795_259_072

    private func freshness(
        _ response: String, request: String = "Host: h", method: Method = .get, status: Int = 200,
        cache: CacheKind = .privateCache, url: Bytes? = "https://h.example/c", isRead: Bool = true
    ) -> Freshness {
        Freshness(
            url: url, method: method, request: section(request), status: status, response: section(response),
            clock: .init(requestTime: Self.now, responseTime: Self.now, now: Self.now, isRead: isRead), cache: cache)
    }

    private func isStoredByNobody(_ response: String, method: Method = .get, status: Int = 200) -> Bool {
        let (request, fields) = (section("Host: h"), section(response))
        return Storability.isStoredByNobody(
            StorageCondition.Facts(
                url: "https://h.example/c", method: method, request: request, requestControl: CacheControl(request),
                status: status, response: fields, control: CacheControl(fields)))
    }

    /// RFC 6585 §3 to §6: "MUST NOT be stored by a cache".
    @Test(arguments: [428, 429, 431, 511], [CacheKind.privateCache, .shared])
    func someStatusesAreNeverStored(status: Int, cache: CacheKind) {
        for control in ["max-age=60", "public, max-age=60", "s-maxage=60, must-understand"] {
            let verdict = freshness("Cache-Control: " + control, status: status, cache: cache)
            #expect(verdict.storability == .refused(.status), "\(control)")
            #expect(verdict.use(status: status) == .notKept(.status))
        }
        #expect(isStoredByNobody("CDN-Cache-Control: max-age=60", status: status))
    }

    /// RFC 7725 §3.
    @Test func a451IsKeptWithoutALifetime() {
        #expect(freshness("ETag: \"a\"", status: 451).storability == .storable(.heuristicStatus))
        #expect(freshness("ETag: \"a\"", status: 403).storability == .refused(.noGround))
    }

    /// RFC 9110 §9.3.3: the same value as the target URI, however it is written.
    @Test(
        arguments: [
            ("/c", true), ("c", true), ("https://h.example/c", true), ("https://H.example/c", true), ("/d", false),
            ("/c?a=1", false), ("https://other.example/c", false), ("", true),
        ])
    func anAnswerToPostIsKeptForItsOwnURLOnly(location: String, isKept: Bool) {
        let verdict = freshness("Cache-Control: max-age=60\nContent-Location: \(location)", method: .post)
        #expect(verdict.isKept == isKept)
        if !isKept { #expect(verdict.storability == .refused(.otherContentLocation)) }
    }

    @Test func aPostWithoutContentLocationIsRefusedByItsMethod() {
        #expect(freshness("Cache-Control: max-age=60", method: .post).storability == .refused(.method))
        #expect(freshness("Content-Location: /c", method: .post).storability == .refused(.method))
    }

    /// Expires minus Date needs a Date, or a clock that was read (RFC 9111 §4.2.1, RFC 9110 §6.6.1).
    @Test(
        arguments: [
            "Expires: Sat, 21 Nov 2026 12:04:32 GMT", "Last-Modified: Sat, 21 Nov 2026 10:04:32 GMT",
        ])
    func withoutDateAndClockNoLifetimeIsComputed(field: String) {
        let undated = freshness(field, isRead: false)
        #expect(undated.lifetime.source == .undated && undated.lifetime.seconds == 0)
        #expect(undated.use(status: 200) == .undated)
        #expect(freshness(field).lifetime.source != .undated)
        #expect(
            freshness(field + "\nDate: Sat, 21 Nov 2026 11:04:32 GMT", isRead: false).lifetime.source != .undated)
        // What is no date is past, whenever that is.
        #expect(freshness("Expires: 0", isRead: false).use(status: 200) == .stale)
        let aged = freshness("Cache-Control: max-age=60", isRead: false)
        #expect(aged.use(status: 200) == .fresh(seconds: 60, isGuess: false))
    }

    /// RFC 5861 §3, RFC 9111 §4.2.4.
    @Test(
        arguments: [
            ("max-age=60, stale-while-revalidate=600", 100, .staleWhileRevalidated(left: 560, of: 600)),
            ("max-age=0, stale-while-revalidate=600", 0, .staleWhileRevalidated(left: 600, of: 600)),
            ("max-age=60, stale-while-revalidate=600", 660, .stale),
            ("max-age=60, stale-while-revalidate=600", 59, .fresh(seconds: 1, isGuess: false)),
            ("max-age=60, stale-while-revalidate=600, must-revalidate", 100, .stale),
            ("max-age=60, stale-while-revalidate=600, no-cache", 100, .checkedAlways),
            ("max-age=60, stale-while-revalidate=x", 100, .stale),
        ] as [(String, Int, Freshness.Use)])
    func staleWhileRevalidateLetsItBeUsed(control: String, age: Int, use: Freshness.Use) {
        #expect(freshness("Cache-Control: \(control)\nAge: \(age)").use(status: 200) == use)
    }

    @Test(
        arguments: [
            ("max-age=60, stale-if-error=600", "", true), ("max-age=60", "Cache-Control: max-stale", true),
            ("max-age=60", "Cache-Control: max-stale=40", true), ("max-age=60", "Cache-Control: max-stale=39", false),
            ("max-age=60", "", false), ("max-age=60, must-revalidate", "Cache-Control: max-stale", false),
        ])
    func nobodyIsBlamedForWhatIsAllowed(control: String, request: String, isByLeave: Bool) {
        let verdict = freshness("Cache-Control: \(control)\nAge: 100", request: "Host: h\n" + request)
        #expect(!verdict.isFresh && verdict.isStaleByLeave == isByLeave)
    }

    /// RFC 9111 §5.2.2.4, §5.2.2.7: the qualified forms.
    @Test func namedFieldsAreLeftOut() {
        let checked = "Cache-Control: max-age=60, no-cache=\"Set-Cookie\""
        #expect(freshness(checked).withheldFields == ["Set-Cookie"])
        #expect(freshness(checked).use(status: 200) == .fresh(seconds: 60, isGuess: false))
        let own = "Cache-Control: max-age=60, private=\"X-A, X-B\""
        #expect(freshness(own, cache: .shared).withheldFields == ["X-A", "X-B"])
        #expect(freshness(own).withheldFields.isEmpty)
        #expect(freshness("Cache-Control: no-cache").withheldFields.isEmpty)
    }

    /// RFC 9213 §2.2: a CDN goes by its own field, and a method or status binds it too.
    @Test(
        arguments: [
            ("Cache-Control: no-store", Method.get, 200, true),
            ("Cache-Control: no-store\nCDN-Cache-Control: max-age=600", .get, 200, false),
            ("Cache-Control: no-store\nSurrogate-Control: max-age=600", .get, 200, false),
            ("Cache-Control: no-store\nCDN-Cache-Control: no-store", .get, 200, true),
            ("CDN-Cache-Control: max-age=600", .post, 200, true), ("CDN-Cache-Control: max-age=600", .get, 429, true),
            ("Vary: Accept", .get, 200, false), ("Vary: Accept", .put, 200, true),
            ("Cache-Control: private", .get, 200, false),
        ] as [(String, Method, Int, Bool)])
    func whatNobodyStoresIsKnown(response: String, method: Method, status: Int, isNobody: Bool) {
        #expect(isStoredByNobody(response, method: method, status: status) == isNobody)
    }
}
