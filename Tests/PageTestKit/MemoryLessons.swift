package import Bytes
package import Flow
package import Lessons
package import Page
import Synchronization

/// Keeps what was answered in memory.
package final class MemoryLessons: PageLessons {
    private let kept = Mutex(LessonProgress())
    private let tour: MemorySource?

    /// - Parameter tour: flows of the demo site; nil: it cannot be taken here.
    package init(tour: [FlowRecord]? = nil) {
        self.tour = tour.map { MemorySource($0) }
    }

    package func progress() -> LessonProgress { kept.withLock { $0 } }

    package func keep(_ mark: AnswerMark, to question: AskedQuestion, of topic: String, seed: UInt64) {
        kept.withLock {
            $0.add(
                LessonProgress.Answer(
                    topic: topic, id: question.id, isRight: mark.isRight, misconception: mark.misconception?.rawValue,
                    at: 0, seed: seed))
        }
    }

    package func content(_ record: FlowRecord, _ kind: MessageKind) -> Bytes? { record[kind].content.bytes }

    package func demonstration() throws(PageError) -> any PageSource {
        guard let tour else { throw PageError(503, .session, "There is no tour here.") }
        return tour
    }
}
