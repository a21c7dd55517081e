import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire

// The connection. Only HTTP/1 says in its messages whether one ends.
extension Checks {
    static let connection: [Check] = Array {
        Check(
            "connection-reused", .good, .connection, .message(.request), "RFC 9112 §9.3", "Reused connection",
            "The request used an open connection, which saved the time to set up a new one.",
            bad: [Example("> GET / < 204", isReused: true), Example("> GET /a < 200 | ETag: \"a\"", isReused: true)],
            good: [Example("> GET / < 204", isReused: false), "> GET / < 204"]
        ) { x, found in
            if x.isReused == true { found(at: 0..<0) }
        }
        Check(
            "connection-closed-by-server", .info, .connection, .exchange, when: .answered("connection"),
            "RFC 9112 §9.6", "The server closes the connection",
            "The client could have reused it. Its next request needs a new connection.",
            advice: "Let the server keep connections open, and remove \("Connection: close").",
            bad: ["> GET / < 204 | Connection: «close»", "> GET /a < 200 | Connection: «close» | ETag: \"a\""],
            good: [
                "> GET / | Connection: close < 204 | Connection: close",
                // It ends the body.
                "> GET / < 200 | Connection: close | Content-Type: image/x-raw | -Content-Length || abc",
                "> GET / HTTP/1.0 < 204 | Connection: close", "> GET / < 204 | Connection: keep-alive",
            ]
        ) { x, found in
            guard let request = x.request, let response = x.response, response.status >= 200, x.requestIsHTTP1,
                x.responseIsHTTP1, response.fields.hasConnectionOption("close"), keeps(request),
                !closingEndsBody(x)
            else { return }
            found(in: .response, at: response.fields.range(.connection))
        }
        Check(
            "connection-http10", .info, .connection, .message(.response), "RFC 9112 §9.3",
            "HTTP/1.0 closes the connection",
            "An HTTP/1.0 server closes the connection after each response, unless it sends \("keep-alive").",
            advice: "Use HTTP/1.1 on the server.",
            bad: ["< «HTTP/1.0 204 »", "< «HTTP/1.0 200 OK» | ETag: \"a\""],
            good: ["< HTTP/1.0 204 | Connection: keep-alive", "< HTTP/1.1 204 ", "< HTTP/1.0 204 | Connection: close"]
        ) { x, found in
            guard let response = x.response, response.status >= 200, response.version.major == 1,
                response.version < .http11, !response.fields.hasConnectionOption("keep-alive"),
                !response.fields.hasConnectionOption("close")
            else { return }
            found()
        }
    }

    /// Whether the body has no other end (RFC 9112 §6.3).
    private static func closingEndsBody(_ facts: Facts) -> Bool {
        facts.responseHasContent && facts.answered(.contentLength) == nil && facts.answered(.transferEncoding) == nil
    }

    /// Whether the request leaves the connection open (RFC 9112 §9.3).
    private static func keeps(_ request: RequestHead) -> Bool {
        if request.fields.hasConnectionOption("close") { return false }
        return request.version >= .http11 || request.fields.hasConnectionOption("keep-alive")
    }
}
