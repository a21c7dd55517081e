import Synchronization

/// Where other commands ask a proxy that has no rules where it listens: beside its session. Safe to use from anywhere.
final class ProxyDoor: Sendable {
    private let socket = Mutex<ControlSocket?>(nil)

    /// - Parameter answer: nil for a question that nobody here answers.
    func open(beside session: String, _ answer: @escaping @Sendable (String) -> String?) {
        guard let path = HeldProxy.place(beside: session) else { return }
        let made = ControlSocket(path) { answer($0) ?? "no this proxy has neither rules nor scripts\n" }
        made?.start()
        socket.withLock { $0 = made }
    }

    func close() {
        let made = socket.withLock { socket in
            defer { socket = nil }
            return socket
        }
        made?.stop()
    }
}
