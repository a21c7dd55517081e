import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import Testing

@testable import Rules

/// Which recorded answer a request gets.
@Suite struct RecordedAnswersTests {
    private static func get(_ url: String, _ more: String = "", method: String = "GET") -> String {
        let host = url.split(separator: "/").dropFirst().first ?? ""
        return "\(method) \(url) HTTP/1.1\nHost: \(host)\(more)"
    }

    private static func recorded(
        _ url: String, _ content: String, method: String = "GET", body: String = "", more: String = "",
        response: String = "HTTP/1.1 200 OK\nContent-Type: text/plain"
    ) -> FlowRecord {
        MadeFlow.make(get(url, more, method: method), body: body, response, content: content)
    }

    /// What comes of requests, one after the other: the content of the answer, or `-` where there is none.
    private static func answers(
        _ records: [FlowRecord], to requests: [FlowRecord], _ match: String = "nearest", rest: String = "",
        isForAnyHost: Bool = false
    ) throws -> [String] {
        var recording = RecordedAnswers()
        for record in records { recording.take(record) }
        var loader = RuleLoader(
            recordings: { asked throws(RuleLoader.Unreadable) in
                #expect(asked.name == "tour" && asked.path == "rules/tour")
                return recording
            }, { _ throws(RuleLoader.Unreadable) in "a: do answer-from tour \(match)\(rest)" })
        try loader.add(file: "rules/debug.rules")
        let book = loader.book(Reading.clock)
        let counting = Counting()
        return requests.map { request in
            var run = RuleRun(book, counting: counting, seed: 1, isForAnyHost: isForAnyHost)
            let body = request.request.content.kept.bytes ?? Bytes()
            let head = run.request(RuleSubject(request), hasBody: !body.isEmpty)
            var ending = head.ending
            if ending == nil, head.wantsBody {
                ending = run.body(.request, body, request, files: { _ in nil }).ending
            }
            guard case .recorded(let session, let place)? = ending,
                let (answer, _, content) = run.recorded(session, place, request)
            else { return "-" }
            return (content.bytes?.text ?? "") + (answer.status == 200 ? "" : " \(answer.status)")
        }
    }

    private static func asked(_ url: String, _ more: String = "", method: String = "GET", body: String = "")
        -> FlowRecord
    {
        MadeFlow.make(get(url, more, method: method), body: body, nil, outcome: nil)
    }

    @Test(arguments: ["nearest", "strict"])
    func theSameRequestGetsItsAnswersInOrder(match: String) throws {
        let records = [
            Self.recorded("http://a.example/x", "one"), Self.recorded("http://a.example/y", "other"),
            Self.recorded("http://a.example/x", "two"),
        ]
        let requests = [String](repeating: "http://a.example/x", count: 4).map { Self.asked($0) }
        #expect(try Self.answers(records, to: requests, match) == ["one", "two", "two", "two"])
    }

    @Test func countersOfDifferentRequestsAreTheirOwn() throws {
        let records = ["x 1", "y 1", "x 2", "y 2"].map { Self.recorded("http://a.example/\($0.prefix(1))", $0) }
        let requests = ["y", "x", "x", "y"].map { Self.asked("http://a.example/\($0)") }
        #expect(try Self.answers(records, to: requests) == ["y 1", "x 1", "x 2", "y 2"])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let asked: FlowRecord
        let nearest: String
        let strict: String
        let testDescription: String

        init(
            _ url: String, _ more: String = "", method: String = "GET", body: String = "", nearest: String,
            strict: String
        ) {
            asked = RecordedAnswersTests.asked(url, more, method: method, body: body)
            self.nearest = nearest
            self.strict = strict
            testDescription = "\(method) \(url) \(more)"
        }
    }

    static let recording = [
        recorded("http://a.example/list?page=1&size=9", "page 1"),
        recorded("http://a.example/list?page=2&size=9", "page 2"),
        recorded("https://a.example/safe", "safe"), recorded("http://b.example/list", "of b"),
        recorded("http://a.example/", "index"), recorded("http://a.example/save", "saved", method: "POST", body: "x=1"),
        recorded("http://a.example/save", "saved 2", method: "POST", body: "x=2"),
        recorded("http://a.example/old", "", response: "HTTP/1.1 304 Not Modified"),
        recorded("http://a.example/part", "par", more: "\nRange: bytes=0-2", response: "HTTP/1.1 206 Partial Content"),
        recorded("http://a.example:8080/port", "port"),
    ]

    static let cases = [
        Case("http://a.example/list?page=2&size=9", nearest: "page 2", strict: "page 2"),
        Case("http://a.example/list?size=9&page=2", nearest: "page 2", strict: "-"),
        Case("http://a.example/list?page=2&size=9&t=123", nearest: "page 2", strict: "-"),
        Case("http://a.example/list?page=2", nearest: "page 2", strict: "-"),
        Case("http://A.EXAMPLE/list?page=1&size=9", nearest: "page 1", strict: "page 1"),
        Case("http://a.example:80/list?page=1&size=9", nearest: "page 1", strict: "page 1"),
        Case("http://a.example/LIST?page=1", nearest: "-", strict: "-"),
        Case("http://a.example", nearest: "index", strict: "index"),
        Case("http://a.example/safe", nearest: "safe", strict: "-"),
        Case("https://a.example/safe", nearest: "safe", strict: "safe"),
        Case("http://a.example/port", nearest: "port", strict: "-"),
        // Its host was recorded, and has no such path.
        Case("http://b.example/safe", nearest: "-", strict: "-"),
        // Nothing of its host was: somebody asks here in place of the site.
        Case("http://127.0.0.1:8888/safe", nearest: "safe", strict: "-"),
        Case("http://a.example/safe", method: "DELETE", nearest: "-", strict: "-"),
        Case("https://a.example/safe", method: "HEAD", nearest: "safe", strict: "safe"),
        Case("http://a.example/save", method: "POST", body: "x=2", nearest: "saved", strict: "saved 2"),
        Case("http://a.example/save", method: "POST", body: "x=3", nearest: "saved", strict: "-"),
        Case("http://a.example/save", method: "POST", nearest: "saved", strict: "-"),
        Case("http://a.example/old", nearest: "-", strict: "-"),
        Case("http://a.example/old", "\nIf-None-Match: \"e\"", nearest: " 304", strict: " 304"),
        Case("http://a.example/part", nearest: "-", strict: "-"),
        Case("http://a.example/part", "\nRange: bytes=0-2", nearest: "par 206", strict: "par 206"),
    ]

    @Test(arguments: cases)
    func aRequestFindsWhatIsTheSame(play: Case) throws {
        #expect(try Self.answers(Self.recording, to: [play.asked], "nearest") == [play.nearest])
        #expect(try Self.answers(Self.recording, to: [play.asked], "strict") == [play.strict])
    }

    /// Asked as the server itself, under the listener's name: any host is the recorded one, and all else counts.
    @Test(arguments: [
        ("http://127.0.0.1:8888/safe", "GET", "", "safe", "safe"),
        ("https://localhost:9000/list?page=2&size=9", "GET", "", "page 2", "page 2"),
        ("https://localhost:9000/list?size=9&page=2", "GET", "", "page 2", "-"),
        ("https://localhost:9000/save", "POST", "x=2", "saved", "saved 2"),
        ("https://localhost:9000/save", "POST", "x=3", "saved", "-"),
        ("https://localhost:9000/none", "GET", "", "-", "-"),
        ("https://localhost:9000/save", "DELETE", "", "-", "-"),
        // The host that is named comes first; its scheme and port are the listener's.
        ("http://b.example:8888/list", "GET", "", "of b", "of b"),
        ("https://a.example:9000/port", "GET", "", "port", "port"),
        ("https://b.example:9000/safe", "GET", "", "safe", "safe"),
    ])
    func asTheServerItselfAnyHostIsTheRecordedOne(
        url: String, method: String, body: String, nearest: String, strict: String
    ) throws {
        let asked = [Self.asked(url, method: method, body: body)]
        #expect(try Self.answers(Self.recording, to: asked, "nearest", isForAnyHost: true) == [nearest])
        #expect(try Self.answers(Self.recording, to: asked, "strict", isForAnyHost: true) == [strict])
    }

    @Test func whatWasNotKeptWholeIsNotGivenAgain() {
        var answers = RecordedAnswers()
        answers.take(Self.recorded("http://a.example/whole", "whole"))
        answers.take(
            MadeFlow.make(content: "half") { $0.response.content.isTruncated = true })
        answers.take(MadeFlow.make(content: "half") { $0.response.content.size = 9 })
        answers.take(MadeFlow.make(content: "half", outcome: Outcome(.aborted, by: .upstream, .upstreamClosed)))
        answers.take(MadeFlow.make { $0.response.content.size = 9 })
        answers.take(MadeFlow.make(nil, nil))
        #expect(answers.count == 1)
        #expect(answers.partial == 4)
        #expect(answers.memory == 5)
    }

    /// What spoke of one connection, or of a coding that is off, would be wrong in another message.
    @Test func fieldsOfTheConnectionStayBehind() throws {
        var answers = RecordedAnswers()
        answers.take(
            MadeFlow.make(
                Self.get("http://a.example/"),
                "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nConnection: keep-alive, X-Hop\nX-Hop: 1\nKeep-Alive: 5\n"
                    + "Content-Encoding: gzip\nETag: \"e\"\nSet-Cookie: a\nSet-Cookie: b\nUpgrade: x", content: "coded")
        )
        answers.take(
            MadeFlow.make(Self.get("http://a.example/"), "HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Length: 5") {
                $0.response.content.decoded = "plain"
            })
        func lines(_ place: Int) -> [String] {
            answers.answer(place)?.fields.map { "\($0.name.text): \($0.value.text)" } ?? []
        }
        #expect(lines(0) == ["Content-Encoding: gzip", "ETag: \"e\"", "Set-Cookie: a", "Set-Cookie: b"])
        #expect(lines(1) == [])
        #expect(answers.answer(1)?.content.bytes == "plain")
    }

    @Test func otherRulesChangeTheAnswerAndNotTheChoice() throws {
        let records = [Self.recorded("http://a.example/x", "one")]
        var recording = RecordedAnswers()
        for record in records { recording.take(record) }
        let made = recording
        var loader = RuleLoader(
            recordings: { _ throws(RuleLoader.Unreadable) in made },
            { _ throws(RuleLoader.Unreadable) in
                "p: do set-path /y\na: do answer-from t\nb: do set-response-header \"X: y\", respond 404\n"
            })
        try loader.add(file: "debug.rules")
        let trial = RuleTrial(
            loader.book(Reading.clock), Self.asked("http://a.example/x"), counting: Counting(), seed: 1,
            reader: FilterReader(), files: { _ in nil })
        #expect(trial.response.map(\.text.text) == ["HTTP/1.1 200", "Content-Type: text/plain", "X: y"])
    }

    @Test func aRecordingThatCannotBeReadIsAMistakeOfItsLine() throws {
        var loader = RuleLoader(
            recordings: { _ throws(RuleLoader.Unreadable) in
                throw RuleLoader.Unreadable("cannot be read")
            }, { _ throws(RuleLoader.Unreadable) in "\na: do pin, answer-from gone.har" })
        let error = #expect(throws: RuleError.self) { try loader.add(file: "debug.rules") }
        #expect(error?.place.line == 2)
        #expect(error?.column == 12)
        #expect(error?.fault.message == "gone.har cannot be read")
    }
}
