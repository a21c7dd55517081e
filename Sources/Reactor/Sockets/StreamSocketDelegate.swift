/// What a socket tells its owner. All calls come on the loop, never from inside a call to the socket.
///
/// A socket keeps its delegate alive until it is closed, and calls nothing afterwards.
package protocol StreamSocketDelegate: AnyObject {
    /// Bytes arrived in `socket.input`. What is not consumed stays there, and comes again with more after it.
    func socketDidReceive(_ socket: StreamSocket)
    /// The peer sends nothing more (it may still receive). All bytes before the end have been reported.
    func socketDidReachEnd(_ socket: StreamSocket)
    /// The same, seen while nothing is read, where the system tells of it then: what came before the end is yet to be
    /// read, and `socketDidReachEnd` follows it.
    func socketDidSenseEnd(_ socket: StreamSocket)
    /// The socket was congested and has room again.
    func socketDidDrain(_ socket: StreamSocket)
    /// All that was sent has been taken by the system: the answer to `tellWhenSent`.
    func socketDidSendAll(_ socket: StreamSocket)
    /// The peer has reset the connection while nothing was read: nothing can be sent any more. What it sent before can
    /// still be read, and then `socketDidFail` follows; who does not want it closes now.
    func socketDidBreak(_ socket: StreamSocket, _ code: Int32)
    /// The connection is broken; what could still be read has been reported, unless reading is paused. To be closed.
    func socketDidFail(_ socket: StreamSocket, _ code: Int32)
}

extension StreamSocketDelegate {
    package func socketDidSenseEnd(_ socket: StreamSocket) {}
    package func socketDidSendAll(_ socket: StreamSocket) {}
    package func socketDidBreak(_ socket: StreamSocket, _ code: Int32) {}
}
