import Bytes
import FilterTestKit
import Flow
import Testing

@testable import Lessons

/// Names that traffic gives to things could be any word: in a sentence they have quotation marks.
@Suite struct QuotedNamesTests {
    private func sentences(_ made: MadeLesson) throws -> [String] {
        let lesson = try #require(Curriculum.lesson(made.topic))
        let page = LessonPage(lesson, made.illustration, seed: 1)
        return page.looks.map(\.text) + page.questions.map(\.prompt)
    }

    private static let form = "Content-Type: application/x-www-form-urlencoded"
    private static let parts = """
        --x\r\nContent-Disposition: form-data; name="the"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="f"; \
        filename="a.txt"\r\n\r\n2\r\n--x--\r\n
        """

    private static let named: [MadeLesson] = [
        MadeLesson("percent", shop("GET", "/a?the=a%20b"), right: [:]),
        MadeLesson("form", shop("POST", "/a", form), body: "the=1&b=2", right: [:]),
        MadeLesson(
            "multipart", shop("POST", "/a", "Content-Type: multipart/form-data; boundary=x"), body: parts, right: [:]),
        MadeLesson(
            "events", shop("GET", "/a"), "HTTP/1.1 200 OK\nContent-Type: text/event-stream",
            content: "event: the\nid: 1\ndata: x\n\n", right: [:]),
        MadeLesson(
            "cookie-scope", shop("POST", "/a"), "HTTP/1.1 200 OK\nSet-Cookie: the=1; Path=/", right: [:]),
    ]

    @Test(arguments: named)
    func aNameIsQuoted(_ made: MadeLesson) throws {
        let told = try sentences(made)
        #expect(told.contains { $0.contains("“the”") }, "\(told)")
        // Neither a second time, nor without: no sentence has the name as a word of its own before a mark.
        #expect(!told.contains { $0.contains("““") || $0.contains(" the.") || $0.contains(" the,") }, "\(told)")
    }

    /// What a browser asks beforehand, and a tunnel, are examples only where there is no better one.
    @Test func aPreflightIsNoExampleOfAnythingElse() throws {
        func isServed(_ request: String) -> Bool {
            let record = MadeFlow.make(request, "HTTP/1.1 204 No Content", number: 1)
            return Illustration(record) { _, _ in nil }.isServed
        }
        let preflight = shop("OPTIONS", "/a", "Origin: http://b.example", "Access-Control-Request-Method: PUT")
        #expect(!isServed(preflight) && isServed(shop("OPTIONS", "/a")) && isServed(shop("GET", "/a")))
        let request = try #require(Curriculum.lesson("request"))
        #expect(request.finder.contains("CONNECT"))
    }

    /// One type leaves nothing to negotiate.
    @Test func acceptAsksOnlyWhereThereIsAChoice() throws {
        let lesson = try #require(Curriculum.lesson("accept"))
        let json = "HTTP/1.1 200 OK\nContent-Type: application/json"
        let one = MadeLesson("accept", shop("GET", "/a", "Accept: */*"), json, right: [:])
        #expect(lesson.asked(one.illustration).map(\.id) == ["got"])
        let two = MadeLesson("accept", shop("GET", "/a", "Accept: text/html, */*;q=0.1"), json, right: [:])
        #expect(lesson.asked(two.illustration).map(\.id).contains("first"))
    }
}
