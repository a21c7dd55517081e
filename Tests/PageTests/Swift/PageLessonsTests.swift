import FilterTestKit
import Flow
import Foundation
import HTTPModel
import Lessons
import Page
import PageTestKit
import Testing

/// Lessons over the API: with the flows that are shown, answered and kept, and nothing told before it is asked.
@Suite struct PageLessonsTests {
    private static let flows = [
        MadeFlow.make(
            "GET http://shop.test/a?x=1 HTTP/1.1\nHost: shop.test\nAuthorization: Bearer TOPSECRET99",
            "HTTP/1.1 404 Not Found\nContent-Length: 0", number: 4),
        MadeFlow.make(
            "HEAD http://shop.test/b HTTP/1.1\nHost: shop.test", "HTTP/1.1 200 OK\nContent-Length: 5", number: 7),
    ]

    private func asker(_ lessons: MemoryLessons = MemoryLessons()) throws -> PageAsker {
        try PageAsker(Self.flows, lessons: lessons)
    }

    private func mark(_ asker: PageAsker, _ topic: String, _ body: String) throws -> PageAsker.Answer {
        try asker.ask("POST", "/api/lessons/\(topic)", body)
    }

    @Test func theListSaysWhatTheSessionShows() throws {
        let lessons = try asker().ask("GET", "/api/lessons").list("lessons")
        #expect(lessons.count >= 40)
        func lesson(_ topic: String) throws -> [String: Any] {
            try #require(lessons.first { $0["topic"] as? String == topic })
        }
        #expect(try lesson("request")["state"] as? String == "illustrated")
        #expect(try Set(lesson("request")["flows"] as? [Int] ?? []) == [4, 7])
        #expect(try lesson("frames")["state"] as? String == "missing")
        #expect(try (lesson("frames")["flows"] as? [Int])?.isEmpty == true)
        #expect(try lesson("request")["progress"] is NSNull && lesson("request")["looked"] is NSNull)
    }

    /// A question about other flows reads them while it is asked.
    @Test func aQuestionAboutOtherFlowsIsAnswered() throws {
        let page = try asker().ask("GET", "/api/lessons/reuse?flow=4")
        #expect(page.list("questions").contains { $0["id"] as? String == "requests" }, "\(page.text)")
        let marked = try mark(try asker(), "reuse", #"{"id": "requests", "value": "2", "flow": 4}"#)
        #expect(marked.json["right"] as? Bool == true, "\(marked.text)")
    }

    @Test func aLessonHasItsLinesAndNoAnswer() throws {
        let asker = try asker()
        let page = try asker.ask("GET", "/api/lessons/request?flow=4")
        #expect(page.json["flow"] as? Int == 4)
        let questions = page.list("questions")
        #expect(!questions.isEmpty)
        for question in questions { #expect(question["answer"] == nil && question["because"] == nil) }
        for step in page.list("steps") where step["kind"] as? String == "ask" { #expect(step["place"] is NSNull) }
        // A character a byte, so that a place of the head is one of its lines.
        let lines = page.list("lines").filter { $0["message"] as? String == "request" }
        #expect(lines.first?["text"] as? String == "GET http://shop.test/a?x=1 HTTP/1.1␍␊")
        var next = 0
        for line in lines {
            #expect(line["offset"] as? Int == next)
            next += (line["text"] as? String)?.count ?? 0
        }
        #expect(next == Self.flows[0].requestHead?.raw.count)
        #expect(!page.text.contains("TOPSECRET99"))
    }

    @Test func anAnswerIsMarkedAndKept() throws {
        let lessons = MemoryLessons()
        let asker = try asker(lessons)
        let wrong = try mark(asker, "request", #"{"id": "method", "value": "HEAD", "flow": 4}"#)
        #expect(wrong.status == 200 && wrong.json["right"] as? Bool == false, "\(wrong.text)")
        #expect(wrong.json["next"] as? Int == 7 && wrong.json["place"] is [String: Any])
        // The list need not be read again: of it only this changed.
        #expect(wrong.json["progress"] as? [String: Int] == ["right": 0, "asked": 1])
        let right = try mark(asker, "request", #"{"id": "method", "value": "GET", "flow": 4}"#)
        #expect(right.json["right"] as? Bool == true && right.json["next"] is NSNull)
        #expect(right.json["progress"] as? [String: Int] == ["right": 1, "asked": 1])
        #expect(lessons.progress().answers.map(\.isRight) == [false, true])
        let listed = try asker.ask("GET", "/api/lessons").list("lessons").first { $0["topic"] as? String == "request" }
        #expect((listed?["progress"] as? [String: Any])?["right"] as? Int == 1)
    }

    /// What is no answer is not kept as a wrong one.
    @Test(arguments: [
        #"{"id": "method", "value": "nonsense", "flow": 4}"#, #"{"id": "nothing", "value": "GET", "flow": 4}"#,
        #"{"id": "method", "value": "GET"}"#, #"{"value": "GET", "flow": 4}"#, "{}", "[]",
    ])
    func whatIsNoAnswerIsRefused(body: String) throws {
        let lessons = MemoryLessons()
        let answer = try mark(try asker(lessons), "request", body)
        #expect(answer.status == 400 && answer.code == "request", "\(answer.text)")
        #expect(lessons.progress().answers.isEmpty)
    }

    @Test func whatIsNotThereIsSaid() throws {
        let asker = try asker()
        #expect(try asker.ask("GET", "/api/lessons/nothing").status == 404)
        #expect(try asker.ask("GET", "/api/lessons/request?flow=99").code == "flow")
        #expect(try asker.ask("GET", "/api/lessons/request?flow=x").code == "request")
        #expect(try PageAsker(Self.flows).ask("GET", "/api/lessons").status == 404)
        let missing = try asker.ask("GET", "/api/lessons/frames")
        #expect(missing.json["flow"] is NSNull && missing.list("lines").isEmpty && missing.list("questions").isEmpty)
        #expect(missing.list("steps").contains { $0["kind"] as? String == "try" })
    }

    /// The examples of the demo site are other flows; without the tour there are none, and the session's are not taken
    /// for them.
    @Test func theDemoSiteIsAnotherSource() throws {
        #expect(try asker().ask("GET", "/api/lessons?demo=1").status == 503)
        let tour = MadeFlow.make("PUT http://demo.hark.test/a HTTP/1.1\nHost: demo.hark.test", number: 1)
        let asker = try asker(MemoryLessons(tour: [tour]))
        let page = try asker.ask("GET", "/api/lessons/request?demo=1")
        #expect(page.json["flow"] as? Int == 1)
        #expect(page.text.contains("demo.hark.test") && !page.text.contains("shop.test"))
    }
}
