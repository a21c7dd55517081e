package import Bytes
package import Flow
package import Lessons

/// What lessons need of the program: what was answered, and contents. Safe to use from anywhere; may block.
package protocol PageLessons: Sendable {
    /// What was answered until now.
    func progress() -> LessonProgress
    func keep(_ mark: AnswerMark, to question: AskedQuestion, of topic: String, seed: UInt64)
    /// A message's content, codings removed; nil when it is not whole.
    func content(_ record: FlowRecord, _ kind: MessageKind) -> Bytes?
    /// Flows of the demo site, recorded when they are first asked for.
    func demonstration() throws(PageError) -> any PageSource
}
