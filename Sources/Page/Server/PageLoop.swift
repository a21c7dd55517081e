import Bytes
import Reactor

/// The loop of the page, with everything that lives on it.
actor PageLoop {
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let loop: EventLoop
    private var state: PageState?
    private var listener: Listener?

    init() throws(SocketError) {
        executor = LoopExecutor(label: "hark.page")
        loop = try EventLoop(executor: executor)
    }

    func start(_ contents: PageServer.Contents, on address: SocketAddress) throws -> SocketAddress {
        let door = PageDoor()
        let listener = try Listener(address, on: loop, delegate: door)
        let state = try PageState(contents, on: loop, port: listener.address.port, owner: self)
        door.state = state
        self.listener = listener
        self.state = state
        loop.start { [self] wake in assumeIsolated { $0.loop.perform(wake) } }
        return listener.address
    }

    func makeKey() -> String { state?.makeKey() ?? "" }

    func stop() async {
        listener?.close()
        listener = nil
        await withCheckedContinuation { continuation in
            if let state { state.end { continuation.resume() } } else { continuation.resume() }
        }
        state = nil
        loop.stop()
    }

    /// Has something done on the loop, from anywhere.
    nonisolated func post(_ work: @escaping @Sendable (PageLoop) -> Void) {
        executor.post { work(self) }
    }

    /// Enters from posted work.
    nonisolated func enter(_ body: @Sendable (PageState) -> Void) {
        assumeIsolated { loop in
            if let state = loop.state { body(state) }
        }
    }
}

/// Takes connections from the listener. Runs on the loop.
private final class PageDoor: ListenerDelegate {
    weak var state: PageState?

    func listener(_ listener: Listener, didAccept socket: AcceptedSocket) {
        state?.adopt(socket)
    }

    func listenerDidRunOut(_ listener: Listener, _ code: Int32) {}

    func listenerWantsRoom(_ listener: Listener) {
        _ = state?.makeRoom()
    }

    func listener(_ listener: Listener, mustRefuse socket: AcceptedSocket) {
        socket.refuse(with: "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }

    func listenerDidRecover(_ listener: Listener) {}
}
