import Dispatch
import HTTPModel
import Registry

extension ProxySession {
    /// Reads the tables that each exchange looks into, while nothing waits: the first would have to, on its loop.
    static func warmUp() {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(250)) {
            _ = KnownField.connection.has(.hopByHop)
            _ = Method.get.isIdempotent
        }
    }
}
