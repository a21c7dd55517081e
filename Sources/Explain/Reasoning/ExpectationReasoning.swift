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
                    ? "The client sends its head first, and waits for a 100 before it sends the content."
                    : "\(expect) is no defined expectation; a server may answer 417.", "RFC 9110 §10.1.1")
            if waits, !exchange.requestHasContent {
                steps.fault(
                    "content", "There is no content to wait with, so the field must not be sent.", "RFC 9110 §10.1.1")
            }
        }
        for head in exchange.interim.map(\.head) { steps.add("interim", interim(head), spec(head.status)) }
        let wasTold = exchange.interim.contains { $0.head.status == 100 }
        let conclusion: Prose
        let refusal = exchange.responseHead.map(\.status).flatMap { (400...499).contains($0) ? $0 : nil }
        if waits, !wasTold, refusal == 417 {
            conclusion = "417: the server does not support Expect. A client sends the request again without it."
            steps.add("answer", held: false, conclusion, "RFC 9110 §15.5.18")
        } else if waits, !wasTold, let refusal {
            // Whoever has sent the content has saved nothing by asking.
            let wasSent =
                (exchange.request.content.size ?? exchange.request.content.bytes.map { UInt64($0.count) }) ?? 0 > 0
            conclusion =
                wasSent
                ? "The server refused with \(refusal) without a 100, and the client had sent the content all the same."
                : "The server refused with \(refusal) at once, so the content need not be sent: asking first has paid."
            steps.add("answer", held: wasSent ? nil : true, conclusion, "RFC 9110 §10.1.1")
        } else if waits {
            conclusion =
                wasTold
                ? "The server said 100, so the client sent the content, and then the answer came."
                : exchange.responseHead.map { head in
                    """
                    The server answered \(head.status) without a 100 before: a client sends the content after a \
                    short wait, or not at all if the answer refuses it.
                    """
                } ?? "No answer came; a client sends the content after a short wait all the same."
            steps.add("answer", held: wasTold, conclusion, "RFC 9110 §10.1.1")
        } else if expect != nil {
            conclusion = "The request expects something undefined."
        } else {
            conclusion = "Before the answer came: \(Prose.list(exchange.interim.map(\.head.status)))."
        }
        return Reasoning(.expectation, conclusion, steps: steps.steps)
    }

    private static func interim(_ head: ResponseHead) -> Prose {
        switch head.status {
        case 100: "100: go on, send the content."
        case 101: "101: from here on the connection carries another protocol."
        case 102: "102: the server is still at work; the client need not give up."
        case 103:
            "103: the answer takes longer; begin to load what these fields (mostly Link) name, which it is likely to "
                + "have too."
        default: "\(head.status): an interim response; clients skip the ones they do not know."
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
