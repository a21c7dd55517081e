import Bytes

/// Content that is stored beside its record, once for all flows of a tenant and a day.
struct FleetBody: Sendable, Hashable {
    let sha256: Bytes
    let bytes: Bytes

    /// Smaller content stays in the record.
    static let least = 4 << 10
    static let partSize = 1 << 20

    init(_ bytes: Bytes) {
        self.bytes = bytes
        sha256 = FleetDigest.sha256(bytes)
    }

    var parts: [Bytes] {
        stride(from: 0, to: bytes.count, by: Self.partSize).map {
            bytes.slice($0..<min(bytes.count, $0 + Self.partSize))
        }
    }
}
