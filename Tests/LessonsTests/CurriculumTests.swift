import Bytes
import Filter
import FilterTestKit
import Flow
import Testing

@testable import Lessons

/// The curriculum: every lesson finds its flow, and asks what that flow answers.
@Suite struct CurriculumTests {
    static let made = MadeMessages.all + MadeStates.all + MadeTrust.all

    /// `hark learn` of a flow of HTTP/2 needs frames, which an end-to-end test makes.
    private static let elsewhere: Set = ["frames"]

    @Test func thereAreEnoughAndEachIsComplete() {
        #expect(Curriculum.lessons.count >= 40)
        #expect(Set(Curriculum.lessons.map(\.topic)).count == Curriculum.lessons.count)
        for lesson in Curriculum.lessons {
            #expect(Set(lesson.questions.map(\.id)).count == lesson.questions.count, "\(lesson.topic)")
            #expect(lesson.questions.count >= 3 && !lesson.looks.isEmpty, "\(lesson.topic)")
            #expect(
                lesson.experiment.hasPrefix("hark run -- curl ") && (1...10).contains(lesson.page), "\(lesson.topic)")
            for topic in lesson.after {
                #expect(Curriculum.number(of: topic) > 0 && topic != lesson.topic, "\(lesson.topic) after \(topic)")
            }
        }
        // Every page of docs/lessons is part of the curriculum.
        #expect(Set(Curriculum.lessons.map(\.page)) == Set(1...10))
    }

    @Test func eachHasTwoMadeFlowsOrIsTriedElsewhere() {
        for lesson in Curriculum.lessons where !Self.elsewhere.contains(lesson.topic) {
            let count = Self.made.count { $0.topic == lesson.topic }
            #expect(count >= (lesson.topic == "websocket" ? 1 : 2), "\(lesson.topic)")
        }
    }

    /// Contents, too: the filter of one lesson asks for them.
    private func matches(_ lesson: Lesson, _ record: FlowRecord) throws -> Bool {
        let matcher = FilterMatcher(try FlowFilter(lesson.finder), FilterClock(now: 0, utcOffset: 0))
        return matcher.matches(FilterSubject(record))
    }

    @Test(arguments: made)
    func itsFinderFindsTheFlow(_ made: MadeLesson) throws {
        let lesson = try #require(Curriculum.lesson(made.topic))
        let record = made.record
        // Whether a flow was changed is told by the record of a proxy.
        #expect(try matches(lesson, record))
        #expect(lesson.state(made.illustration) == .illustrated)
    }

    /// Nothing but a host: no lesson on what is not there.
    @Test(arguments: Curriculum.lessons.map(\.topic))
    func itsFinderDoesNotFindWhatLacksIt(_ topic: String) throws {
        let lesson = try #require(Curriculum.lesson(topic))
        let everywhere: Set = [
            "request", "response", "bytes", "reuse", "parallel",
        ]
        let plain = MadeFlow.make("GET http://a.example/ HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK")
        #expect(try matches(lesson, plain) == everywhere.contains(topic))
    }

    @Test(arguments: made)
    func rightAnswersAreAcceptedAndWrongOnesAreNot(_ made: MadeLesson) throws {
        let lesson = try #require(Curriculum.lesson(made.topic))
        let asked = lesson.asked(made.illustration)
        for (id, value) in made.right {
            let question = try #require(asked.first { $0.id == id }, "\(made) has no question \(id)")
            #expect(question.mark(value)?.isRight == true, "\(made) \(id)=\(value), not \(question.answer)")
            #expect(question.mark(question.answer)?.isRight == true, "\(id)")
        }
        for (id, value) in made.wrong {
            let question = try #require(asked.first { $0.id == id }, "\(made) has no question \(id)")
            #expect(question.mark(value)?.isRight != true, "\(made) \(id)=\(value)")
        }
    }

    /// Two flows of a lesson have different answers to at least one question: nothing is a copied constant.
    @Test func answersComeFromTheFlow() {
        for lesson in Curriculum.lessons {
            let flows = Self.made.filter { $0.topic == lesson.topic }
            guard flows.count > 1 else { continue }
            let answers = flows.map { made in lesson.asked(made.illustration).map { "\($0.id)=\($0.answer)" } }
            #expect(Set(answers).count > 1, "\(lesson.topic)")
        }
    }

    /// What an assumption would decide is not asked.
    @Test(arguments: made)
    func nothingIsConcludedFromWhatWasAssumed(_ made: MadeLesson) throws {
        let lesson = try #require(Curriculum.lesson(made.topic))
        var record = made.record
        record.assumed = Set(FlowRecord.Matter.allCases)
        let illustration = Illustration(record) { record, kind in record[kind].content.bytes }
        // TLS, connections, phases, and changes are recorded by other means.
        let others: Set = ["tls", "reuse", "proxies", "waterfall", "chunks", "events", "parallel"]
        if !others.contains(made.topic) { #expect(lesson.asked(illustration).isEmpty, "\(made.topic)") }
    }

    @Test func everyMisconceptionIsProvoked() {
        var met: Set<Misconception> = []
        for made in Self.made {
            guard let lesson = Curriculum.lesson(made.topic) else { continue }
            for question in lesson.asked(made.illustration) {
                met.formUnion(question.options.compactMap(\.misconception))
                for trap in question.traps {
                    // A trap that is the right answer would mark it wrong.
                    #expect(question.mark(trap.value)?.isRight == false, "\(made.topic) \(question.id) \(trap.value)")
                    if let belief = trap.misconception { met.insert(belief) }
                }
            }
        }
        // HTTP/2 is recorded in an end-to-end test.
        let missing = Set(Misconception.allCases).subtracting(met).subtracting([.versionChangesMethods])
        #expect(missing.isEmpty, "\(missing.map(\.rawValue))")
    }

    @Test(arguments: made)
    func everyWrongOptionIsMarkedWrongAndSaysWhy(_ made: MadeLesson) throws {
        let lesson = try #require(Curriculum.lesson(made.topic))
        for question in lesson.asked(made.illustration) {
            guard question.kind == .choice, case .ids(let right) = question.key else { continue }
            #expect(Set(question.options.map(\.text)).count == question.options.count, "\(made) \(question.id)")
            for option in question.options where !right.contains(option.id) {
                let mark = try #require(question.mark(option.id))
                #expect(!mark.isRight && mark.misconception == option.misconception && !mark.feedback.isEmpty)
            }
        }
    }

    /// Four to seven steps of at most 60 words each, and options a person can type.
    @Test(arguments: made)
    func textsAreShort(_ made: MadeLesson) throws {
        let lesson = try #require(Curriculum.lesson(made.topic))
        let page = LessonPage(lesson, made.illustration, seed: 1)
        #expect((2...9).contains(page.looks.count + page.questions.count + 2), "\(made.topic)")
        let texts = page.looks.map(\.text) + page.questions.map(\.prompt) + [lesson.sum]
        for text in texts { #expect(text.split(separator: " ").count <= 60, "\(text)") }
        for option in page.questions.flatMap(\.options) {
            #expect(!option.id.isEmpty && !option.id.contains(","), "\(option.id)")
        }
    }
}
