import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// `Expect: 100-continue`: the client asks before it sends much. Also other interim responses.
package enum ExpectationReasoning {
    /// What was expected, and which interim responses came; nil where there was neither.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        let expect = exchange.requestFields.first(.expect)
        guard expect != nil || !exchange.interim.isEmpty else { return nil }
        var steps = StepCollector()
        let waits = expect?.equalsIgnoringCase("100-continue") == true
        if let expect {
            steps.judge(
                "Expect", waits,
                waits
                    ? "The client sends its head first, and waits for a 100 before it sends the body."
                    : "\(expect) is not a defined expectation; a server may answer 417.", "RFC 9110 §10.1.1")
            if waits, !exchange.requestHasContent {
                steps.fault(
                    "content",
                    "There is no body to wait with, so the client must not send the field.", "RFC 9110 §10.1.1")
            }
        }
        for head in exchange.interim.map(\.head) { steps.add("interim", interim(head), spec(head.status)) }
        let wasTold = exchange.interim.contains { $0.head.status == 100 }
        let conclusion: Prose
        let refusal = exchange.responseHead.map(\.status).flatMap { (400...499).contains($0) ? $0 : nil }
        if waits, !wasTold, refusal == 417 {
            conclusion = "417: the server does not support Expect. The client should retry without it."
            steps.add("answer", held: false, conclusion, "RFC 9110 §15.5.18")
        } else if waits, !wasTold, let refusal {
            // Whoever has sent the content has saved nothing by asking.
            let wasSent =
                (exchange.request.content.size ?? exchange.request.content.bytes.map { UInt64($0.count) }) ?? 0 > 0
            conclusion =
                wasSent
                ? """
                The server rejected the request with \(refusal) without a 100, but the client had already sent the \
                body.
                """
                : """
                The server rejected the request with \(refusal) at once, so the client did not need to send the \
                body.
                """
            steps.add("answer", held: wasSent ? nil : true, conclusion, "RFC 9110 §10.1.1")
        } else if waits {
            conclusion =
                wasTold
                ? "The server sent 100, so the client sent the body. Then the response came."
                : exchange.responseHead.map { head in
                    """
                    The server answered \(head.status) without a 100 first. A client sends the body after a short \
                    wait, or not at all if the response rejects it.
                    """
                } ?? "There is no response here. Without one, a client sends the body after a short wait."
            steps.add("answer", held: wasTold, conclusion, "RFC 9110 §10.1.1")
        } else if expect != nil {
            conclusion = "The request has an unknown expectation."
        } else {
            conclusion = "\(Prose.list(exchange.interim.map(\.head.status))) came before the response."
        }
        return Reasoning(.expectation, conclusion, steps: steps.steps)
    }

    private static func interim(_ head: ResponseHead) -> Prose {
        switch head.status {
        case 100: "100: continue, send the body."
        case 101: "101: from now on the connection carries another protocol."
        case 102: "102: the server is still working; the client should wait."
        case 103:
            "103: the response is not ready yet. The browser can already load what these fields (mostly Link) name."
        default: "\(head.status): an interim response. Clients skip the ones they do not know."
        }
    }

    private static func spec(_ status: Int) -> String {
        switch status {
        case 100: "RFC 9110 §15.2.1"
        case 101: "RFC 9110 §15.2.2"
        case 102: "RFC 2518 §10.1"
        case 103: "RFC 8297 §2"
        default: "RFC 9110 §15.2"
        }
    }
}
