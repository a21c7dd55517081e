import Engine
import Flow
import Reactor
import Site
import Synchronization

/// The listeners, known once the proxy has started. Safe to use from anywhere.
final class Listening: Sendable {
    private let listeners = Mutex<(all: [HarkStatus.Listener], addresses: [SocketAddress])>(([], []))

    var all: [HarkStatus.Listener] { listeners.withLock { $0.all } }

    var addresses: [SocketAddress] { listeners.withLock { $0.addresses } }

    func set(_ addresses: [SocketAddress], _ specs: [ListenerSpec]) {
        let all = zip(addresses, specs).map { address, spec in
            var server: String?
            if case .reverse(let destination, _) = spec.policy.mode {
                server = "\(destination.isSecure ? "https" : "http")://\(destination)"
            }
            return HarkStatus.Listener(address: address.description, reverse: server)
        }
        listeners.withLock { $0 = (all, addresses) }
    }
}
