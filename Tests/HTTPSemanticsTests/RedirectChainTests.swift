import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct RedirectChainTests {
    private struct Entry {
        var method: Method = .get
        var url: Bytes
        var status: Int? = 200
        var location: String?
        var request = ""
        var hasContent = false
        var time: Int64 = 0
    }

    private func trails(_ entries: [Entry]) -> [RedirectChain] {
        RedirectChain.find(
            in: entries.enumerated().map { index, entry in
                RedirectChain.Hop(
                    index: index, url: entry.url, method: entry.method, request: section(entry.request),
                    hasContent: entry.hasContent, status: entry.status,
                    response: section(entry.location.map { "Location: \($0)" } ?? ""), time: entry.time)
            })
    }

    @Test func requestsForTheLocationBelongTogether() throws {
        let found = trails([
            Entry(url: "http://h/", status: 301, location: "https://h/"),
            Entry(url: "http://other/"),
            Entry(url: "https://h/", status: 302, location: "/en/?x#top"),
            Entry(url: "https://h/en/?x"),
            Entry(url: "https://h/en/?x"),
        ])
        let trail = try #require(found.first)
        #expect(found.count == 1)
        #expect(trail.hops.map(\.index) == [0, 2, 3])
        #expect(trail.ending == .answered(200))
        #expect(!trail.isLoop)
    }

    @Test func twoTrailsToOneURLAreKeptApart() {
        let found = trails([
            Entry(url: "http://h/a", status: 302, location: "/x"),
            Entry(url: "http://h/b", status: 302, location: "/x"),
            Entry(url: "http://h/x"), Entry(url: "http://h/x"),
        ])
        #expect(found.map { $0.hops.map(\.index) } == [[0, 3], [1, 2]])
    }

    @Test func aMinuteLaterItIsAnotherVisit() {
        let found = trails([
            Entry(url: "http://h/a", status: 302, location: "/x"), Entry(url: "http://h/x", time: 61),
        ])
        #expect(found.map(\.ending) == [.notFollowed])
    }

    @Test func loopsAreFoundWhetherOrNotTheyAreFollowed() {
        let itself = trails([Entry(url: "http://h/a", status: 302, location: "/a")])
        #expect(itself.map(\.isLoop) == [true])
        let pair = trails([
            Entry(url: "http://h/a", status: 302, location: "/b"),
            Entry(url: "http://h/b", status: 302, location: "/a"),
        ])
        #expect(pair.map(\.isLoop) == [true])
        #expect(pair.map { $0.hops.count } == [2])
        // A form that leads back to its page is none.
        let form = trails([
            Entry(method: .post, url: "http://h/a", status: 303, location: "/a"), Entry(url: "http://h/a"),
        ])
        #expect(form.map(\.isLoop) == [false])
    }

    /// A site sends a visitor round once to see whether cookies work.
    @Test func comingBackToAnAnswerIsNoLoop() {
        let check = trails([
            Entry(url: "http://h/a", status: 302, location: "/check"),
            Entry(url: "http://h/check", status: 302, location: "/a"),
            Entry(url: "http://h/a", request: "Cookie: seen=1"),
        ])
        #expect(check.map(\.comesBack) == [true])
        #expect(check.map(\.isLoop) == [false])
    }

    /// Fetch follows twenty redirects; the next is an error.
    @Test(arguments: [(20, false), (21, true)])
    func browsersFollowTwentyRedirects(count: Int, isTooLong: Bool) {
        var entries = (0..<count).map {
            Entry(url: Bytes("http://h/\($0)"), status: 302, location: "/\($0 + 1)")
        }
        entries.append(Entry(url: Bytes("http://h/\(count)")))
        let found = trails(entries)
        #expect(found.map(\.redirects) == [count])
        #expect(found.map(\.isTooLong) == [isTooLong])
        #expect(found.map(\.isLoop) == [false])
    }

    /// RFC 9110 §15.4.
    @Test(
        arguments: [
            (302, .post, true, .get, false, []),
            (302, .post, true, .post, true, [.method(due: .get, sent: .post), .contentKept]),
            (307, .post, true, .post, true, []),
            (307, .post, true, .get, false, [.method(due: .post, sent: .get), .contentMissing]),
            (308, .put, true, .put, false, [.contentMissing]), (303, .put, true, .get, true, [.contentKept]),
        ] as [(Int, Method, Bool, Method, Bool, [RedirectChain.Deviation])])
    func methodAndContentAreComparedWithWhatWasDue(
        status: Int, method: Method, hadContent: Bool, next: Method, hasContent: Bool,
        deviations: [RedirectChain.Deviation]
    ) {
        let found = trails([
            Entry(method: method, url: "http://h/a", status: status, location: "/b", hasContent: hadContent),
            Entry(method: next, url: "http://h/b", hasContent: hasContent),
        ])
        #expect(found.first?.steps.first?.deviations == deviations)
    }

    @Test func credentialsStayBehindWhenTheOriginChanges() {
        func steps(_ location: String, _ next: Bytes, request: String) -> [RedirectChain.Step] {
            trails([
                Entry(
                    url: "https://h/a", status: 302, location: location,
                    request: "Authorization: Basic eDp5\nX-Key: 1\nAccept: */*"),
                Entry(url: next, request: request),
            ]).first?.steps ?? []
        }
        let kept = steps("https://other/b", "https://other/b", request: "authorization: Basic eDp5\nAccept: */*")
        #expect(kept.map(\.deviations) == [[.authorizationKept]])
        #expect(kept.map(\.dropped) == [["X-Key"]])
        #expect(steps("/b", "https://h/b", request: "Authorization: Basic eDp5").first?.deviations == [])
        let told = steps("http://h/b", "http://h/b", request: "Referer: https://h/a?secret")
        #expect(told.first?.deviations == [.refererTold])
        #expect(told.first?.dropped == ["Authorization", "X-Key", "Accept"])
        // A recorder that lists no fields does not say that there were none.
        #expect(steps("/b", "https://h/b", request: "").first?.dropped == [])
    }
}
