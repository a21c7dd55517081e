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

    /// A mistyped file is not taken for a second topic.
    @Test func aFileThatIsNotThereIsNamed() throws {
        let result = try learn(PrivateHome(), "request", "notes.nothere")
        #expect(result.code == 64 && result.diagnostics.contains("'notes.nothere' is neither a topic nor"))
        #expect(!result.diagnostics.contains("--topics"), result.summary)
    }

    @Test func withoutASessionItSaysSo() throws {
        let result = try learn(PrivateHome())
        #expect(result.code == 66 && result.output.isEmpty, result.summary)
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
