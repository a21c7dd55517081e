internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
import TLSModel

/// The server's side of one exchange, as its driver sees it: a connection of HTTP/1 for as long as it is leased.
protocol ServerStream: AnyObject {
    /// What flows tell of the connection, asked before the request goes out.
    var lease: FlowEvent.UpstreamLease { get }
    /// TLS with the server, where there is any.
    var tls: TLSFacts? { get }
    /// From here on, what the server says goes to `driver`.
    func begin(for driver: any ServerStreamOwner)
    /// Sends the request's head as it goes out; its response is expected. `isWhole`: nothing follows. Else it leaves
    /// with what follows in this turn.
    func send(_ head: Bytes, of request: RequestHead, isWhole: Bool)
    /// Sends more of the request, behind what was sent before.
    func send(_ bytes: Bytes)
    /// Sends the first `count` unread bytes of `buffer`; they are not consumed.
    func forward(_ count: Int, of buffer: ReceiveBuffer)
    /// More is waiting to be sent than should.
    var isCongested: Bool { get }
    /// Bytes of the response that were left unread may have their turn.
    func resume()
    /// The exchange needs it no more.
    ///
    /// - Parameters:
    ///   - isReusable: both messages came to their ends.
    ///   - bound: where a connection goes that belongs to this client alone.
    func end(isReusable: Bool, bound: BoundConnections)
    func close()
    /// The connection is no more HTTP: whoever calls has it.
    func handOver() -> HTTP1ServerConnection
}
