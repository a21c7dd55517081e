import Bytes
import Flow
package import JSON

/// Lessons for programs.
package enum LessonJSON {
    /// A line of the list of lessons.
    package static func entry(
        _ lesson: Lesson, _ state: Lesson.State, flows: [UInt64], looked: Int?, _ progress: LessonProgress,
        _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.key("topic")
        writer.string(lesson.topic)
        writer.key("number")
        writer.integer(Curriculum.number(of: lesson.topic))
        writer.key("unit")
        writer.string(lesson.unit.rawValue)
        writer.key("title")
        writer.string(lesson.title)
        writer.key("can")
        writer.string(lesson.can)
        writer.key("after")
        writer.beginArray()
        for topic in lesson.after { writer.string(topic) }
        writer.endArray()
        writer.key("state")
        writer.string(state.rawValue)
        writer.key("flows")
        writer.beginArray()
        for flow in flows { writer.integer(flow) }
        writer.endArray()
        writer.key("looked")
        if let looked { writer.integer(looked) } else { writer.null() }
        writer.key("questions")
        writer.integer(lesson.questions.count)
        writer.key("experiment")
        writer.string(lesson.experiment)
        self.progress(progress, lesson, &writer)
        writer.endObject()
    }

    private static func progress(_ progress: LessonProgress, _ lesson: Lesson, _ writer: inout JSONWriter) {
        writer.key("progress")
        if let (right, asked) = progress.tally(lesson.topic) {
            writer.beginObject()
            writer.key("right")
            writer.integer(right)
            writer.key("asked")
            writer.integer(asked)
            writer.endObject()
        } else {
            writer.null()
        }
    }

    /// One lesson.
    ///
    /// - Parameter withLines: with the heads, to point at bytes in them.
    package static func page(
        _ page: LessonPage, withAnswers: Bool, withLines: Bool = false, _ writer: inout JSONWriter
    ) {
        let lesson = page.lesson
        writer.beginObject()
        writer.key("topic")
        writer.string(lesson.topic)
        writer.key("title")
        writer.string(lesson.title)
        writer.key("can")
        writer.string(lesson.can)
        writer.key("state")
        writer.string(page.state.rawValue)
        writer.key("flow")
        number(page.flow, &writer)
        writer.key("looked")
        if let looked = page.looked { writer.integer(looked) } else { writer.null() }
        writer.key("steps")
        writer.beginArray()
        for look in page.looks { step("look", look.text, page.flow, look.place, &writer) }
        for question in page.questions { step("ask", question.prompt, page.flow, question.place, &writer) }
        step("sum", lesson.sum, page.flow, nil, &writer)
        step("try", lesson.experiment, nil, nil, &writer)
        writer.endArray()
        writer.key("questions")
        writer.beginArray()
        for question in page.questions { self.question(question, page.flow, withAnswers, &writer) }
        writer.endArray()
        if withLines {
            writer.key("lines")
            writer.beginArray()
            for line in page.lines { self.line(line, &writer) }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func line(_ line: LessonLine, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("message")
        writer.string(line.message.rawValue)
        writer.key("offset")
        writer.integer(line.offset)
        writer.key("text")
        writer.string(line.text)
        writer.endObject()
    }

    /// What an answer was worth.
    package static func mark(
        _ mark: AnswerMark, _ question: AskedQuestion, flow: UInt64?, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        members(mark, question, flow: flow, &writer)
        writer.endObject()
    }

    /// The same with the bytes that show it, another flow to try, and what was answered of the lesson by now.
    package static func mark(
        _ mark: AnswerMark, _ question: AskedQuestion, on page: LessonPage, next: UInt64?, _ progress: LessonProgress,
        _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        members(mark, question, flow: page.flow, &writer)
        writer.key("place")
        place(question.place ?? page.looks.lazy.compactMap(\.place).first, &writer)
        writer.key("next")
        number(next, &writer)
        self.progress(progress, page.lesson, &writer)
        writer.endObject()
    }

    private static func members(
        _ mark: AnswerMark, _ question: AskedQuestion, flow: UInt64?, _ writer: inout JSONWriter
    ) {
        writer.key("right")
        writer.boolean(mark.isRight)
        writer.key("answer")
        writer.string(question.answer)
        writer.key("misconception")
        if let misconception = mark.misconception { writer.string(misconception.rawValue) } else { writer.null() }
        writer.key("feedback")
        writer.string(mark.feedback)
        writer.key("flow")
        number(flow, &writer)
        writer.key("spec")
        writer.string(question.spec)
    }

    private static func question(
        _ question: AskedQuestion, _ flow: UInt64?, _ withAnswers: Bool, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.key("id")
        writer.string(question.id)
        writer.key("kind")
        writer.string(question.kind.rawValue)
        writer.key("prompt")
        writer.string(question.prompt)
        writer.key("flow")
        number(flow, &writer)
        if !question.options.isEmpty {
            writer.key("options")
            writer.beginArray()
            for option in question.options {
                writer.beginObject()
                writer.key("id")
                writer.string(option.id)
                writer.key("text")
                writer.string(option.text)
                writer.endObject()
            }
            writer.endArray()
        }
        if let unit = question.unit {
            writer.key("unit")
            writer.string(unit.rawValue)
        }
        if question.kind == .byte, let place = question.place {
            // Where in it would be the answer.
            writer.key("message")
            writer.string(place.message.rawValue)
        }
        if withAnswers {
            writer.key("answer")
            writer.string(question.answer)
            writer.key("because")
            writer.string(question.because)
            writer.key("spec")
            writer.string(question.spec)
        }
        writer.endObject()
    }

    private static func step(
        _ kind: StaticString, _ text: String, _ flow: UInt64?, _ place: LessonPlace?, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.key("kind")
        writer.string(kind)
        writer.key("text")
        writer.string(text)
        writer.key("flow")
        number(flow, &writer)
        writer.key("place")
        // Of a question it would be the answer.
        self.place("\(kind)" == "look" ? place : nil, &writer)
        writer.endObject()
    }

    private static func place(_ place: LessonPlace?, _ writer: inout JSONWriter) {
        if let place {
            writer.beginObject()
            writer.key("message")
            writer.string(place.message.rawValue)
            writer.key("offset")
            writer.integer(place.range.lowerBound)
            writer.key("length")
            writer.integer(place.range.count)
            writer.endObject()
        } else {
            writer.null()
        }
    }

    private static func number(_ flow: UInt64?, _ writer: inout JSONWriter) {
        if let flow { writer.integer(flow) } else { writer.null() }
    }
}
