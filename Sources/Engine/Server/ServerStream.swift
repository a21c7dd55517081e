internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// The server's side of one exchange, as its driver sees it: a connection of HTTP/1 for as long as it is leased, or a
/// stream of HTTP/2.
protocol ServerStream: MessageSink {
    /// What is spoken with the server.
    var version: HTTPVersion { get }
    /// What flows tell of the connection, asked before the request goes out.
    var lease: FlowEvent.UpstreamLease { get }
    /// TLS with the server, where there is any.
    var tls: TLSFacts? { get }
    /// From here on, what the server says goes to `driver`.
    func begin(for driver: any ServerStreamOwner)
    /// Sends the request's head with its edits; its response is expected. `isWhole`: nothing follows. Else it leaves
    /// with what follows in this turn. Answers the head as it went out.
    func sendHead(_ request: RequestHead, _ edits: [Change], as method: Method, isWhole: Bool) throws(EncodeError)
        -> Bytes
    /// Bytes of the response that were left unread may have their turn.
    func resume()
    /// The exchange needs it no more.
    ///
    /// - Parameters:
    ///   - isReusable: both messages came to their ends.
    ///   - bound: where a connection goes that belongs to this client alone.
    func end(isReusable: Bool, bound: BoundConnections)
    /// The request ends here, in the middle: nothing more is asked for. What was sent of it goes out, where the
    /// connection closes with it; of one that is shared, after `whenSent`.
    func cutOff()
    /// Calls, at once or later, when what was sent needs this stream no more; not at all when it ends before.
    func whenSent(_ then: @escaping () -> Void)
    func close()
    /// The connection is no more HTTP: whoever calls has it.
    func handOver() -> HTTP1ServerConnection?
}

extension ServerStream {
    /// A connection of one exchange closes behind what was sent.
    func whenSent(_ then: @escaping () -> Void) {
        then()
    }
}
