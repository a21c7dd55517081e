internal import Synchronization

/// A result on its way from whoever made it to the loop that wants it. Safe to use from anywhere.
final class Delivery<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func put(_ value: Value) {
        self.value.withLock { $0 = value }
    }

    /// The result, the first time.
    func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }
}
