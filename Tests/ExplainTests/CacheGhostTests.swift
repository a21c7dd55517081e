import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Testing

/// What caches would have answered, beside each row: the same that the story of the caches tells.
@Suite struct CacheGhostTests {
    private static let head = "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\n"

    private func exchange(
        _ number: Int, after seconds: Int64, _ response: String, path: String = "/a", request: String = ""
    ) -> FlowRecord {
        MadeExchange.make(
            "GET \(path) HTTP/1.1\nHost: a.example" + request, response, index: number - 1,
            at: MadeExchange.moment + seconds)
    }

    private func ghosts(_ session: [FlowRecord]) -> CacheGhosts {
        var ghosts = CacheGhosts()
        for flow in session { ghosts.add(flow) }
        return ghosts
    }

    @Test func whatIsKeptCanBeUsedUntilItIsStale() throws {
        let ghosts = ghosts([exchange(1, after: 0, Self.head + "Cache-Control: private, max-age=60\n\nabcd")])
        let ghost = try #require(ghosts[1])
        #expect(ghost.shared == nil)
        #expect(ghost.privateCache?.served == .no)
        #expect(ghost.privateCache?.until == MadeExchange.moment + 60)
        #expect(ghosts.privateTotal.requests == 0 && ghosts.words == nil)
    }

    @Test func whatWouldHaveBeenAnsweredIsCounted() throws {
        let fields = Self.head + "Cache-Control: private, max-age=60\n\nabcd"
        let ghosts = ghosts([
            exchange(1, after: 0, fields), exchange(2, after: 30, fields), exchange(3, after: 90, fields),
        ])
        #expect(ghosts[2]?.privateCache?.served == .fresh && ghosts[2]?.shared == nil)
        #expect(ghosts[2]?.privateCache?.until == MadeExchange.moment + 60)
        #expect(ghosts[3]?.privateCache?.served != .fresh)
        #expect(ghosts.privateTotal.requests == 1 && ghosts.privateTotal.bytes == 4)
        #expect(ghosts.sharedTotal.requests == 0 && ghosts.sharedTotal.bytes == 0 && ghosts.sharedTotal.time == 0)
        #expect(ghosts.words?.contains("A private cache would have answered 1") == true)
        #expect(ghosts.words?.contains("shared") == false)
    }

    @Test(arguments: [
        "Cache-Control: no-store", "Cache-Control: no-cache, max-age=60", "Cache-Control: max-age=0", "Vary: *",
    ])
    func whatMayNotBeUsedUnaskedHasNoBar(field: String) {
        #expect(ghosts([exchange(1, after: 0, Self.head + field + "\n\nabcd")])[1]?.privateCache?.until == nil)
    }

    @Test func bothAreToldOfInOneSentenceWhereTheyAgree() throws {
        let fields = Self.head + "Cache-Control: max-age=60\n\nabcd"
        let ghosts = ghosts([exchange(1, after: 0, fields), exchange(2, after: 30, fields)])
        #expect(ghosts[1]?.words.count == 1 && ghosts[2]?.words.count == 1)
        #expect(ghosts[2]?.words.first?.hasPrefix("Either cache would have answered this, saving ") == true)
        #expect(ghosts[2]?.words.first?.hasSuffix("4 bytes; it is fresh until 1994-11-06 08:50:37 UTC.") == true)
    }

    /// Nobody is told of a saving of nothing.
    @Test func whatWasCheckedAndSavedNothingIsToldWithoutFigures() throws {
        let ghosts = ghosts([
            exchange(1, after: 0, Self.head + "Cache-Control: no-cache\nETag: \"b\""),
            exchange(2, after: 5, "HTTP/1.1 304 Not Modified\nETag: \"b\"", request: "\nIf-None-Match: \"b\""),
        ])
        #expect(ghosts.privateTotal.requests == 0 && ghosts.privateTotal.validations == 1)
        #expect(ghosts.words == "Either cache would have answered 1 after a revalidation.")
        #expect(
            ghosts[2]?.words == ["Either cache would have revalidated its copy, successfully."],
            "\(ghosts[2]?.words ?? [])")
    }

    @Test func agreesWithTheStory() throws {
        let answers = [
            Self.head + "Cache-Control: max-age=60\nETag: \"a\"\n\nabcd", Self.head + "Cache-Control: no-store\n\nabcd",
            Self.head + "Cache-Control: no-cache\nETag: \"b\"\n\nabcd", "HTTP/1.1 304 Not Modified\nETag: \"b\"",
            Self.head + "Cache-Control: s-maxage=5, stale-while-revalidate=50\n\nabcdef",
        ]
        var session: [FlowRecord] = []
        for number in 0..<200 {
            let answer = answers[(number * 7 + number / 3) % answers.count]
            session.append(
                exchange(number + 1, after: Int64(number * 3), answer, path: "/\(number % 4)"))
        }
        let (ghosts, story) = (ghosts(session), CacheStory(session))
        #expect(ghosts.count == 200 && story.privateSavings.requests > 0 && story.sharedSavings.requests > 0)
        #expect(ghosts.privateTotal.requests == story.privateSavings.requests)
        #expect(ghosts.privateTotal.validations == story.privateSavings.validations)
        #expect(ghosts.privateTotal.bytes == story.privateSavings.bytes)
        #expect(ghosts.sharedTotal.requests == story.sharedSavings.requests)
        #expect(ghosts.sharedTotal.bytes == story.sharedSavings.bytes)
        for (flow, entry) in zip(session, story.entries) {
            let pair = ghosts[flow.id.number]
            #expect((pair?.privateCache?.served ?? .no) == entry.privateCache.served)
            #expect((pair?.shared?.served ?? .no) == entry.shared.served)
        }
    }

    @Test func onlyTheNewestAreKept() {
        var ghosts = CacheGhosts(most: 5)
        for number in 1...12 { ghosts.add(exchange(number, after: 0, Self.head + "Cache-Control: max-age=60\n\nabcd")) }
        #expect(ghosts[7] == nil && (8...12).allSatisfy { ghosts[$0] != nil })
        #expect(ghosts.privateTotal.requests == 11)
    }
}
