import Bytes
import Flow
import HTTPModel
import Workbench

/// Which clients trust Hark's CA, as far as the flows say it. A value.
struct ClientTrust {
    enum Verdict: String {
        /// It sent a request over a TLS connection that it opened with Hark's certificate.
        case yes
        /// It refused the certificate.
        case no
        /// It has not opened a TLS connection that Hark decrypts.
        case unknown
    }

    private struct Client {
        let name: Bytes
        var verdict: Verdict
        var flow: UInt64
        var text: String?
    }

    /// The newest first.
    private var clients: [Client] = []
    private static let most = 8

    /// Takes in the next older flow.
    mutating func take(_ record: FlowRecord) {
        let name = StatKey(
            client: record.opening?.client ?? "", agent: record.requestFields.first(.userAgent)
        ).text
        let (verdict, text) = Self.verdict(record)
        guard let place = clients.firstIndex(where: { $0.name == name }) else {
            guard clients.count < Self.most else { return }
            return clients.append(Client(name: name, verdict: verdict, flow: record.id.number, text: text))
        }
        // The newest that says anything counts.
        guard clients[place].verdict == .unknown, verdict != .unknown else { return }
        (clients[place].verdict, clients[place].flow, clients[place].text) = (verdict, record.id.number, text)
    }

    private static func verdict(_ record: FlowRecord) -> (Verdict, String?) {
        guard let tls = record.clientTLS else { return (.unknown, nil) }
        if let failure = tls.failure {
            let isRefusal = ["clientDoesNotTrust", "clientRejectsCertificate"].contains(failure.code)
            return isRefusal ? (.no, failure.text) : (.unknown, nil)
        }
        // Some clients finish the handshake and look at the certificate afterwards: a request is the proof.
        return tls.agreement != nil && record.requestHead != nil && record.method != .connect
            ? (.yes, nil) : (.unknown, nil)
    }

    func write(to json: inout JSONWriter) {
        json.beginArray()
        for client in clients {
            json.beginObject()
            json.member("name", client.name)
            json.key("trusts")
            switch client.verdict {
            case .yes: json.boolean(true)
            case .no: json.boolean(false)
            case .unknown: json.null()
            }
            json.member("flow", client.flow)
            json.key("text")
            if let text = client.text { json.string(text) } else { json.null() }
            json.endObject()
        }
        json.endArray()
    }
}
