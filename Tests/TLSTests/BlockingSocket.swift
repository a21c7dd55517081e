import Platform

/// The plainest of sockets.
final class BlockingSocket {
    struct CannotConnect: Error {}

    private let descriptor: Int32

    private init(owning descriptor: Int32) {
        self.descriptor = descriptor
        // A peer that says nothing must not hang the tests.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    private static func make() -> Int32 {
        socket(AF_INET, SystemCall.streamSocket, 0)
    }

    /// Runs `body` with the address of a port of this machine.
    private static func withLoopback(_ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Int32)
        -> (Int32, UInt16)
    {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
        }
        return (status, UInt16(bigEndian: address.sin_port))
    }

    convenience init(port: UInt16) throws {
        self.init(owning: Self.make())
        let descriptor = descriptor
        if Self.withLoopback(port, { connect(descriptor, $0, $1) }).0 != 0 { throw CannotConnect() }
    }

    /// Waits for connections on any port.
    static func listening() throws -> (BlockingSocket, port: UInt16) {
        let listener = BlockingSocket(owning: make())
        let descriptor = listener.descriptor
        guard withLoopback(0, { bind(descriptor, $0, $1) }).0 == 0, listen(descriptor, 8) == 0 else {
            throw CannotConnect()
        }
        return (listener, withLoopback(0) { getsockname(descriptor, $0, &$1) }.1)
    }

    func accepted() throws -> BlockingSocket {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 { throw CannotConnect() }
        return BlockingSocket(owning: connection)
    }

    deinit {
        close(descriptor)
    }

    func send(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while !rest.isEmpty {
            let sent = SystemCall.send(descriptor, rest.baseAddress, rest.count)
            if sent <= 0 { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
        }
    }

    func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }
}
