internal import Bytes
internal import Reactor

extension ReceiveBuffer {
    /// Sends the first `count` unread bytes on; they are not consumed.
    ///
    /// Small pieces wait for what comes behind them in the same turn, so that a message in parts leaves in one system call.
    func forward(_ count: Int, to socket: StreamSocket) {
        withUnsafeBytes { bytes in
            socket.send(UnsafeRawBufferPointer(rebasing: bytes[..<count]), more: count < 16 * 1024)
        }
    }
}
