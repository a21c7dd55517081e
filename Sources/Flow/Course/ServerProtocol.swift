package import Bytes
package import HTTPModel

/// What a server may be spoken with.
package enum ServerProtocol: Sendable, Hashable {
    case http1
    /// What the server chooses of both, by ALPN; in cleartext HTTP/1.1.
    case either
    /// Only HTTP/2; in cleartext by prior knowledge (RFC 9113 §3.3).
    case http2

    /// For a client that offered these by ALPN.
    package init(http1: Bool, http2: Bool) {
        self = http2 ? http1 ? .either : .http2 : .http1
    }

    /// For a request, to a server that may be spoken HTTP/2 with: the server is offered what the client offered, so
    /// that Hark makes nobody speak what it would not speak without.
    ///
    /// - Parameters:
    ///   - insists: the user wants HTTP/2 with servers (`--upstream-http2`).
    ///   - offer: what the client offered by ALPN; nil where that says nothing of the server: without TLS, or to a
    ///     forward proxy, with which it was agreed (RFC 7301 §3.1).
    ///   - isKnown: the client of a tunnel has begun with HTTP/2's preface. In cleartext a server cannot choose, and
    ///     only such a client knows what it speaks (RFC 9113 §3.3).
    package init(
        for request: RequestHead, to server: Destination, insists: Bool, offer: [Bytes]?, isKnown: Bool
    ) {
        guard server.isSecure || !server.isBuiltIn, !request.asksForTunnel else {
            self = .http1
            return
        }
        if insists {
            self = .http2
        } else if request.version.major < 2 {
            self = .http1
        } else if !server.isSecure {
            self = isKnown ? .http2 : .http1
        } else {
            self =
                offer.map { ServerProtocol(http1: $0.contains { $0.isExactly("http/1.1") }, http2: true) }
                ?? .either
        }
    }
}
