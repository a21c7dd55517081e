internal import Bytes
internal import Flow
internal import Reactor

/// The client's side of one exchange, as its driver sees it: a connection of HTTP/1 for as long as it is the exchange's
/// turn.
protocol ClientStream: AnyObject {
    /// Sends bytes behind what was sent before; they leave with what follows in this turn.
    func send(_ bytes: Bytes)
    /// Sends the first `count` unread bytes of `buffer`; they are not consumed.
    func forward(_ count: Int, of buffer: ReceiveBuffer)
    /// More is waiting to be sent than should.
    var isCongested: Bool { get }
    /// How many bytes that were sent the system has not taken.
    var owed: Int { get }
    /// Sends what is queued at once, and says what the system took of it. When not all, the driver is told later:
    /// `clientTookAll`, or that the client left.
    func deliver() -> Bool
    /// Why the client's stream ended without a proper end; nil when it did not.
    var incompleteEnd: String? { get }
    /// Bytes of the request that were left unread may have their turn.
    func readOn()
    /// The exchange is over; what becomes of the connection.
    func exchangeDidEnd(_ fate: Exchange.ClientFate)
    /// What was answered cannot be made good: the connection is cut off.
    func cutOff()
    /// The connection is no more HTTP: whoever calls has it.
    func handOver() -> PlainStream
}
