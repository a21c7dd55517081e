internal import CPosix

/// What a listener tells its owner besides connections. Runs on the listener's loop.
package protocol ListenerDelegate: AnyObject {
    /// A connection for any loop: `StreamSocket(accepted, on:delegate:)` there.
    func listener(_ listener: Listener, didAccept socket: AcceptedSocket)
    /// No descriptor or memory for another connection. Said once, until there was room again.
    func listenerDidRunOut(_ listener: Listener, _ code: Int32)
    /// Still there is none: some of those that are open should close.
    func listenerWantsRoom(_ listener: Listener)
    /// A connection that has but the spare descriptor, which it must give back: `refuse` it with an answer, or let it
    /// go.
    func listener(_ listener: Listener, mustRefuse socket: AcceptedSocket)
    /// A connection was accepted again, or could be.
    func listenerDidRecover(_ listener: Listener)
}

/// A listening socket. Kept alive by its loop until closed, and keeps its delegate as long. Runs on its loop.
///
/// It holds a spare descriptor. When the process has no other, and none has become free in a moment, connections are
/// accepted with that one all the same and refused at once: left in the backlog, they would wait for what may never
/// come, and two proxies that ask each other would wait for ever. From then on it looks by itself whether there is room
/// again: no event tells of that.
package final class Listener: Channel {
    /// Connections accepted before others on the loop have their turn.
    package static let acceptsPerTurn = 64
    /// How long to wait when not even the spare descriptor helps, and when nobody comes while there is no room.
    static let pause = Nanoseconds.milliseconds(100)
    /// How long to wait for loops that have yet to take what was accepted.
    static let breath = Nanoseconds.milliseconds(2)
    /// How many are refused before those who can make room are asked again.
    static let refusalsAtOnce = 16
    /// How long those who were asked to make room may take before anybody is refused.
    static let patience = Nanoseconds.milliseconds(20)
    static let backlog: Int32 = 4096

    /// Where it listens, with the port the system picked if 0 was asked for.
    package let address: SocketAddress
    package var delegate: (any ListenerDelegate)?
    private(set) var isExhausted = false
    /// How many may be refused before anybody is asked to make room.
    private var refusalsLeft = 0

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
        retry = LoopTimer(on: loop) { listener.lookAgain() }
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
        // While it has to wait for room it looks again by itself.
        if retry?.isArmed != true { acceptAvailable() }
    }

    private func lookAgain() {
        acceptAvailable()
        guard isExhausted, !isAcceptable, isOpen else { return }
        // Nobody comes, so that no connection can show whether there is room.
        let probe = cposix_spare()
        guard probe >= 0 else { return look(after: Self.pause) }
        _ = CPosix.close(probe)
        recover()
    }

    private func look(after time: Nanoseconds) {
        retry?.arm(after: time)
    }

    private func recover() {
        guard isExhausted else { return }
        isExhausted = false
        delegate?.listenerDidRecover(self)
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
        // When each that comes makes another go, that one has to go first; and those that are on their way to a loop
        // must not take all there is.
        let descriptors = loop.descriptors
        var left = descriptors.hasClientsEnough ? 1 : Self.acceptsPerTurn
        while isAcceptable, isOpen {
            guard descriptors.mayArrive else { return look(after: Self.breath) }
            guard left > 0 else { return listReady() }
            left -= 1
            if let socket = acceptOne() {
                recover()
                delegate?.listener(self, didAccept: socket)
                continue
            }
            let code = cposix_errno()
            if code == EAGAIN || code == EWOULDBLOCK {
                isAcceptable = false
                loop.poller.rearm(registration, .readable)
                if isExhausted { look(after: Self.pause) }
            } else if SocketError.isExhaustion(code), let wait = makeDo(code) {
                return look(after: wait)
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

    /// Says that nothing is left, and accepts with the spare descriptor; how long to wait when there is no other way.
    private func makeDo(_ code: Int32) -> Nanoseconds? {
        if !isExhausted {
            isExhausted = true
            refusalsLeft = 0
            delegate?.listenerDidRunOut(self, code)
            // Whoever heard that may have closed some by now.
            return nil
        }
        if refusalsLeft == 0 {
            refusalsLeft = Self.refusalsAtOnce
            delegate?.listenerWantsRoom(self)
            return Self.patience
        }
        refusalsLeft -= 1
        if spare < 0 { spare = cposix_spare() }
        guard spare >= 0 else { return Self.pause }
        giveUpSpare()
        defer { spare = cposix_spare() }
        guard let socket = acceptOne() else {
            let code = cposix_errno()
            // Who waited has gone, or the spare was taken by somebody else.
            return code == EAGAIN || code == EWOULDBLOCK ? nil : Self.pause
        }
        delegate?.listener(self, mustRefuse: socket)
        return nil
    }

    private func giveUpSpare() {
        if spare >= 0 { _ = CPosix.close(spare) }
        spare = -1
    }
}
