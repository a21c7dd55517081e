/// A connection to a server that was made: what is spoken on it was its choice.
enum ServerConnection {
    case http1(HTTP1ServerConnection)
    case http2(HTTP2ServerConnection)
}
