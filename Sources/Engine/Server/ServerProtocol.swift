internal import Flow
internal import HTTPModel

/// What a server may be spoken with.
enum ServerProtocol {
    case http1
    /// What the server chooses of both, by ALPN; in cleartext HTTP/1.1.
    case either
    /// HTTP/2 alone; in cleartext by prior knowledge (RFC 9113 §3.3).
    case http2

    /// For a client that offered these by ALPN.
    init(http1: Bool, http2: Bool) {
        self = http2 ? http1 ? .either : .http2 : .http1
    }
}

/// A connection to a server that was made: what is spoken on it was its choice.
enum ServerConnection {
    case http1(HTTP1ServerConnection)
    case http2(HTTP2ServerConnection)
}
