import Bytes
import Explain
package import Flow
import HTTPModel

extension ExchangeLines {
    /// A message that waits for a decision: what it is, which rule holds it, and the command that decides.
    ///
    /// - Parameter command: `hark held 12`; nil when no command reaches the proxy.
    mutating func held(_ record: FlowRecord, by act: RuleAct, command: String?) {
        let isResponse = act.text == RuleAct.heldResponse
        let (number, method) = (record.id.number, record.requestHead?.method.name)
        let url = secrets.url(record.url)
        writer.phrase(at: DetailWriter.labelColumn, .warning) { out in
            out.text("held #")
            out.number(number)
            out.text(" ")
            if let method { out.wire(method, limit: 16) }
            out.text(" ")
            out.wire(url, limit: 160)
            out.text(isResponse ? " at response" : " at request")
            if !act.rule.isEmpty {
                out.text(", rule '")
                out.wire(act.rule, limit: 60)
                out.text("'")
            }
            guard let command else { return out.text(": decide on the page or the screen") }
            out.text(": ")
            out.wire(command, limit: 400)
            out.text(" show | send | edit | drop | respond")
        }
        writer.out.newline()
    }
}
