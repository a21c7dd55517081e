/// Tells what was compressed to be large from what is large: from so much on (64 MiB) nothing that people send is still
/// 200 times as much as its compressed form.
struct BombGuard: Sendable {
    private static let size: UInt64 = 64 << 20
    private static let ratio: UInt64 = 200

    /// Octets that came.
    package var taken: UInt64 = 0
    /// Octets that they stand for, so far.
    package var made: UInt64 = 0

    var isBomb: Bool { made > Self.size && made / Self.ratio > taken }
}
