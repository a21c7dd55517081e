internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// Who leases a server's stream: what the server says goes to it.
protocol ServerStreamOwner: AnyObject {
    /// The exchange's number.
    var flow: FlowID { get }
    func publish(_ fact: @autoclosure () -> FlowEvent.Fact)
    /// Something happened on the server's side.
    func handle(_ event: Exchange.Event)
    /// No final head has gone to the client, so that the response can still be refused.
    var mayRefuseResponse: Bool { get }
    /// What is said of a response that breaks the rules besides which: how much of it was passed on, or else an option
    /// with which it would be.
    func remark(onFaultOverHTTP2 isHTTP2: Bool) -> String
    /// Somebody has yet to decide about the response: nothing more of it is decoded.
    var holdsResponse: Bool { get }
    /// More is waiting for the client than should.
    var isClientCongested: Bool { get }
    /// A part of the response's body; `buffer` begins with its bytes, which are not consumed.
    func responsePart(_ decoded: Decoded, in buffer: ReceiveBuffer)
    /// The same, of a response that comes on a stream.
    func responsePart(_ part: MessagePart, _ bytes: Bytes)
    /// These lines of the head that comes are not to be remembered by any table (RFC 7541 §6.2.3).
    func responseIsSensitive(in lines: Set<Int>)
    /// The same of the response's trailers.
    func trailersAreSensitive(in lines: Set<Int>)
    /// The content that comes next is padded so much.
    func pad(_ octets: Int?, of kind: MessageKind)
    func responseDidEnd()
    /// Keeps the bytes of a head that is none: they are the evidence.
    func recordMalformedHead(of kind: MessageKind, in buffer: ReceiveBuffer)
    /// Bytes arrived: the wait for more begins anew.
    func bytesMoved()
    /// The server's stream was congested and has room again.
    func serverDidDrain()
}
