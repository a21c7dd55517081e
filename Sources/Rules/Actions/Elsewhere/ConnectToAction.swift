import Bytes
import Filter
import Flow

/// `connect-to`: another address for the same server.
struct ConnectToAction: RuleAction {
    let host: Bytes
    let port: UInt16

    static let entry = ActionEntry(
        "connect-to", "HOST:PORT", "connects to this address; the request stays unchanged"
    ) { reader throws(FilterError) in
        let value = try reader.argument("HOST:PORT")
        guard value.text.contains(":"), let (host, port) = MappedURL.server(Bytes(value.text), false) else {
            throw FilterError(value.range, "'\(value.text)' is not HOST:PORT, such as 127.0.0.1:8080")
        }
        return ConnectToAction(host: host, port: port)
    }

    var clause: String { "connects to \(host.text), port \(port), instead" }
    var sparesServer: Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.orders.way = .connect(host: host, port: port)
        return "Connected to \(host.text), port \(port)."
    }
}
