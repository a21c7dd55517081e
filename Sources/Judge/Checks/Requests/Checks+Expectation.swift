import Bytes
import Explain
import Flow
import HTTPModel

// Expect.
extension Checks {
    static let expectation: [Check] = Array {
        Check(
            "expect-unknown", .bad, .expectation, .request("expect"), "RFC 9110 §10.1.1", "Unknown expectation",
            "Only \("100-continue") is defined. A server may reject \(.value) with 417.",
            advice: "Remove Expect, or send \("Expect: 100-continue").",
            bad: ["> POST / | Expect: «miracles» || a < 204", "> PUT / | Expect: «200-ok» || a < 204"],
            good: ["> POST / | Expect: 100-Continue || a < 204", "> POST / || a < 204"]
        ) { x, found in
            guard let value = x.asked(.expect), !value.equalsIgnoringCase("100-continue") else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "expect-http10", .warning, .expectation, .request("expect"), "RFC 9110 §10.1.1", "Ignored in HTTP/1.0",
            "Servers ignore \("100-continue") in an HTTP/1.0 request, so the client waits for nothing.",
            advice: "Remove Expect, or send the request as HTTP/1.1.",
            bad: [
                "> POST / HTTP/1.0 | Expect: «100-continue» || a < 204",
                "> PUT / HTTP/1.0 | Expect: «100-continue» || a < 204",
            ],
            good: ["> POST / | Expect: 100-continue || a < 204", "> POST / HTTP/1.0 || a < 204"]
        ) { x, found in
            if continues(x), x.request?.version == .http10 { found() }
        }
        Check(
            "expect-without-body", .bad, .expectation, .request("expect"), "RFC 9110 §10.1.1",
            "Expect without a body",
            """
            The client asks whether to send a body, but has none. A client must not send \("100-continue") without a \
            body.
            """,
            advice: "Remove Expect.",
            bad: ["> GET / | Expect: «100-continue» < 204", "> DELETE / | Expect: «100-continue» < 204"],
            good: [
                "> POST / | Expect: 100-continue | Transfer-Encoding: chunked < 204",
                "> POST / | Expect: 100-continue || a < 204",
            ]
        ) { x, found in
            if continues(x), !x.requestHasContent { found() }
        }
        Check(
            "expect-continue-honoured", .good, .expectation, .request("expect"), "RFC 9110 §10.1.1",
            "The server sent 100",
            """
            The client asked first, and the server agreed to receive the body. If it had refused, the client would not \
            have sent the body.
            """,
            bad: [
                Example("> POST / | Expect: «100-continue» || a < 204", interim: "100 Continue"),
                Example("> PUT /a | Expect: «100-Continue» || abc < 201", interim: "100 Continue"),
            ],
            good: ["> POST / | Expect: 100-continue || a < 204", "> POST / || a < 204"]
        ) { x, found in
            if continues(x), x.requestHasContent, x.interim.contains(where: { $0.status == 100 }) { found() }
        }
    }

    private static func continues(_ facts: Facts) -> Bool {
        facts.asked(.expect)?.equalsIgnoringCase("100-continue") ?? false
    }
}
