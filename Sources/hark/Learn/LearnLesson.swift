import Bytes
import Lessons
import Views

/// One lesson on the terminal.
struct LearnLesson {
    private let page: LessonPage

    init(_ page: LessonPage) {
        self.page = page
    }

    func show(_ output: LearnOutputOptions) {
        if output.json {
            return Report.json { LessonJSON.page(page, withAnswers: output.showsAnswers, &$0) }
        }
        let width = Report.width
        let lesson = page.lesson
        Report.lines { lines in
            lines.ink(.strong) { $0.wire(lesson.title) }
            lines.newline()
            lines.wrapped("Goal: \(lesson.can)", width: width, indent: 2, hanging: 2)
            if !lesson.after.isEmpty {
                lines.wrapped(
                    "Do first: \(lesson.after.joined(separator: ", "))", width: width, indent: 2, hanging: 2)
            }
            guard let flow = page.flow else {
                lines.newline()
                let whose = page.looked.map {
                    "None of the newest \($0) flows shows this; older ones were not looked at."
                }
                lines.wrapped(
                    "\(whose ?? "No flow of the session shows this.") Record one:", width: width, indent: 2, hanging: 2)
                lines.line(lesson.experiment, indent: 4)
                return
            }
            lines.newline()
            if page.questions.isEmpty {
                lines.wrapped("#\(flow) \(page.title)", width: width, indent: 2, hanging: 4)
                lines.wrapped(
                    "This flow does not show it. 'hark learn' names flows that do; or record one:", width: width,
                    indent: 2, hanging: 2)
                lines.line(lesson.experiment, indent: 4)
                return
            }
            lines.wrapped("Your example: #\(flow) \(page.title)", width: width, indent: 2, hanging: 4)
            lines.newline()
            Self.write(page.blocks, to: &lines)
            for look in page.looks {
                lines.newline()
                if let place = look.place {
                    lines.pad(to: 4)
                    lines.ink(.notice) { $0.wire(place.bytes, limit: 400) }
                    lines.newline()
                }
                lines.wrapped(look.text, width: width, indent: 2, hanging: 2)
            }
            lines.newline()
            for (place, question) in page.questions.enumerated() {
                Self.write(question, number: place + 1, width: width, to: &lines)
            }
            lines.wrapped("Remember: \(lesson.sum)", width: width, indent: 2, hanging: 2)
            lines.newline()
            let topic = lesson.topic
            lines.line("Answer: hark learn \(topic) --quiz, or --mark ID=VALUE", indent: 2)
            lines.line("Again:  \(lesson.experiment)", indent: 2)
            lines.line("More:   docs/lessons/\(LearnLesson.pages[lesson.page, default: "README"]).md", indent: 2)
        }
    }

    /// The messages that questions are about.
    static func write(_ blocks: [LessonBlock], to lines: inout LineBuffer) {
        for (place, block) in blocks.enumerated() {
            if place > 0 { lines.newline() }
            lines.ink(.quiet) { $0.wire("  \(block.title):") }
            lines.newline()
            for line in block.lines {
                lines.pad(to: 4)
                lines.wire(line, limit: 400)
                lines.newline()
            }
        }
    }

    /// A question with its options.
    static func write(_ question: AskedQuestion, number: Int, width: Int?, to lines: inout LineBuffer) {
        let whole = question.needsSession ? " (hark flows shows the other exchanges.)" : ""
        lines.wrapped("\(number). \(question.prompt)\(whole)", width: width, indent: 2, hanging: 5)
        lines.pad(to: 5)
        lines.ink(.quiet) { $0.wire(hint(question)) }
        lines.newline()
        if let sum = question.sum {
            let unit = question.unit.map { " \($0.rawValue)" } ?? ""
            lines.wrapped(sum.text("____" + unit) { _ in "____" }, width: width, indent: 5, hanging: 7)
        }
        for option in question.options {
            let text = option.id == option.text ? option.id : "\(option.id): \(option.text)"
            lines.wrapped("- \(text)", width: width, indent: 5, hanging: 7)
        }
        lines.newline()
    }

    private static func hint(_ question: AskedQuestion) -> String {
        switch question.kind {
        case .choice: "\(question.id): one of these"
        case .several: "\(question.id): all that are right, with commas, or none"
        case .order: "\(question.id): all of these in order, with commas"
        case .number: "\(question.id): a number" + (question.unit.map { ", in \($0.rawValue)" } ?? "")
        case .byte: "\(question.id): the offset of a byte"
        case .text: "\(question.id): a text"
        }
    }

    /// The pages of `docs/lessons`.
    static let pages = [
        1: "1-messages", 2: "2-urls", 3: "3-redirects", 4: "4-cookies", 5: "5-caching", 6: "6-bodies",
        7: "7-authentication", 8: "8-proxies", 9: "9-frames", 10: "10-streams",
    ]
}

/// `--mark ID=VALUE`.
struct LearnMark {
    private let id: String
    private let value: String

    init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        id = parts[0]
        value = parts.count > 1 ? parts[1] : ""
    }

    func show(_ page: LessonPage, _ file: ProgressFile, _ output: LearnOutputOptions, _ seed: UInt64) throws {
        let topic = page.lesson.topic
        guard let question = page.question(id) else {
            let ids = page.questions.map(\.id)
            throw UsageFailure.said(
                ids.isEmpty
                    ? "no flow of the session answers questions of '\(topic)'; record one: \(page.lesson.experiment)"
                    : "'\(topic)' has no question '\(id.terminalEscaped)' for this flow (expected one of "
                        + "\(ids.joined(separator: ", ")))")
        }
        guard let mark = question.mark(value) else {
            throw UsageFailure.said(
                "'\(value.terminalEscaped)' is not an answer to '\(id)' (\(question.expected.terminalEscaped))")
        }
        file.add(mark, to: question, of: topic, seed: seed)
        if output.json {
            Report.json { LessonJSON.mark(mark, question, flow: page.flow, &$0) }
        } else {
            Report.lines { LearnMark.write(mark, question, width: Report.width, to: &$0) }
        }
        if !mark.isRight { throw UsageFailure.notFound }
    }

    static func write(_ mark: AnswerMark, _ question: AskedQuestion, width: Int?, to lines: inout LineBuffer) {
        lines.ink(mark.isRight ? .good : .bad) { $0.wire(mark.isRight ? "Right. " : "Wrong. ") }
        if !mark.isRight { lines.wrapped("The answer is: \(question.answerText)", width: width, hanging: 2) }
        lines.wrapped("\(mark.feedback) (\(question.spec))", width: width, indent: mark.isRight ? 0 : 2, hanging: 2)
    }
}
