import Bytes
import Filter
import Flow

/// `redirect`.
struct RedirectAction: RuleAction {
    let status: Int
    let url: RuleTemplate

    static let entry = ActionEntry("redirect", "STATUS URL", "answers with a redirect") { reader throws(FilterError) in
        let value = try reader.argument("a status")
        guard ["301", "302", "303", "307", "308"].contains(value.text), let status = Int(value.text) else {
            throw FilterError(value.range, "a redirect has the status 301, 302, 303, 307 or 308")
        }
        let url = try reader.argument("a URL")
        if let bad = Bytes(url.text).firstIndex(where: { $0 <= ASCII.space || $0 >= ASCII.delete }) {
            throw FilterError(url.place(bad), "a URL cannot contain \(ActionReader.describe(Bytes(url.text)[bad]))")
        }
        let template = try reader.template(url)
        do throws(RuleTemplate.Fault) {
            try MappedURL.checkLocation(template)
        } catch {
            throw FilterError(url.place(error.range.lowerBound, error.range.count), error.message)
        }
        return RedirectAction(status: status, url: template)
    }

    var clause: String { "redirects to \(url.text) (\(status))" }
    var stage: RuleStage { .response }
    var sparesServer: Bool { true }

    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        let written = values.text(url, .url) { run.counting.next(ready.key.acted) }
        let location = MappedURL.location(written, of: url)
        let answer = RuleAnswer(status: status, fields: [.init(name: "Location", value: location)])
        return (.answer(answer), "Redirected to \(location.text).")
    }
}
