import Foundation
import TestKit
import Testing

/// `hark learn` as a learner and a teacher use it.
@Suite struct LearnTests {
    private struct Listing: Decodable {
        struct Entry: Decodable {
            let topic: String
            let state: String
            let flows: [Int]
            let experiment: String
        }

        let lessons: [Entry]
    }

    private struct Page: Decodable {
        struct Asked: Decodable {
            let id: String
            let answer: String?
        }

        let flow: Int?
        let state: String
        let questions: [Asked]
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ result: Tool.Result) throws -> Value {
        try JSONDecoder().decode(type, from: Data(result.output))
    }

    private func learn(_ home: PrivateHome, _ arguments: String..., input: String? = nil) throws -> Tool.Result {
        let file = home.scratch.file("input")
        try (input ?? "").write(toFile: file, atomically: true, encoding: .utf8)
        return try Tool.run(Tool.hark(), ["learn"] + arguments, environment: environment(home), input: file)
    }

    private func environment(_ home: PrivateHome) throws -> [String: String] {
        [
            "HOME": home.scratch.path, "XDG_DATA_HOME": home.scratch.file("data"),
            "PATH": try URL(fileURLWithPath: Tool.hark()).deletingLastPathComponent().path + ":"
                + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
        ]
    }

    /// Each lesson's command records what the lesson needs, on the demo site; every answer of its key is accepted.
    @Test func everyExperimentIllustratesItsLesson() throws {
        let home = try PrivateHome()
        let listed = try learn(home, "--json", "-", input: "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n")
        let lessons = try decode(Listing.self, listed).lessons
        #expect(lessons.count >= 40)
        for lesson in lessons {
            let folder = home.scratch.file(lesson.topic)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let recorded = try Tool.run(
                Tool.find("sh"), ["-c", "cd '\(folder)' && \(lesson.experiment)"], environment: environment(home))
            #expect(recorded.code == 0, "\(lesson.topic): \(recorded.summary)")
            let page = try decode(Page.self, learn(home, lesson.topic, "--json", "--key", "-"))
            #expect(page.state == "illustrated" && page.flow != nil, "\(lesson.topic)")
            let question = try #require(page.questions.first, "\(lesson.topic)")
            let marked = try learn(home, lesson.topic, "--mark", "\(question.id)=\(question.answer ?? "")")
            #expect(marked.code == 0, "\(lesson.topic): \(marked.summary)")
        }
    }

    @Test func aWrongTopicNamesTheNearest() throws {
        let result = try learn(PrivateHome(), "cookie-scop")
        #expect(result.code == 64 && result.diagnostics.contains("'cookie-scope'"), result.summary)
    }

    /// A flow that is not there is looked for, and missed: no mistake in the command line.
    @Test func aFlowThatIsNotThereIsNamed() throws {
        let message = "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"
        let result = try learn(PrivateHome(), "request", "--flow", "99", "-", input: message)
        #expect(result.code == 1 && result.diagnostics.contains("flow 99 is not in standard input"), result.summary)
        #expect(!result.diagnostics.contains("Usage"), result.summary)
    }

    /// A mistyped file is not taken for a second topic.
    @Test func aFileThatIsNotThereIsNamed() throws {
        let result = try learn(PrivateHome(), "request", "notes.nothere")
        #expect(result.code == 64 && result.diagnostics.contains("'notes.nothere' is neither a topic nor"))
        #expect(!result.diagnostics.contains("--topics"), result.summary)
    }

    /// The curriculum can be read before anything is recorded; what needs a flow says so.
    @Test func withoutASessionThereIsTheCurriculum() throws {
        let home = try PrivateHome()
        let list = try learn(home)
        #expect(list.code == 0 && list.text.contains("cookie-scope"), list.summary)
        #expect(list.text.contains("There is no session yet") && list.text.contains("hark run -- curl"))
        #expect(!list.text.contains("your session shows it"))
        let lessons = try decode(Listing.self, learn(home, "--json")).lessons
        #expect(lessons.count >= 40 && lessons.allSatisfy { $0.state == "missing" && $0.flows.isEmpty })
        let lesson = try learn(home, "cookie-scope")
        #expect(lesson.code == 0 && lesson.text.contains("Record one:"), lesson.summary)
        #expect(try learn(home, "--progress").code == 0)
        for arguments in [["--quiz"], ["request", "--mark", "method=GET"], ["request", "--flow", "1"]] {
            let result = try Tool.run(Tool.hark(), ["learn"] + arguments, environment: environment(home))
            #expect(result.code == 66 && result.output.isEmpty, result.summary)
        }
        #expect(try learn(home, "--session", "nothere").code == 66)
    }

    /// Each adds its answer to those of the others.
    @Test func quizzesAtTheSameTimeKeepEachOthersAnswers() throws {
        let home = try PrivateHome()
        let message = home.scratch.file("message.txt")
        try "GET /a HTTP/1.1\r\nHost: a.example\r\n\r\n".write(toFile: message, atomically: true, encoding: .utf8)
        let one = "hark learn request '\(message)' --mark method=GET >'\(home.scratch.path)'/$i 2>&1 || touch failed"
        let all = try Tool.run(
            Tool.find("sh"),
            ["-c", "cd '\(home.scratch.path)'; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do (\(one)) & done; wait"],
            environment: environment(home))
        #expect(all.code == 0, all.summary)
        #expect(!FileManager.default.fileExists(atPath: home.scratch.file("failed")))
        struct Progress: Decodable { let answers: Int }
        #expect(try decode(Progress.self, learn(home, "--progress", "--json")).answers == 12)
    }

    /// Of a large session the newest flows are looked at, and what was not looked at is not said to be missing.
    @Test func aLargeSessionIsLookedAtFromItsEnd() throws {
        let home = try PrivateHome()
        func entry(_ request: [String: String], _ response: [String: String]) -> [String: Any] {
            func fields(_ all: [String: String]) -> [[String: String]] {
                all.sorted { $0.key < $1.key }.map { ["name": $0.key, "value": $0.value] }
            }
            return [
                "startedDateTime": "2026-03-01T12:00:00.000Z", "time": 5,
                "request": [
                    "method": "GET", "url": "http://a.example/a", "httpVersion": "HTTP/1.1",
                    "headers": fields(request.merging(["Host": "a.example"]) { old, _ in old }), "headersSize": -1,
                    "bodySize": 0, "cookies": [], "queryString": [],
                ],
                "response": [
                    "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": fields(response),
                    "content": ["size": 2, "mimeType": "application/json", "text": "{}"], "redirectURL": "",
                    "headersSize": -1, "bodySize": 2, "cookies": [],
                ],
                "cache": [:], "timings": ["send": 1, "wait": 3, "receive": 1],
            ]
        }
        let modified = [
            "Content-Type": "application/json", "Content-Length": "2", "Date": "Sun, 01 Mar 2026 12:00:00 GMT",
            "Last-Modified": "Sat, 28 Feb 2026 12:00:00 GMT",
        ]
        let fresh = modified.merging(["Cache-Control": "max-age=60"]) { old, _ in old }
        let shown = [
            "basic": entry(["Authorization": "Basic YTpi"], fresh),
            "token": entry(["Authorization": "Bearer eyJhbGciOiJub25lIn0.e30."], fresh),
            "vary": entry([:], fresh.merging(["Vary": "Accept"]) { old, _ in old }),
        ]
        let filler = Array(repeating: entry(["Authorization": "Custom basic-digest"], fresh), count: 2_100)
        func session(_ entries: [[String: Any]]) throws -> String {
            let file = home.scratch.file("many.har")
            let har: [String: Any] = [
                "log": ["version": "1.2", "creator": ["name": "a", "version": "1"], "entries": entries]
            ]
            try JSONSerialization.data(withJSONObject: har).write(to: URL(fileURLWithPath: file))
            let made = try Tool.run(Tool.hark(), ["import", file], environment: environment(home))
            #expect(made.code == 0, made.summary)
            return file
        }
        _ = try session([entry([:], modified)] + filler + shown.sorted { $0.key < $1.key }.map(\.value))
        for topic in shown.keys {
            let page = try decode(Page.self, learn(home, topic, "--json"))
            #expect((page.flow ?? 0) > 2_100, "\(topic)")
        }
        // The first flow shows it, and is not among those that are looked at.
        let missed = try learn(home, "guess")
        #expect(missed.code == 0 && missed.text.contains("None of the newest 2000 flows"), missed.summary)
        #expect(!missed.text.contains("No flow of the session shows this"))
        // No flow can show this, by what columns tell.
        let none = try learn(home, "not-modified")
        #expect(none.text.contains("No flow of the session shows this"), none.summary)
        _ = try session(filler + [entry([:], modified)])
        #expect(try decode(Page.self, learn(home, "guess", "--json")).flow == 2_101)
    }

    @Test func standardInputIsReadAsExplainReadsIt() throws {
        let response = "GET /a HTTP/1.1\r\nHost: a.example\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        let home = try PrivateHome()
        let page = try decode(Page.self, learn(home, "response", "-", "--json", "--key", "-", input: response))
        #expect(page.questions.first { $0.id == "status" }?.answer == "404")
        let nothing = try learn(home, "response", "-", input: "")
        #expect(nothing.code == 65, nothing.summary)
    }

    @Test func marksHaveExitCodesAndProgressIsPrivate() throws {
        let home = try PrivateHome()
        let message = "GET /a HTTP/1.1\r\nHost: a.example\r\n\r\n"
        #expect(try learn(home, "request", "-", "--mark", "method=GET", input: message).code == 0)
        #expect(try learn(home, "request", "-", "--mark", "method=POST", input: message).code == 1)
        #expect(try learn(home, "request", "-", "--mark", "nonsense=1", input: message).code == 64)
        #expect(try learn(home, "request", "-", "--mark", "method=nonsense", input: message).code == 64)
        let file = home.scratch.file("data/hark/progress.json")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let progress = try learn(home, "--progress")
        #expect(progress.text.contains("request") && progress.text.contains("0 of 1 right"), progress.summary)
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("a.example"))
        #expect(try learn(home, "--reset").code == 0)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aHandoutHasNoAnswersAndItsKeyHas() throws {
        let home = try PrivateHome()
        let message = "GET /a HTTP/1.1\r\nHost: a.example\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: s=TOPSECRET99\r\n\r\n"
        let (sheet, key) = (home.scratch.file("sheet.html"), home.scratch.file("key.html"))
        let result = try learn(
            home, "cookie-set", "-", "--handout", sheet, "--key", key, input: message)
        #expect(result.code == 0, result.summary)
        let texts = try [sheet, key].map { try String(contentsOfFile: $0, encoding: .utf8) }
        #expect(!texts[0].contains("class=\"answer\"") && texts[1].contains("class=\"answer\""))
        for text in texts { #expect(!text.contains("TOPSECRET99") && !text.contains("<script")) }
    }

    @Test func aQuizReadsAnswersFromStandardInput() throws {
        let home = try PrivateHome()
        let file = home.scratch.file("message.txt")
        try "GET /a HTTP/1.1\r\nHost: a.example\r\n\r\n".write(toFile: file, atomically: true, encoding: .utf8)
        let result = try learn(home, "request", file, "--quiz", input: "GET\nnonsense")
        #expect(result.code == 0 && result.text.contains("1 of"), result.summary)
    }
}
