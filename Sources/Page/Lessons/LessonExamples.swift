import Filter
import Flow
import Lessons

/// The flows that the page's lessons take their examples from: the newest of the session. A value.
struct LessonExamples: Sendable {
    private let source: any PageSource
    private let clock: FilterClock
    private let lessons: any PageLessons
    /// In the order of recording.
    private let numbers: [UInt64]
    /// These are all that there are.
    private let isWhole: Bool

    /// As many flows are tried for a lesson.
    private static let tries = 10

    init(_ source: any PageSource, _ clock: FilterClock, _ lessons: any PageLessons) throws(PageError) {
        self.source = source
        self.clock = clock
        self.lessons = lessons
        let all = try source.numbers(.everything, clock, nil)
        numbers = Array(all.suffix(LessonSession.limit))
        isWhole = numbers.count == all.count
    }

    /// So many flows are looked at, the newest; nil: all.
    var looked: Int? { isWhole ? nil : numbers.count }

    /// A flow, and how many questions of a lesson it answers.
    struct Example {
        let number: UInt64
        let answered: Int
        let isServed: Bool
    }

    /// The flows beside an example, read when a question asks for them.
    func session() -> LessonSession {
        LessonSession(isWhole: isWhole) { [source, numbers] in
            var flows: [FlowRecord] = []
            try? source.subjects(numbers, hasContent: false) { subject in
                flows.append(subject.record)
                return true
            }
            return flows
        }
    }

    /// The flows that show something of a lesson, the best first.
    func find(_ lesson: Lesson, in session: LessonSession) throws(PageError) -> [Example] {
        guard let filter = try? FlowFilter(lesson.finder) else { return [] }
        let matching = try source.matching(filter, clock, among: numbers)
        var found: [Example] = []
        for record in try records(Array(matching.suffix(Self.tries).reversed())) {
            let shown = illustration(record, in: session)
            let answered = lesson.asked(shown).count
            guard answered > 0 else { continue }
            found.append(Example(number: record.id.number, answered: answered, isServed: shown.isServed))
        }
        return found.sorted {
            ($1.answered, $1.isServed ? 1 : 0, $1.number) < ($0.answered, $0.isServed ? 1 : 0, $0.number)
        }
    }

    /// A lesson with this flow, or with the best there is.
    func page(_ lesson: Lesson, flow number: UInt64?, seed: UInt64) throws(PageError) -> LessonPage {
        let session = session()
        var wanted = number
        if wanted == nil { wanted = try find(lesson, in: session).first?.number }
        guard let number = wanted else { return LessonPage(lesson, looked: looked) }
        guard let record = try records([number]).first else { throw .noFlow(number) }
        return LessonPage(lesson, illustration(record, in: session), seed: seed)
    }

    /// Read before they are looked at: a question asks for other flows, and a source hands out one list at a time.
    private func records(_ numbers: [UInt64]) throws(PageError) -> [FlowRecord] {
        var records: [FlowRecord] = []
        try source.subjects(numbers, hasContent: true) { subject in
            records.append(subject.record)
            return true
        }
        return records
    }

    private func illustration(_ record: FlowRecord, in session: LessonSession) -> Illustration {
        Illustration(record, in: session) { [lessons] in lessons.content($0, $1) }
    }
}
