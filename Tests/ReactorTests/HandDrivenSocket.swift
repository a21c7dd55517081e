import Bytes
import CPosix
import Platform
import Testing

@testable import Reactor

/// A TCP connection with one of our sockets at one end and a bare descriptor at the other, on a loop that turns only
/// when the test says so: what depends on time is tested by giving the time.
final class HandDrivenSocket {
    let loop: EventLoop
    let socket: StreamSocket
    let script: SocketScript
    private(set) var peer: Int32

    /// - Parameter buffer: what the system may hold of each direction, about.
    init(buffer: Int32 = 16 * 1024) throws {
        loop = try EventLoop(executor: LoopExecutor(label: "by hand"))
        let listener = cposix_socket(AF_INET)
        defer { close(listener) }
        var endpoint = SocketAddress.loopback4(port: 0).endpoint
        try #require(cposix_bind(listener, &endpoint) == 0)
        try #require(listen(listener, 1) == 0)
        try #require(cposix_local_endpoint(listener, &endpoint) == 0)
        peer = cposix_socket(AF_INET)
        _ = cposix_set_flag(peer, SOL_SOCKET, SO_RCVBUF, buffer)
        _ = cposix_connect(peer, &endpoint)
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        try #require(poll(&waiting, 1, 5000) == 1)
        let accepted = cposix_accept(listener, &endpoint)
        _ = cposix_set_flag(accepted, SOL_SOCKET, SO_SNDBUF, buffer)
        script = SocketScript()
        let handed = AcceptedSocket(owning: accepted, peer: SocketAddress(endpoint), budget: loop.descriptors)
        socket = try StreamSocket(handed, on: loop, delegate: script)
    }

    deinit {
        closePeer()
        loop.stop()
    }

    /// Lets the loop take what has happened.
    func turn() {
        loop.perform(.poll)
        loop.perform(.posted)
    }

    /// Lets the loop believe that it is so late.
    func turn(at time: UInt64) {
        loop.timers.fire(now: time)
        loop.perform(.posted)
    }

    // MARK: The peer

    func peerSends(_ text: String) {
        var text = text
        text.withUTF8 { _ = cposix_send(peer, $0.baseAddress, $0.count) }
    }

    /// Sends as much as the system takes of `count` bytes.
    func peerSends(zeros count: Int) -> Int {
        let zeros = [UInt8](repeating: 0, count: count)
        return zeros.withUnsafeBytes { max(0, cposix_send(peer, $0.baseAddress, $0.count)) }
    }

    func peerEnds() {
        shutdown(peer, Int32(SHUT_WR))
    }

    func peerResets() {
        _ = cposix_reset_on_close(peer)
        closePeer()
    }

    func closePeer() {
        if peer >= 0 { close(peer) }
        peer = -1
    }

    enum PeerReading: Equatable {
        case bytes([UInt8])
        case nothing
        case end
        case reset
    }

    /// What the peer gets with one read.
    func peerReads(_ count: Int = 64 * 1024) -> PeerReading {
        var room = [UInt8](repeating: 0, count: count)
        let got = recv(peer, &room, count, 0)
        if got > 0 { return .bytes(Array(room[..<got])) }
        if got == 0 { return .end }
        return errno == ECONNRESET ? .reset : .nothing
    }

    /// Everything the peer gets until the end, the loop turning meanwhile; and what came then.
    func peerReadsAll() -> (count: Int, ending: PeerReading) {
        var total = 0
        var idle = 0
        while idle < 2000 {
            switch peerReads() {
            case .bytes(let bytes):
                total += bytes.count
                idle = 0
            case .nothing:
                idle += 1
                usleep(1000)
            case .end: return (total, .end)
            case .reset: return (total, .reset)
            }
            turn()
        }
        return (total, .nothing)
    }
}
