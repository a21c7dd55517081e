import Flow
import Reactor
import Site
import Synchronization

/// The listeners, known once the proxy has started. Safe to use from anywhere.
final class Listening: Sendable {
    private let listeners = Mutex<[HarkStatus.Listener]>([])

    var all: [HarkStatus.Listener] { listeners.withLock { $0 } }

    func set(_ addresses: [SocketAddress], policy: ForwardingPolicy) {
        var server: String?
        if case .reverse(let destination, _) = policy.mode {
            server = "\(destination.isSecure ? "https" : "http")://\(destination)"
        }
        let all = addresses.map { HarkStatus.Listener(address: $0.description, reverse: server) }
        listeners.withLock { $0 = all }
    }
}
