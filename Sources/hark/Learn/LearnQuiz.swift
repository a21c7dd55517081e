import ArgumentParser
import Lessons
import Platform
import Views

/// Questions one by one; answers are lines of standard input.
struct LearnQuiz {
    private let flows: LearnFlows
    private let file: ProgressFile
    private let seed: UInt64
    /// The example that was asked for.
    private let flow: UInt64?
    private let end: Int64?

    init(
        _ flows: LearnFlows, _ practice: LearnPracticeOptions, _ file: ProgressFile, _ input: LearnInputOptions
    ) throws {
        if flows.name == "-" {
            throw UsageFailure.said("--quiz reads answers from standard input; give a file instead")
        }
        self.flows = flows
        self.file = file
        seed = input.seed ?? UInt64(clamping: WallTime.seconds)
        flow = input.flow
        end = practice.minutes.map { WallTime.seconds + Int64($0) * 60 }
    }

    func run(_ lessons: [Lesson]) throws {
        let progress = try file.read()
        let questions = try asked(lessons, progress)
        guard !questions.isEmpty else {
            let experiment = (lessons.first ?? Curriculum.lessons[0]).experiment
            throw UsageFailure.said("no flow of the session answers a question; record one: \(experiment)")
        }
        var (right, count) = (0, 0)
        var last: (topic: String, flow: UInt64?)?
        asking: for (page, question) in questions {
            if let end, WallTime.seconds >= end { break }
            Report.lines { lines in
                // Another lesson may be about the content of the same flow.
                if last.map({ $0 != (page.lesson.topic, page.flow) }) ?? true {
                    lines.wrapped(
                        "Flow #\(page.flow ?? 0) \(page.title) (hark show \(page.flow ?? 0))", width: Report.width,
                        hanging: 2)
                    LearnLesson.write(page.blocks, to: &lines)
                    lines.newline()
                }
                LearnLesson.write(question, number: count + 1, width: Report.width, to: &lines)
            }
            last = (page.lesson.topic, page.flow)
            while true {
                guard let line = readLine(strippingNewline: true) else { break asking }
                guard let mark = question.mark(line) else {
                    Diagnostics.say("this is not an answer (\(question.expected))")
                    continue
                }
                count += 1
                if mark.isRight { right += 1 }
                file.add(mark, to: question, of: page.lesson.topic, seed: seed)
                Report.lines { lines in
                    LearnMark.write(mark, question, width: Report.width, to: &lines)
                    lines.newline()
                }
                break
            }
        }
        Report.lines { $0.line("\(right) of \(count) right") }
    }

    /// Of a lesson all questions; else of all lessons, unseen and missed ones first.
    private func asked(
        _ lessons: [Lesson], _ progress: LessonProgress
    ) throws -> [(page: LessonPage, question: AskedQuestion)] {
        let isMixed = lessons.isEmpty
        let found = isMixed ? try flows.find(Curriculum.lessons) : [:]
        let pages = try (isMixed ? Curriculum.lessons.filter { found[$0.topic] != nil } : lessons).map { lesson in
            try flows.page(lesson, flow: flow ?? found[lesson.topic]?.best?.number, seed: seed)
        }
        let all = pages.flatMap { page in page.questions.map { (page: page, question: $0) } }
        guard isMixed else { return all }
        let latest = progress.latest
        var order = LessonOrder(seed, "quiz")
        func isKnown(_ item: (page: LessonPage, question: AskedQuestion)) -> Bool {
            latest[.init(topic: item.page.lesson.topic, id: item.question.id)]?.isRight ?? false
        }
        let shuffled = all.shuffled(using: &order)
        return shuffled.filter { !isKnown($0) } + shuffled.filter(isKnown)
    }
}
