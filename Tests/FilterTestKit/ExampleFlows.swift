import Bytes
package import Flow
import HTTPModel
import Judge
import TestKit

/// The examples of all checks as flows.
package enum ExampleFlows {
    /// The exchanges that show the checks, as the proxy records them.
    package static let records: [FlowRecord] = {
        let examples = Checks.all.flatMap { $0.bad + $0.good }.filter { $0.hasOutcome && $0.knowsScheme }
        return examples.enumerated().compactMap { record(of: $1, number: UInt64($0) + 1) }
    }()

    private static func record(of example: Example, number: UInt64) -> FlowRecord? {
        guard let request = example.request else { return nil }
        let moment = Example.moment * 1_000_000
        var story = Story(
            number, run: RunID(1),
            opening: FlowEvent.Opening(
                wallClock: moment, client: "127.0.0.1:50000", listener: "127.0.0.1:8888", clientConnection: 1))
        if example.scheme == "https" { story.happen(.handshakeEnded(handshake)) }
        guard story.decodeRequest(Bytes(request.head)) else { return nil }
        if !request.content.isEmpty { story.keeps(.request, Bytes(request.content)) }
        story.at(5, .messageEnded(.request, wireSize: UInt64(request.content.count)))
        story.at(6, .upstreamConnected(.init(connection: 7, address: "192.0.2.1:80", reused: false, isLocal: false)))
        if let response = example.response {
            guard story.decodeResponse(Bytes(response.head)) else { return nil }
            if !response.content.isEmpty { story.keeps(.response, Bytes(response.content)) }
            story.at(9, .messageEnded(.response, wireSize: UInt64(response.content.count)))
        }
        story.happen(.finished(.complete))
        var record = story.record
        record.inner = example.evidence.inner
        // What answers an upgrade ends as what was upgraded to.
        if record.status == 101 { record.tunnelProtocol = "websocket" }
        return record
    }

    private static let handshake = TLSFacts(
        .client,
        agreement: TLSFacts.Agreement(
            version: "TLS 1.3", cipher: "TLS_AES_128_GCM_SHA256", group: nil, applicationProtocol: nil,
            serverName: "a.example", isResumed: false))
}
