import Bytes
import Lessons
import Views

/// All lessons, and which of them the session illustrates.
struct LearnList {
    private let flows: LearnFlows
    private let found: [String: LearnFlows.Found]
    private let progress: LessonProgress

    init(_ flows: LearnFlows, _ progress: LessonProgress) throws {
        self.flows = flows
        self.progress = progress
        found = try flows.find(Curriculum.lessons)
    }

    private func state(_ lesson: Lesson) -> Lesson.State {
        lesson.state(found[lesson.topic]?.best?.answered ?? 0)
    }

    /// The numbers of flows that answer something, the best first.
    private func numbers(_ lesson: Lesson) -> [UInt64] {
        let all = found[lesson.topic]?.candidates ?? []
        let sorted = all.filter { $0.answered > 0 }.sorted { $1 < $0 }
        return sorted.prefix(8).map(\.number)
    }

    func show(_ output: LearnOutputOptions) {
        if output.json {
            return Report.json { writer in
                writer.beginObject()
                writer.key("session")
                if let name = flows.name { writer.string(name) } else { writer.null() }
                writer.beginArray("lessons")
                for lesson in Curriculum.lessons {
                    LessonJSON.entry(
                        lesson, state(lesson), flows: numbers(lesson), looked: found[lesson.topic]?.looked, progress,
                        &writer)
                }
                writer.endArray()
                writer.endObject()
            }
        }
        Report.lines { lines in
            for unit in LessonUnit.allCases {
                lines.ink(.strong) { $0.wire(unit.title) }
                lines.newline()
                for lesson in Curriculum.lessons where lesson.unit == unit { write(lesson, to: &lines) }
            }
            lines.newline()
            guard flows.name != nil else {
                lines.line("There is no session yet. Record one, and begin with its messages:")
                lines.line(Curriculum.lessons[0].experiment, indent: 2)
                return lines.line("hark learn \(Curriculum.lessons[0].topic)", indent: 2)
            }
            lines.line("● your session shows it  ◐ in part  ○ not yet")
            let cut = found.values.filter { $0.candidates.isEmpty }.compactMap(\.looked)
            if let least = cut.min() {
                lines.line(
                    "For \(cut.count) of those not yet shown, only the newest \(least) flows or more were looked at.")
            }
            lines.line("Start one: hark learn request    Practise: hark learn --quiz")
        }
    }

    private func write(_ lesson: Lesson, to lines: inout LineBuffer) {
        let state = state(lesson)
        lines.pad(to: 2)
        switch state {
        case .illustrated: lines.ink(.good) { $0.wire("●") }
        case .partly: lines.ink(.notice) { $0.wire("◐") }
        case .missing: lines.ink(.quiet) { $0.wire("○") }
        }
        lines.pad(to: 4)
        lines.wire(lesson.topic)
        lines.pad(to: 21)
        lines.wire(lesson.can)
        let numbers = numbers(lesson)
        if !numbers.isEmpty {
            let more = numbers.count > 2 ? ", …" : ""
            lines.ink(.quiet) { $0.wire("  " + numbers.prefix(2).map { "#\($0)" }.joined(separator: ", ") + more) }
        }
        if let (right, asked) = progress.tally(lesson.topic) { lines.wire("  \(right) of \(asked) right") }
        lines.newline()
        // What would supply it; without a session that is one thing at a time.
        guard state == .missing, flows.name != nil else { return }
        lines.pad(to: 21)
        lines.ink(.quiet) { $0.wire(lesson.experiment) }
        lines.newline()
    }

    /// What was answered.
    static func showProgress(_ progress: LessonProgress, _ output: LearnOutputOptions) {
        if output.json {
            return Report.json { writer in
                writer.beginObject()
                writer.member("answers", progress.answers.count)
                writer.beginArray("lessons")
                for lesson in Curriculum.lessons {
                    guard let (right, asked) = progress.tally(lesson.topic) else { continue }
                    writer.beginObject()
                    writer.member("topic", lesson.topic)
                    writer.member("right", right)
                    writer.member("asked", asked)
                    writer.endObject()
                }
                writer.endArray()
                writer.endObject()
            }
        }
        Report.lines { lines in
            guard !progress.answers.isEmpty else {
                return lines.line("Nothing was answered yet. Begin with: hark learn --quiz")
            }
            for lesson in Curriculum.lessons {
                guard let (right, asked) = progress.tally(lesson.topic) else { continue }
                lines.wire(lesson.topic)
                lines.pad(to: 19)
                lines.line("\(right) of \(asked) right", indent: 19)
            }
        }
    }
}
