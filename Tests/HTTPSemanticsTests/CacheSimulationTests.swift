import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct CacheSimulationTests {
    /// 2026-11-21T11:04:32Z.
    private static let start: Int64 = 1_795_259_072

    /// A conversation: each exchange some seconds after the start.
    private struct Play {
        var cache: CacheSimulation
        var index = 0

        mutating func get(
            _ seconds: Int64, _ response: String?, request: String = "", status: Int = 200, method: Method = .get,
            url: Bytes = "http://h/a", size: UInt64 = 1000
        ) -> CacheVerdict {
            defer { index += 1 }
            return cache.handle(
                CacheExchange(
                    url: url, method: method, request: section(request), status: response == nil ? nil : status,
                    response: section(response ?? ""), contentSize: size, requestTime: start + seconds,
                    responseTime: start + seconds),
                index: index)
        }
    }

    private func play(_ kind: CacheKind = .privateCache) -> Play { Play(cache: CacheSimulation(kind)) }

    /// RFC 9111 §4.2: usable while the lifetime is greater than the age.
    @Test func isFreshUntilTheAgeReachesTheLifetime() throws {
        var play = play()
        let first = play.get(0, "Cache-Control: max-age=60")
        #expect(first.served == .no)
        #expect(first.ground == .nothingStored)
        #expect(first.isStorable)
        let second = play.get(59, "Cache-Control: max-age=60")
        #expect(second.served == .fresh)
        #expect(second.reused?.age.currentAge == 59)
        #expect(second.reused?.lifetime.seconds == 60)
        #expect(second.reusedFrom == 0)
        #expect(second.savedBytes == 1000)
        #expect(play.get(60, "Cache-Control: max-age=60").ground == .isStale)
        // The third answer is stored in its turn.
        #expect(play.get(119, nil).served == .fresh)
    }

    @Test func sharedAndPrivateDiffer() {
        var own = play(.privateCache)
        var shared = play(.shared)
        let fields = "Cache-Control: private, max-age=60"
        #expect(own.get(0, fields).isStorable)
        #expect(!shared.get(0, fields).isStorable)
        #expect(own.get(1, fields).served == .fresh)
        #expect(shared.get(1, fields).ground == .nothingStored)
        // §3.5: Authorization, until public, s-maxage or must-revalidate says otherwise.
        #expect(!shared.get(2, "Cache-Control: max-age=60", request: "Authorization: x", url: "http://h/b").isStorable)
        for permit in ["public", "s-maxage=60", "must-revalidate"] {
            let verdict = shared.get(
                2, "Cache-Control: max-age=60, \(permit)", request: "Authorization: x", url: "http://h/c")
            #expect(verdict.isStorable, "\(permit)")
        }
    }

    /// §4.3: what is stale is checked; a 304 renews it, with the fields that it brings (§3.2).
    @Test func a304RenewsWhatIsStored() throws {
        var play = play()
        _ = play.get(0, "ETag: \"a\"\nCache-Control: max-age=10\nX: 1\nContent-Length: 1000")
        let check = play.get(20, "ETag: \"a\"\nCache-Control: max-age=100\nX: 2\nContent-Length: 0", status: 304)
        #expect(check.served == .validated)
        #expect(check.conditions.map(\.value) == ["\"a\""])
        #expect(check.check == .renewed(changed: ["Cache-Control", "X"]))
        #expect(check.savedBytes == 1000)
        #expect(play.get(119, nil).ground == .isFresh)
        #expect(play.get(120, nil).ground == .disconnected)
    }

    /// A client without a cache gets the whole again; with the same validator it need not have.
    @Test(
        arguments: [
            ("ETag: \"a\"", "ETag: \"a\"", true), ("ETag: \"a\"", "ETag: \"b\"", false),
            ("ETag: W/\"a\"", "ETag: \"a\"", true),
            ("Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT", "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT", true),
            (
                "ETag: \"a\"\nLast-Modified: Sat, 21 Nov 2026 10:00:00 GMT",
                "ETag: \"b\"\nLast-Modified: Sat, 21 Nov 2026 10:00:00 GMT", false
            ),
        ] as [(String, String, Bool)])
    func theSameValidatorWouldHaveBeen304(old: String, new: String, isSame: Bool) {
        var play = play()
        _ = play.get(0, old + "\nCache-Control: no-cache")
        let verdict = play.get(1, new + "\nCache-Control: no-cache")
        #expect(verdict.ground == .responseNoCache)
        #expect((verdict.served == .validated) == isSame)
        #expect((verdict.check == .changed(isStored: true)) == !isSame)
    }

    @Test func withoutValidatorThereIsNothingToAskWith() {
        var play = play()
        _ = play.get(0, "Cache-Control: max-age=1")
        let verdict = play.get(5, "Cache-Control: max-age=1")
        #expect(verdict.check == .impossible)
        #expect(verdict.conditions.isEmpty)
    }

    /// RFC 9111 §5.2.1.
    @Test(
        arguments: [
            (30, "max-age=20", .no, .requestMaxAge(20)), (30, "max-age=30", .fresh, .isFresh),
            (30, "max-age=0", .no, .requestMaxAge(0)), (30, "min-fresh=31", .no, .requestMinFresh(31)),
            (30, "min-fresh=30", .fresh, .isFresh), (30, "no-cache", .no, .requestNoCache),
            (70, "max-stale=10", .stale, .requestMaxStale(10)), (71, "max-stale=10", .no, .isStale),
            (9000, "max-stale", .stale, .requestMaxStale(nil)), (30, "no-store", .fresh, .isFresh),
            (70, "max-stale=10, max-age=65", .no, .requestMaxAge(65)),
        ] as [(Int64, String, CacheVerdict.Served, CacheVerdict.Ground)])
    func requestsMayBeStricterOrLaxer(
        seconds: Int64, directives: String, served: CacheVerdict.Served, ground: CacheVerdict.Ground
    ) {
        var play = play()
        _ = play.get(0, "Cache-Control: max-age=60")
        let verdict = play.get(seconds, "Cache-Control: max-age=60", request: "Cache-Control: \(directives)")
        #expect(verdict.served == served)
        #expect(verdict.ground == ground)
    }

    @Test func onlyIfCachedIsAnsweredByTheCacheAlone() {
        var play = play()
        let verdict = play.get(0, "Cache-Control: max-age=60", request: "Cache-Control: only-if-cached")
        #expect(verdict.answers504)
        // Nothing came back, so nothing is stored.
        #expect(play.get(1, nil).ground == .nothingStored)
    }

    /// RFC 5861 §3 and §4, RFC 9111 §4.2.4.
    @Test(
        arguments: [
            ("max-age=10, stale-while-revalidate=30", 200, 40, .stale, .staleWhileRevalidate(30)),
            ("max-age=10, stale-while-revalidate=30", 200, 41, .no, .isStale),
            ("max-age=10, stale-if-error=30", 503, 40, .stale, .staleIfError(30)),
            ("max-age=10, stale-if-error=30", 200, 40, .no, .isStale),
            ("max-age=10, stale-if-error=30", 404, 40, .no, .isStale),
            ("max-age=10, must-revalidate, stale-while-revalidate=30", 200, 20, .no, .mustRevalidate),
            ("max-age=10", 0, 20, .stale, .disconnected), ("max-age=10, must-revalidate", 0, 20, .no, .mustRevalidate),
        ] as [(String, Int, Int64, CacheVerdict.Served, CacheVerdict.Ground)])
    func staleResponsesServeWhereTheyAreAllowed(
        directives: String, status: Int, seconds: Int64, served: CacheVerdict.Served, ground: CacheVerdict.Ground
    ) {
        var play = play()
        _ = play.get(0, "Cache-Control: \(directives)")
        let verdict = play.get(seconds, status == 0 ? nil : "X: y", status: status)
        #expect(verdict.served == served)
        #expect(verdict.ground == ground)
    }

    /// §5.2.2.8, §5.2.2.10: proxy-revalidate and s-maxage bind shared caches alone.
    @Test(arguments: ["max-age=10, proxy-revalidate", "s-maxage=10, max-age=10"])
    func someDirectivesBindSharedCachesAlone(directives: String) {
        var own = play(.privateCache)
        var shared = play(.shared)
        _ = own.get(0, "Cache-Control: \(directives)")
        _ = shared.get(0, "Cache-Control: \(directives)")
        let request = "Cache-Control: max-stale"
        #expect(own.get(20, "X: y", request: request).served == .stale)
        #expect(shared.get(20, "X: y", request: request).ground == .mustRevalidate)
    }

    @Test func varySelectsAmongSeveral() {
        var play = play()
        let fields = "Cache-Control: max-age=60\nVary: Accept-Encoding, X-Plan"
        _ = play.get(0, fields, request: "Accept-Encoding: gzip, br\nX-Plan: a")
        #expect(play.get(1, fields, request: "accept-encoding: br,GZIP\nx-plan: a").served == .fresh)
        let other = play.get(2, fields, request: "Accept-Encoding: gzip, br\nX-Plan: b")
        #expect(other.ground == .vary(.differs(field: "X-Plan", stored: "a", now: "b")))
        let neither = play.get(3, fields, request: "Accept-Encoding: gzip, br")
        #expect(neither.ground == .vary(.differs(field: "X-Plan", stored: "b", now: nil)))
        #expect(play.get(4, fields, request: "Accept-Encoding: gzip, br\nX-Plan: a").reusedFrom == 0)
        #expect(play.get(5, "Vary: *\nCache-Control: max-age=60", url: "http://h/s").served == .no)
        #expect(play.get(6, nil, url: "http://h/s").ground == .vary(.never))
    }

    /// §4.4, and RFC 9110 §9.2.1: what may change the resource outdates what is stored of it.
    @Test func unsafeMethodsInvalidate() {
        var play = play()
        for url in ["http://h/a", "http://h/b", "http://other/c"] as [Bytes] {
            _ = play.get(0, "Cache-Control: max-age=600", url: url)
        }
        let post = play.get(
            1, "Location: /b\nContent-Location: http://other/c", status: 201, method: .post, url: "http://h/a")
        #expect(post.ground == .method)
        #expect(post.invalidated == ["http://h/a", "http://h/b"])
        #expect(post.spared == ["http://other/c"])
        #expect(play.get(2, nil, url: "http://h/a").ground == .invalidated(by: 3))
        #expect(play.get(2, nil, url: "http://other/c").served == .fresh)
        // An error changes nothing.
        _ = play.get(3, "X: y", status: 500, method: .delete, url: "http://other/c")
        #expect(play.get(4, nil, url: "http://other/c").served == .fresh)
    }

    @Test func headRenewsOrOutdatesWhatGetStored() {
        var play = play()
        _ = play.get(0, "Cache-Control: max-age=10\nETag: \"a\"")
        let renewed = play.get(20, "Cache-Control: max-age=100\nETag: \"a\"", method: .head)
        #expect(renewed.check == .renewedByHead(changed: ["Cache-Control"]))
        #expect(play.get(50, nil).served == .fresh)
        // A fresh GET answers HEAD too (RFC 9110 §9.3.2).
        #expect(play.get(51, nil, method: .head).served == .fresh)
        _ = play.get(200, "Cache-Control: max-age=100\nETag: \"b\"", method: .head)
        #expect(play.get(201, "X: y").ground == .isStale)
    }

    @Test func theAnswerToHeadHasNoContentToServe() {
        var play = play()
        _ = play.get(0, "Cache-Control: max-age=100", method: .head)
        #expect(play.get(1, nil, method: .head).served == .fresh)
        #expect(play.get(2, nil).ground == .headOnly)
    }

    @Test func partsAreNotStored() {
        var play = play()
        let part = play.get(
            0, "Cache-Control: max-age=100\nContent-Range: bytes 0-4/10", request: "Range: bytes=0-4", status: 206)
        #expect(part.freshness?.storability == .refused(.partial))
        #expect(!part.isStorable)
        #expect(play.get(1, nil).ground == .nothingStored)
    }

    /// RFC 9111 §5.2.2.3: no-store is for caches that do not know must-understand, or not the status.
    @Test(
        arguments: [
            (200, "no-store, must-understand, max-age=60", true), (599, "no-store, must-understand, max-age=60", false),
            (599, "must-understand, max-age=60", false), (599, "max-age=60", true),
        ] as [(Int, String, Bool)])
    func mustUnderstandAsksForTheStatus(status: Int, directives: String, isStored: Bool) {
        var play = play()
        #expect(play.get(0, "Cache-Control: \(directives)", status: status).isStorable == isStored)
    }

    /// §4.3.2.
    @Test(
        arguments: [
            ("If-None-Match: \"b\", W/\"a\"", true), ("If-None-Match: \"b\"", false), ("If-None-Match: *", true),
            ("If-Modified-Since: Sat, 21 Nov 2026 11:00:00 GMT", true),
            ("If-Modified-Since: Sat, 21 Nov 2026 09:00:00 GMT", false),
            // If-None-Match goes first.
            ("If-None-Match: \"b\"\nIf-Modified-Since: Sat, 21 Nov 2026 11:00:00 GMT", false),
        ] as [(String, Bool)])
    func aFreshResponseAnswersConditions(request: String, isNotModified: Bool) {
        var play = play()
        _ = play.get(0, "Cache-Control: max-age=60\nETag: \"a\"\nLast-Modified: Sat, 21 Nov 2026 10:00:00 GMT")
        let verdict = play.get(1, nil, request: request)
        #expect(verdict.served == .fresh)
        #expect(verdict.answers304 == isNotModified)
    }

    @Test func immutableSurvivesAReload() {
        var own = play(.privateCache)
        _ = own.get(0, "Cache-Control: max-age=60, immutable")
        #expect(own.get(1, nil, request: "Cache-Control: max-age=0").ground == .immutable)
        #expect(own.get(1, nil, request: "Cache-Control: no-cache").ground == .requestNoCache)
    }

    @Test func theCacheIsBounded() {
        var limits = CacheSimulation.Limits()
        limits.resources = 3
        limits.variants = 2
        var play = Play(cache: CacheSimulation(.privateCache, limits: limits))
        for number in 0..<10 { _ = play.get(0, "Cache-Control: max-age=60", url: Bytes("http://h/\(number)")) }
        #expect(play.get(1, nil, url: "http://h/9").served == .fresh)
        #expect(play.get(1, nil, url: "http://h/6").ground == .nothingStored)
        for number in 0..<3 {
            _ = play.get(1, "Cache-Control: max-age=60\nVary: N", request: "N: \(number)", url: "http://h/v")
        }
        #expect(play.get(2, nil, request: "N: 2", url: "http://h/v").served == .fresh)
        #expect(play.get(2, nil, request: "N: 0", url: "http://h/v").served == .no)
    }

    @Test(
        arguments: [
            ("HTTP://EXAMPLE.org", "http://example.org/"), ("http://h:80/a?b#c", "http://h/a?b"),
            ("https://u:p@h:443/", "https://h/"), ("https://h:80/", "https://h:80/"), ("http://h?x", "http://h/?x"),
        ] as [(Bytes, Bytes)])
    func spellingsOfOneURLHaveOneKey(url: Bytes, key: Bytes) {
        #expect(URLReference(url).requestKey == key)
    }

    /// RFC 9111 §4.3.3: a server that fails to answer a check has not said that anything changed.
    @Test func aFailureInAnswerToACheckReplacesNothing() {
        var play = play()
        _ = play.get(0, "Cache-Control: max-age=5\nETag: \"1\"")
        let failed = play.get(10, "X: y", status: 500)
        #expect(failed.check == .failed(500))
        #expect(!failed.isStorable)
        let next = play.get(20, "Cache-Control: max-age=5\nETag: \"1\"")
        #expect(next.reusedFrom == 0)
        #expect(next.check == .sameValidator("\"1\""))
        // Another answer that may not be stored takes nobody's place either.
        let refused = play.get(40, "Cache-Control: no-store", status: 403)
        #expect(refused.check == .changed(isStored: false))
        let kept = play.get(60, "Cache-Control: max-age=5", status: 500)
        #expect(kept.check == .changed(isStored: true))
        #expect(kept.isStorable)
    }

    /// RFC 9111 §5.2.1.1: whoever names an age wants nothing stale, also where the response would allow it.
    @Test func aRequestThatNamesAnAgeIsNotServedStale() {
        let fields = "Cache-Control: max-age=5, stale-while-revalidate=100\nETag: \"1\""
        var plain = play()
        _ = plain.get(0, fields)
        #expect(plain.get(10, fields).ground == .staleWhileRevalidate(100))
        var aged = play()
        _ = aged.get(0, fields)
        let verdict = aged.get(10, fields, request: "Cache-Control: max-age=60")
        #expect(verdict.ground == .requestMaxAgeStale)
        #expect(verdict.served == .validated)
        var tolerant = play()
        _ = tolerant.get(0, fields)
        #expect(tolerant.get(10, fields, request: "Cache-Control: max-age=60, max-stale=60").served == .stale)
    }

    /// Why it is fetched again is told by what outdated it.
    @Test func whoOutdatedAResponseIsRemembered() {
        var play = play()
        _ = play.get(0, "Cache-Control: max-age=60")
        _ = play.get(1, "X: y", status: 204, method: .post)
        #expect(play.get(2, "Cache-Control: max-age=60").ground == .invalidated(by: 1))
        #expect(play.get(3, "Cache-Control: max-age=60").served == .fresh)
        #expect(play.get(3, "X: y", url: "http://h/other").ground == .nothingStored)
    }
}
