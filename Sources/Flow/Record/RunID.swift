internal import Bytes

/// Names one run of Hark: flows and connections are counted from 1 in each. Random.
public struct RunID: Sendable, Hashable {
    /// The number itself.
    public let value: UInt64

    /// A run by its number.
    public init(_ value: UInt64) {
        self.value = value
    }

    /// Reads `text`; nil when it is not sixteen hexadecimal digits.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != ASCII.plus && $0 != ASCII.hyphen }),
            let value = UInt64(text, radix: 16)
        else { return nil }
        self.value = value
    }

    /// Sixteen hexadecimal digits.
    public var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
