internal import CPosix

/// What a listener tells its owner besides connections. Runs on the listener's loop.
package protocol ListenerDelegate: AnyObject {
    /// A connection for any loop: `StreamSocket(accepted, on:delegate:)` there.
    func listener(_ listener: Listener, didAccept socket: AcceptedSocket)
    /// No descriptor or memory for another connection. Said once, until one was accepted again; who can closes some of
    /// those that are open.
    func listenerDidRunOut(_ listener: Listener, _ code: Int32)
    /// A connection that has but the spare descriptor, which it must give back: `refuse` it with an answer, or let it
    /// go.
    func listener(_ listener: Listener, mustRefuse socket: AcceptedSocket)
    /// A connection was accepted again.
    func listenerDidRecover(_ listener: Listener)
}

/// A listening socket. Kept alive by its loop until closed, and keeps its delegate as long. Runs on its loop.
///
/// It holds a spare descriptor. When the process has no other, connections are accepted with that one all the same and
/// refused at once: left in the backlog, they would wait for what may never come, and two proxies that ask each other
/// would wait for ever.
package final class Listener: Channel {
    /// Connections accepted before others on the loop have their turn.
    package static let acceptsPerTurn = 64
    /// How long to wait when not even the spare descriptor helps.
    static let pause = Nanoseconds.milliseconds(100)
    static let backlog: Int32 = 4096

    /// Where it listens, with the port the system picked if 0 was asked for.
    package let address: SocketAddress
    package var delegate: (any ListenerDelegate)?
    private(set) var isExhausted = false

    private var isAcceptable = false
    private var isListedReady = false
    private var retry: LoopTimer?
    private var spare: Int32 = -1
    /// `accept`, or what stands in for it where descriptors are to run out.
    private let accept: (Int32, inout cposix_endpoint) -> Int32

    /// Binds and listens; connections are accepted from the next turn on.
    package convenience init(
        _ address: SocketAddress, on loop: EventLoop, delegate: any ListenerDelegate
    ) throws(SocketError) {
        try self.init(address, on: loop, delegate: delegate) { unsafe cposix_accept($0, &$1) }
    }

    init(
        _ address: SocketAddress, on loop: EventLoop, delegate: any ListenerDelegate,
        accept: @escaping (Int32, inout cposix_endpoint) -> Int32
    ) throws(SocketError) {
        let (descriptor, bound) = try Self.listen(address)
        self.address = bound
        self.delegate = delegate
        self.accept = accept
        super.init(loop: loop, descriptor: descriptor)
        unowned let listener = self
        retry = LoopTimer(on: loop) { listener.acceptAvailable() }
        spare = cposix_spare()
        try register()
    }

    private static func listen(_ address: SocketAddress) throws(SocketError) -> (Int32, SocketAddress) {
        var endpoint = address.endpoint
        let descriptor = cposix_socket(endpoint.family)
        guard descriptor >= 0 else { throw .last(.socket, address) }
        do throws(SocketError) {
            // A port whose last connections have not faded may be taken again; one that is listened on may not, which
            // is why it is this option and no other.
            _ = cposix_set_flag(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            if address.isIPv6 {
                _ = cposix_set_flag(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
            }
            guard unsafe cposix_bind(descriptor, &endpoint) == 0 else { throw .last(.bind, address) }
            guard CPosix.listen(descriptor, backlog) == 0 else { throw .last(.listen, address) }
            guard unsafe cposix_local_endpoint(descriptor, &endpoint) == 0 else { throw .last(.listen, address) }
        } catch {
            _ = CPosix.close(descriptor)
            throw error
        }
        return (descriptor, SocketAddress(endpoint))
    }

    override func handle(_ readiness: Readiness) {
        isAcceptable = true
        if !isExhausted {
            acceptAvailable()
        }
    }

    override func continueWork() {
        isListedReady = false
        acceptAvailable()
    }

    package override func close() {
        guard isOpen else { return }
        delegate = nil
        retry?.invalidate()
        retry = nil
        giveUpSpare()
        // A back end may hold on to the descriptor for a moment; nobody is to be let into its backlog meanwhile.
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        closeDescriptor()
    }

    private func listReady() {
        guard !isListedReady, isOpen else { return }
        isListedReady = true
        loop.addReady(self)
    }

    private func acceptAvailable() {
        var left = Self.acceptsPerTurn
        while isAcceptable, isOpen {
            guard left > 0 else { return listReady() }
            left -= 1
            if let socket = acceptOne() {
                if isExhausted {
                    isExhausted = false
                    delegate?.listenerDidRecover(self)
                }
                delegate?.listener(self, didAccept: socket)
                continue
            }
            let code = cposix_errno()
            if code == EAGAIN || code == EWOULDBLOCK {
                isAcceptable = false
                loop.poller.rearm(registration, .readable)
            } else if SocketError.isExhaustion(code), !makeDo(code) {
                retry?.arm(after: Self.pause)
                return
            }
            // Anything else (ECONNABORTED, EPROTO, EINTR …) is about one connection that is gone: on to the next.
        }
    }

    private func acceptOne() -> AcceptedSocket? {
        var endpoint = cposix_endpoint()
        let accepted = accept(descriptor, &endpoint)
        guard accepted >= 0 else { return nil }
        return AcceptedSocket(owning: accepted, peer: SocketAddress(endpoint), budget: loop.descriptors)
    }

    /// Says that nothing is left, and accepts with the spare descriptor; false when there is no way but to wait.
    private func makeDo(_ code: Int32) -> Bool {
        if !isExhausted {
            isExhausted = true
            delegate?.listenerDidRunOut(self, code)
            // Whoever heard that may have closed some by now.
            return true
        }
        if spare < 0 { spare = cposix_spare() }
        guard spare >= 0 else { return false }
        giveUpSpare()
        defer { spare = cposix_spare() }
        guard let socket = acceptOne() else { return false }
        delegate?.listener(self, mustRefuse: socket)
        return true
    }

    private func giveUpSpare() {
        if spare >= 0 { _ = CPosix.close(spare) }
        spare = -1
    }
}
