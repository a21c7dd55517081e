import Bytes
import Flow
import HTTPSemantics

/// `upgrade-insecure`: from http to https.
struct UpgradeInsecureAction: RuleAction {
    static let entry = ActionEntry("upgrade-insecure", "redirects http to https", UpgradeInsecureAction())

    var clause: String { "redirects http to https (307)" }
    var sparesServer: Bool { true }

    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        guard values.url.hasScheme("http"), values.method != "CONNECT" else { return nil }
        let secure = Bytes(Array("https".utf8) + values.url.raw.dropFirst("http".utf8.count))
        let answer = RuleAnswer(status: 307, fields: [.init(name: "Location", value: secure)])
        return (.answer(answer), "Redirected to https.")
    }
}
