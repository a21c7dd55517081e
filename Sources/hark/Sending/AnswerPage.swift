import Bytes
import Explain
import Judge
import Views

/// What was sent and what came, explained as `hark explain` does.
enum AnswerPage {
    static func print(_ sent: Bytes, _ received: Bytes) {
        let options = ExplainOptions(notes: Checks.notes)
        let input = ExplainedInput(
            raw: Bytes(sent.array + received), ExplainedInput.Circumstances(now: WallTime.seconds, options: options))
        ExplainPage.print { style, width in
            var view = ExplanationView(style: style, width: width)
            view.show(input)
            return view.page.take()
        }
    }
}
