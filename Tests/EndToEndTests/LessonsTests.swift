import Foundation
import TestKit
import Testing

/// The lessons: their scripts run, their questions are answered by the tool, and their text shows what really is
/// printed.
@Suite struct LessonsTests {
    struct Lesson: CustomTestStringConvertible {
        let name: String

        var testDescription: String { name }
        var script: String { Tool.packageRoot + "/examples/lesson-\(name).sh" }
        var page: String { Tool.packageRoot + "/docs/lessons/\(name).md" }

        static let all = [
            "1-messages", "2-urls", "3-redirects", "4-cookies", "5-caching", "6-bodies", "7-authentication",
            "8-proxies", "9-frames", "10-streams",
        ].map(Lesson.init)
    }

    /// The script itself fails when a command fails, or when an answer lacks the words that answer the question.
    @Test(arguments: Lesson.all)
    func itsScriptDoesWhatItsTextSays(_ lesson: Lesson) throws {
        var result = try ran(lesson)
        // Ages count whole seconds (RFC 9111 §4.2.3): where one ended within the answer, the page shows another age.
        for _ in 0..<5 where result.text.contains("response_time − request_time = 1") { result = try ran(lesson) }
        #expect(result.code == 0, result.summary)
        // What the site sends has CRLF, which is one character of a string.
        let printed = result.text.split(whereSeparator: \.isNewline).map(String.init)
        let text = try String(contentsOfFile: lesson.page, encoding: .utf8).split(separator: "\n").map(String.init)

        let commands = text.map(Self.trimmed).filter { $0.hasPrefix("$ ") }
        #expect(commands == printed.filter { $0.hasPrefix("$ ") })

        let questions = text.filter { $0.wholeMatch(of: /[1-3]\. .*\?/) != nil }.map { String($0.dropFirst(3)) }
        #expect(questions == printed.filter { $0.hasPrefix("? ") }.map { String($0.dropFirst(2)) })
        #expect(questions.count == 3)

        let lines = Set(printed.map(Self.timeless))
        for line in text where line.hasPrefix("    ") && !Self.trimmed(line).hasPrefix("$ ") && line != "    …" {
            let shown = Self.timeless(line)
            let isCut = shown.hasSuffix("…")
            let isPrinted = lines.contains(shown) || isCut && lines.contains { $0.hasPrefix(shown.dropLast()) }
            #expect(isPrinted, "the page shows what is not printed: \(line)")
        }
    }

    private func ran(_ lesson: Lesson) throws -> Tool.Result {
        let home = try PrivateHome()
        return try Tool.run(
            Tool.find("sh"), [lesson.script],
            environment: [
                "HARK": try Tool.hark(), "HOME": home.scratch.path, "XDG_DATA_HOME": home.scratch.file("data"),
            ])
    }

    @Test func theIndexNamesEveryLessonAndEachHasAScript() throws {
        let folder = Tool.packageRoot + "/docs/lessons/"
        let index = try String(contentsOfFile: folder + "README.md", encoding: .utf8)
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "README.md" }
        #expect(Set(pages) == Set(Lesson.all.map { $0.name + ".md" }))
        for lesson in Lesson.all {
            #expect(index.contains("](\(lesson.name).md)"), "\(lesson.name)")
            #expect(FileManager.default.isExecutableFile(atPath: lesson.script), "\(lesson.name)")
        }
    }

    // MARK: What differs from run to run

    private static func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }

    /// A line without what differs from run to run: moments, times taken, ports; and with single spaces. All other
    /// numbers are what the lesson teaches, and stay.
    private static func timeless(_ line: String) -> String {
        line.replacing(/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d/, with: "#")
            .replacing(/\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d UTC)?/, with: "#")
            .replacing(/\d\d:\d\d:\d\d/, with: "#")
            .replacing(/(127\.0\.0\.1|localhost):\d+/, with: "#")
            .replacing(/\b\d+(\.\d+)? (µs|ms|s)\b/, with: "#")
            // A date has whole seconds: what is left until then is one less where the answer took the turn of one.
            .replacing(/\b29 d 23 h\b/, with: "30 d")
            // Seconds since 1970.
            .replacing(/\b1\d{9}\b/, with: "#")
            .replacing(/─+/, with: "─")
            .replacing(/\s+/, with: " ")
            .trimmingCharacters(in: .whitespaces)
    }
}
