import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import MCP
import Views

// Why TLS went as it did, on both sides of Hark.
extension AgentTools {
    func tls(_ record: FlowRecord) -> ToolAnswer {
        let (client, server) = (record.clientTLS, record.upstreamTLS)
        let lines =
            ["Conclusion: " + Self.conclusion(client, server)]
            + Self.steps("client", client) + Self.steps("server", server)
        let text = lines.joined(separator: "\n")
        var answer = ToolAnswer()
        answer.say("Flow \(record.id.number), explained: tls.")
        answer.add(captured: text)
        answer.fact("flow", .integer(Int64(clamping: record.id.number)))
        answer.fact(captured: "text", .string(text))
        return answer
    }

    private static func conclusion(_ client: TLSFacts?, _ server: TLSFacts?) -> String {
        if let failure = client?.failure { return "TLS between the client and Hark failed: \(failure.text)" }
        if let failure = server?.failure { return "TLS between Hark and the server failed: \(failure.text)" }
        if let client, client.agreement == nil {
            return "The connection was forwarded without being decrypted; only the ClientHello is known."
        }
        switch (client?.agreement, server?.agreement) {
        case (let client?, let server?):
            return "Both sides are encrypted: the client with \(client.version), the server with \(server.version)."
        case (let client?, nil): return "The client's side is encrypted with \(client.version), the server's is not."
        case (nil, let server?): return "The server's side is encrypted with \(server.version), the client's is not."
        case (nil, nil): return "Neither side used TLS."
        }
    }

    private static func steps(_ side: String, _ facts: TLSFacts?) -> [String] {
        guard let facts else { return ["\(side): no TLS"] }
        var steps: [String] = []
        if let offer = facts.offer {
            let name = offer.serverName?.text ?? "no name"
            steps.append(
                "asks for \(name)\(offer.serverNameProblem.map { ", which is invalid: \($0)" } ?? "") (RFC 6066 §3)")
            steps.append("offers \(offer.versions.joined(separator: ", ")) (RFC 8446 §4.2.1)")
            let protocols = offer.protocols.map { $0.map(\.text).joined(separator: ", ") } ?? "no protocol"
            steps.append("offers \(protocols) by ALPN (RFC 7301 §3.1); fingerprint \(offer.fingerprint)")
        }
        if let agreed = facts.agreement {
            let group = agreed.group.map { ", \($0)" } ?? ""
            steps.append("agreed on \(agreed.version), \(agreed.cipher)\(group) (RFC 8446 §4.1.3)")
            steps.append("speaks \(agreed.applicationProtocol ?? "no protocol by ALPN") (RFC 7301 §3.2)")
            if agreed.isResumed { steps.append("resumed an earlier session: no certificate was sent (RFC 8446 §2.2)") }
        } else if facts.failure == nil {
            steps.append("not decrypted")
        }
        steps += certificates(facts)
        if let failure = facts.failure {
            let alert = failure.alert.map { ", alert \($0)" } ?? ""
            steps.append("[bad] \(failure.code)\(alert): \(failure.text) (RFC 8446 §6)")
        }
        return steps.map { "\(side): \($0)" }
    }

    private static func certificates(_ facts: TLSFacts) -> [String] {
        guard facts.leg == .upstream else { return [] }
        var steps: [String] = []
        if let own = facts.certificates.first {
            let subject = own.subject.isEmpty ? own.names.first ?? "" : own.subject
            steps.append(
                "certificate of \(subject) by \(own.issuer), "
                    + "until \(HTTPDate.format(own.notAfter).text) (RFC 5280 §4.1)"
            )
        }
        switch facts.isVerified {
        case true?: steps.append("the certificate was verified (RFC 5280 §6)")
        case false?:
            let problem = facts.toleratedProblem.map { ", and it is invalid: \($0)" } ?? ""
            steps.append("[bad] the certificate was not verified (--insecure-upstream)\(problem)")
        case nil: break
        }
        return steps
    }
}
