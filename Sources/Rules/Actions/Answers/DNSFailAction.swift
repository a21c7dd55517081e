import Bytes
import Flow
import HTTPSemantics

/// `dns-fail`: the answer of a proxy that cannot find the host's name.
struct DNSFailAction: RuleAction {
    static let entry = ActionEntry("dns-fail", "answers as if the name did not exist", DNSFailAction())

    var clause: String { "answers as if the host's name did not exist" }
    var sparesServer: Bool { true }

    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        let url = values.url
        let host = url.bytes(url.host)?.text ?? ""
        let text = "The rule \(ready.rule.name) simulates that the host \(host) does not exist.\n"
        return (.answer(RuleAnswer(status: 502, plain: text)), "Simulated that the name does not exist.")
    }
}
