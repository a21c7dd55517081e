import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct CacheStoryTests {
    private func exchange(
        _ index: Int, after seconds: Int64, _ response: String, request: String = "", method: String = "GET"
    ) -> FlowRecord {
        MadeExchange.make(
            "\(method) /a HTTP/1.1\nHost: a.example" + request, response, index: index,
            at: MadeExchange.moment + seconds)
    }

    @Test func bothCachesAreToldOfSideBySide() throws {
        let fields = "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nCache-Control: private, max-age=60\n\nabcd"
        let story = CacheStory([exchange(0, after: 0, fields), exchange(1, after: 30, fields)])
        let (first, second) = (story.entries[0], story.entries[1])
        #expect(first.privateCache.isStored && !first.shared.isStored)
        #expect(first.privateCache.served == .no && first.shared.served == .no)
        #expect(first.privateCache.lifetime == 60 && first.privateCache.age == 0)
        #expect(first.shared.lifetime == nil)
        #expect(first.shared.reason.text == "private forbids shared caches to store it.")
        #expect(second.privateCache.served == .fresh && second.shared.served == .no)
        #expect(second.privateCache.lifetime == 60 && second.privateCache.age == 30)
        #expect(story.privateSavings.requests == 1 && story.privateSavings.bytes == 4)
        #expect(story.sharedSavings.requests == 0 && story.sharedSavings.bytes == 0)
        #expect(
            second.privateCache.steps.map(\.rule) == [
                "fresh", "freshness_lifetime", "apparent_age", "response_delay", "corrected_age_value",
                "corrected_initial_age", "resident_time", "current_age", "response_is_fresh",
            ])
        #expect(
            second.privateCache.line.text
                == "Still fresh: the response of #1 is used, for 30 seconds more. It is 30 seconds old, and fresh "
                + "for 60."
        )
    }

    @Test func aCheckIsToldWithItsFields() throws {
        let story = CacheStory([
            exchange(0, after: 0, "HTTP/1.1 200 OK\nCache-Control: no-cache\nETag: \"a\"\n\nabcd"),
            exchange(1, after: 5, "HTTP/1.1 304 Not Modified\nETag: \"a\"\nX: y", request: "\nIf-None-Match: \"a\""),
        ])
        let side = try #require(story.entries.last?.privateCache)
        #expect(side.served == .validated)
        #expect(!side.isStored)
        #expect(side.steps.contains { $0.text.text.contains("If-None-Match: \"a\"") })
        #expect(side.steps.contains { $0.rule == "304" && $0.text.text.contains("X") })
        #expect(story.privateSavings.validations == 1)
        #expect(story.privateSavings.bytes == 4)
    }

    /// RFC 9111 §3, all of them for a response that may be kept.
    @Test func theConditionsOfStorageAreAllLookedAt() throws {
        let made = exchange(
            0, after: 0, "HTTP/1.1 200 OK\nCache-Control: public, max-age=60", request: "\nAuthorization: Basic YTpi")
        let steps = CacheStory([made]).entries[0].shared.steps
        #expect(
            steps.map(\.rule) == [
                "stored", "method", "final status", "no-store", "not private", "Authorization", "ground",
                "freshness_lifetime",
            ])
        #expect(!steps.dropFirst().contains { $0.held != true })
    }

    @Test func invalidationNamesItsURLs() throws {
        let story = CacheStory([
            exchange(0, after: 0, "HTTP/1.1 200 OK\nCache-Control: max-age=60"),
            exchange(
                1, after: 1, "HTTP/1.1 204 No Content\nLocation: http://b.example/x", request: "\nContent-Length: 0",
                method: "POST"),
            exchange(2, after: 2, "HTTP/1.1 200 OK\nCache-Control: max-age=60"),
        ])
        let steps = story.entries[1].privateCache.steps.filter { $0.rule == "invalidation" }
        #expect(steps.map(\.held) == [true, false])
        #expect(steps[0].text.text.contains("http://a.example/a"))
        #expect(steps[1].text.text.contains("http://b.example/x"))
        #expect(story.entries[2].privateCache.served == .no)
    }

    @Test func anExchangeWithoutResponseIsToldToo() {
        let made = MadeExchange.make("GET / HTTP/1.1\nHost: a.example")
        let side = CacheStory([made]).entries[0].privateCache
        #expect(!side.isStored)
        #expect(side.reason.text == "There is no response.")
        #expect(side.lifetime == nil && side.age == nil)
    }

    /// The age of RFC 9111 §4.2.3 by hand: Date 12 s before the response came, Age 5, the answer took 2 s.
    @Test func theArithmeticNamesEveryVariable() throws {
        var made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example",
            "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:25 GMT\nAge: 5\nExpires: Sun, 06 Nov 1994 09:49:25 GMT\n"
                + "Cache-Control: max-age=600, s-maxage=60")
        made.begin(microsecondsEarlier: 2_000_000)
        let reasoning = try #require(CachingReasoning.reasoning(about: made))
        func text(_ rule: String) -> String? { reasoning.step(rule)?.text.text }
        #expect(text("apparent_age") == "max(0, response_time − date_value) = max(0, 12) = 12 (Date).")
        #expect(text("response_delay") == "response_time − request_time = 2.")
        #expect(text("corrected_age_value") == "age_value + response_delay = 5 (Age) + 2 = 7.")
        #expect(text("corrected_initial_age") == "max(apparent_age, corrected_age_value) = 12.")
        #expect(text("current_age") == "corrected_initial_age + resident_time = 12 + 0 = 12.")
        #expect(text("private: response_is_fresh") == "freshness_lifetime > current_age: 600 > 12 is true.")
        #expect(text("shared: response_is_fresh") == "freshness_lifetime > current_age: 60 > 12 is true.")
        #expect(reasoning.step("private: freshness_lifetime")?.held == true)
        #expect(reasoning.step("private: s-maxage")?.held == false)
        #expect(reasoning.step("shared: max-age")?.held == false)
        #expect(reasoning.step("shared: Expires")?.held == false)
        #expect(
            reasoning.conclusion.text
                == "A private cache may use it for 588 seconds (9 minutes 48 seconds); a shared one may use it for "
                + "48 seconds."
        )
    }

    @Test func theGuessIsShownAsSuch() throws {
        let made = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example",
            "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nLast-Modified: Sun, 06 Nov 1994 08:32:57 GMT")
        let reasoning = try #require(CachingReasoning.reasoning(about: made))
        #expect(
            reasoning.step("freshness_lifetime")?.text.text
                == "No lifetime is given, so caches guess: usually 10 % of Date − Last-Modified = 1000 seconds: "
                + "100 seconds (1 minute 40 seconds).")
        #expect(reasoning.conclusion.text.hasSuffix("for 100 seconds (1 minute 40 seconds), an estimate."))
        #expect(reasoning.step("condition")?.held == true)
        #expect(CachingReasoning.reasoning(about: MadeExchange.make("GET / HTTP/1.1\nHost: a")) == nil)
    }
}
