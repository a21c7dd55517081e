/// What a socket tells its owner. All calls come on the loop, never from inside a call to the socket.
///
/// A socket keeps its delegate alive until it is closed, and calls nothing afterwards.
package protocol StreamSocketDelegate: AnyObject {
    /// Bytes arrived in `socket.input`. What is not consumed stays there, and comes again with more after it.
    func socketDidReceive(_ socket: StreamSocket)
    /// The peer sends nothing more (it may still receive). All bytes before the end have been reported.
    func socketDidReachEnd(_ socket: StreamSocket)
    /// The socket was congested and has room again.
    func socketDidDrain(_ socket: StreamSocket)
    /// Asked for by `tellWhenSent`: the system has taken everything that was sent.
    func socketDidSendAll(_ socket: StreamSocket)
    /// The connection is broken; what could still be read has been reported, unless reading is paused. To be closed.
    func socketDidFail(_ socket: StreamSocket, _ code: Int32)
}

extension StreamSocketDelegate {
    package func socketDidSendAll(_ socket: StreamSocket) {}
}
