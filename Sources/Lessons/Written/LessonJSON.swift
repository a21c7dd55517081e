package import Bytes
import Flow

/// Lessons for programs.
package enum LessonJSON {
    /// A line of the list of lessons.
    package static func entry(
        _ lesson: Lesson, _ state: Lesson.State, flows: [UInt64], looked: Int?, _ progress: LessonProgress,
        _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("topic", lesson.topic)
        writer.member("number", Curriculum.number(of: lesson.topic))
        writer.member("unit", lesson.unit.rawValue)
        writer.member("title", lesson.title)
        writer.member("can", lesson.can)
        writer.beginArray("after")
        for topic in lesson.after { writer.string(topic) }
        writer.endArray()
        writer.member("state", state.rawValue)
        writer.beginArray("flows")
        for flow in flows { writer.integer(flow) }
        writer.endArray()
        writer.key("looked")
        if let looked { writer.integer(looked) } else { writer.null() }
        writer.member("questions", lesson.questions.count)
        writer.member("experiment", lesson.experiment)
        self.progress(progress, lesson, &writer)
        writer.endObject()
    }

    private static func progress(_ progress: LessonProgress, _ lesson: Lesson, _ writer: inout JSONWriter) {
        writer.key("progress")
        if let (right, asked) = progress.tally(lesson.topic) {
            writer.beginObject()
            writer.member("right", right)
            writer.member("asked", asked)
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
        writer.member("topic", lesson.topic)
        writer.member("title", lesson.title)
        writer.member("can", lesson.can)
        writer.member("state", page.state.rawValue)
        writer.key("flow")
        number(page.flow, &writer)
        writer.key("looked")
        if let looked = page.looked { writer.integer(looked) } else { writer.null() }
        writer.beginArray("steps")
        for look in page.looks { step("look", look.text, page.flow, look.place, &writer) }
        for question in page.questions { step("ask", question.prompt, page.flow, question.place, &writer) }
        step("sum", lesson.sum, page.flow, nil, &writer)
        step("try", lesson.experiment, nil, nil, &writer)
        writer.endArray()
        writer.beginArray("questions")
        for question in page.questions { self.question(question, page.flow, withAnswers, &writer) }
        writer.endArray()
        if withLines {
            writer.beginArray("lines")
            for line in page.lines { self.line(line, &writer) }
            writer.endArray()
        }
        if !page.phases.isEmpty {
            writer.beginArray("phases")
            for (name, range) in page.phases {
                writer.beginObject()
                writer.member("name", name)
                writer.member("from", range.lowerBound)
                writer.member("to", range.upperBound)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func line(_ line: LessonLine, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("message", line.message.rawValue)
        writer.member("offset", line.offset)
        writer.member("text", line.text)
        if let name = line.name { writer.member("name", name) }
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
        writer.member("right", mark.isRight)
        writer.member("answer", question.answer)
        writer.key("misconception")
        if let misconception = mark.misconception { writer.string(misconception.rawValue) } else { writer.null() }
        writer.member("feedback", mark.feedback)
        writer.key("flow")
        number(flow, &writer)
        writer.member("spec", question.spec)
    }

    private static func question(
        _ question: AskedQuestion, _ flow: UInt64?, _ withAnswers: Bool, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("id", question.id)
        writer.member("kind", question.kind.rawValue)
        writer.member("prompt", question.prompt)
        writer.key("flow")
        number(flow, &writer)
        if !question.options.isEmpty {
            writer.beginArray("options")
            for option in question.options {
                writer.beginObject()
                writer.member("id", option.id)
                writer.member("text", option.text)
                writer.endObject()
            }
            writer.endArray()
        }
        if let unit = question.unit { writer.member("unit", unit.rawValue) }
        if let sum = question.sum {
            writer.beginArray("sum")
            for part in sum.parts {
                writer.beginObject()
                switch part {
                case .sign(let sign): writer.member("sign", sign)
                case .blank(let name, let value):
                    writer.member("blank", name)
                    if withAnswers { writer.member("value", value) }
                }
                writer.endObject()
            }
            writer.endArray()
        }
        if question.kind == .byte, let place = question.place {
            // Where in it would be the answer.
            writer.member("message", place.message.rawValue)
        }
        if withAnswers {
            writer.member("answer", question.answer)
            writer.member("because", question.because)
            writer.member("spec", question.spec)
        }
        writer.endObject()
    }

    private static func step(
        _ kind: StaticString, _ text: String, _ flow: UInt64?, _ place: LessonPlace?, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("kind", kind)
        writer.member("text", text)
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
            writer.member("message", place.message.rawValue)
            writer.member("offset", place.range.lowerBound)
            writer.member("length", place.range.count)
            writer.endObject()
        } else {
            writer.null()
        }
    }

    private static func number(_ flow: UInt64?, _ writer: inout JSONWriter) {
        if let flow { writer.integer(flow) } else { writer.null() }
    }
}
