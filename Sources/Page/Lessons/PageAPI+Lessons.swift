import Bytes
import Filter
import Flow
import Lessons

// What `hark learn` shows, for the page.
extension PageAPI {
    func lessons(_ call: PageCall) throws(PageError) -> PageStep {
        let (make, lessons) = try lessonExamples(call)
        return .answering { () throws(PageError) in
            let examples = try make()
            let session = examples.session()
            var found: [(lesson: Lesson, examples: [LessonExamples.Example])] = []
            for lesson in Curriculum.lessons { found.append((lesson, try examples.find(lesson, in: session))) }
            let (progress, looked) = (lessons.progress(), examples.looked)
            return .json { json in
                json.beginObject()
                json.beginArray("lessons")
                for (lesson, examples) in found {
                    LessonJSON.entry(
                        lesson, lesson.state(examples.first?.answered ?? 0), flows: examples.map(\.number),
                        looked: looked, progress, &json)
                }
                json.endArray()
                json.endObject()
            }
        }
    }

    func lesson(_ call: PageCall) throws(PageError) -> PageStep {
        let lesson = try Self.lesson(call)
        let number = try call.request.parameter("flow").flatMap { $0.isEmpty ? nil : $0 }.map {
            text throws(PageError) in try Self.number(text)
        }
        let seed = UInt64(try call.request.number("seed", in: 0...Int(Int32.max), standard: 1))
        let (make, _) = try lessonExamples(call)
        return .answering { () throws(PageError) in
            let page = try make().page(lesson, flow: number, seed: seed)
            return .json { LessonJSON.page(page, withAnswers: false, withLines: true, &$0) }
        }
    }

    /// Marks an answer, and keeps what it was worth.
    func markLesson(_ call: PageCall) throws(PageError) -> PageStep {
        let lesson = try Self.lesson(call)
        let body = try PageBody(call.request.body)
        guard let id = try body.text("id"), let value = try body.text("value"),
            let number = try body.integer("flow").flatMap({ UInt64(exactly: $0) })
        else { throw .request("'id', 'value' and 'flow' are missing.") }
        let seed = UInt64(clamping: try body.integer("seed") ?? 1)
        let (make, lessons) = try lessonExamples(call)
        return .answering { () throws(PageError) in
            let examples = try make()
            let page = try examples.page(lesson, flow: number, seed: seed)
            guard let question = page.question(id) else {
                throw .request("This flow has no question '\(id.prefix(40))' of '\(lesson.topic)'.")
            }
            guard let mark = question.mark(value) else { throw .request("This is no answer: \(question.expected).") }
            lessons.keep(mark, to: question, of: lesson.topic, seed: seed)
            let next = try mark.isRight ? nil : examples.find(lesson, in: examples.session()).map(\.number)
            let progress = lessons.progress()
            return .json { json in
                LessonJSON.mark(
                    mark, question, on: page, next: next?.first { $0 != number }, progress, &json)
            }
        }
    }

    /// Where the examples are from: what is shown, or with `demo=1` the demo site.
    private func lessonExamples(
        _ call: PageCall
    ) throws(PageError) -> (@Sendable () throws(PageError) -> LessonExamples, any PageLessons) {
        guard let lessons = tools.lessons else { throw PageError(404, .route, "This page has no lessons.") }
        let isDemo = call.request.parameter("demo") == "1"
        let (source, clock) = (source, call.now.clock)
        return (
            { () throws(PageError) in
                try LessonExamples(isDemo ? lessons.demonstration() : source, clock, lessons)
            }, lessons
        )
    }

    private static func lesson(_ call: PageCall) throws(PageError) -> Lesson {
        guard let lesson = Curriculum.lesson(call.parameters["topic"] ?? "") else {
            throw PageError(404, .route, "There is no such lesson; GET /api/lessons lists them.")
        }
        return lesson
    }

    private static func number(_ text: String) throws(PageError) -> UInt64 {
        guard let number = UInt64(text) else { throw .request("'flow' must be a flow number.") }
        return number
    }
}
