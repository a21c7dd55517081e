internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// The client's side of one exchange, as its driver sees it: a connection of HTTP/1 for as long as it is the exchange's
/// turn, or a stream of HTTP/2.
protocol ClientStream: MessageSink {
    /// Sends a response's head with its edits; it leaves with what follows in this turn. Answers it as it went out.
    func sendHead(_ fields: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes
    /// Sends a response of Hark's own. Answers its head as it went out.
    func send(_ answer: ProxyAnswer) -> Bytes
    /// Sends the head alone of a response of Hark's own, whose content follows as any content does. Answers it as it
    /// went out.
    func sendHead(of answer: ProxyAnswer) -> Bytes
    /// Sends the response of Hark's own that tells of `outcome`, or what has its place. Answers its head as it went
    /// out.
    func refuse(_ outcome: Outcome, _ answer: ProxyAnswer) -> Bytes
    /// Says that the tunnel is there which the client asked for. Answers the head as it went out.
    func grantTunnel() -> Bytes
    /// Tells the client to go on (RFC 9110 §10.1.1).
    func sendContinue()
    /// How many bytes that were sent the system has not taken.
    var owed: Int { get }
    /// Sends what is queued at once, and says what the system took of it. When not all, the driver is told later:
    /// `clientTookAll`, or that the client left.
    func deliver() -> Bool
    /// The client sends nothing more, and may be gone: as long as nothing is sent, the two look alike.
    var hasEnded: Bool { get }
    /// Bytes of the request that were left unread may have their turn.
    func readOn()
    /// The flow is about to end: what was not told of it yet is, now or never.
    func flowWillEnd()
    /// The exchange is over; what becomes of the connection.
    func exchangeDidEnd(_ fate: Exchange.ClientFate)
    /// What was answered cannot be made good: the connection is cut off.
    func cutOff()
    /// The connection is no more HTTP: whoever calls has it.
    func handOver() -> PlainStream?
}

/// What clients that speak HTTP are told.
extension ClientStream {
    func refuse(_ outcome: Outcome, _ answer: ProxyAnswer) -> Bytes { send(answer) }

    func sendHead(of answer: ProxyAnswer) -> Bytes {
        send(answer.head)
        return answer.head
    }

    func flowWillEnd() {}

    /// Elsewhere the end of a client's side is the end of its exchange.
    var hasEnded: Bool { false }

    func grantTunnel() -> Bytes {
        let head: Bytes = "HTTP/1.1 200 Connection established\r\n\r\n"
        send(head)
        return head
    }
}
