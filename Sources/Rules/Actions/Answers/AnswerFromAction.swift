import Bytes
import Filter
import Flow
import HTTPModel

/// `answer-from`: the recorded response to the same request.
struct AnswerFromAction: RuleAction {
    let session: String
    let isStrict: Bool

    static let entry = ActionEntry(
        "answer-from", "SESSION [nearest|strict]", "answers with the recorded response to the same request"
    ) { reader throws(FilterError) in
        let session = try reader.path()
        if reader.isDone { return AnswerFromAction(session: session, isStrict: false) }
        return AnswerFromAction(session: session, isStrict: try reader.choice(["nearest", "strict"]) == "strict")
    }

    var clause: String {
        "answers with \(session)'s recorded response to \(isStrict ? "the same" : "the nearest") request"
    }

    var sparesServer: Bool { true }
    /// Two requests are the same when their contents are.
    var bodyKind: MessageKind? { isStrict ? .request : nil }
    var recording: String? { session }
    var namesFile: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        // What is to be the same in its content, too, is looked for when that is here.
        guard !isStrict || !work.hasBody else { return nil }
        let (ending, text) = recorded(work.values, Bytes(), ready, run)
        work.orders.ending = ending
        return text
    }

    func change(
        _ work: inout BodyWork, of ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(BodyWork.Hindrance) -> String? {
        let (ending, text) = recorded(work.values, work.received, ready, run)
        work.end(ending)
        return text
    }

    /// What the recording answers, and what is told of it.
    ///
    /// - Parameter content: of the request, where it matters.
    private func recorded(
        _ values: RuleValues, _ content: Bytes, _ ready: RuleBook.Ready, _ run: RuleRun
    ) -> (RuleEnding?, String) {
        let path = ready.rule.place.path(session)
        let wanted = RecordedRequest(values.record, content)
        let found =
            run.book.recording(path)?.places.find(wanted, isStrict: isStrict, isForAnyHost: run.isForAnyHost) ?? []
        guard let first = found.first else {
            return (nil, "\(session) has no matching response, so the request was forwarded.")
        }
        // In the order they were recorded; who asks more often gets the last one again.
        let turn = run.counting.next("\(ready.key.acted)\u{0}\(first)\u{0}\(found.count)")
        let place = found[min(found.count, Int(clamping: turn)) - 1]
        return (.recorded(session: path, place: place), "Answered from \(session).")
    }
}
