import Bytes
import Filter
import Flow
import Registry

/// `tls-fail`: an alert in place of a handshake.
struct TLSFailAction: RuleAction {
    let alert: String
    let code: UInt8

    static let entry = ActionEntry("tls-fail", "ALERT", "aborts the client's handshake with this alert") {
        reader throws(FilterError) in
        let value = try reader.argument("an alert")
        guard let alert = Vocabulary.alerts[Bytes(value.text)],
            let code = alert.number.flatMap({ UInt8(exactly: $0) })
        else {
            let names = Vocabulary.alerts.terms.map(\.name)
            let nearest = NearestName.find(value.text, among: names).map { ". Did you mean '\($0)'?" }
            throw FilterError(value.range, "there is no TLS alert '\(value.text)'\(nearest ?? "")")
        }
        return TLSFailAction(alert: alert.name, code: code)
    }

    var clause: String { "aborts the client's handshake with the alert \(alert)" }
    var isOfConnections: Bool { true }

    func change(_ orders: inout ConnectionOrders) -> String? {
        orders.alert = orders.alert ?? code
        return "The client's handshake was aborted with the alert \(alert)."
    }
}
