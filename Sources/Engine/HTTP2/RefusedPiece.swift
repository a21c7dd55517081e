internal import Bytes

/// Content of a stream that makes its message malformed (RFC 9113 §8.1.1): it is recorded, and not passed on.
struct RefusedPiece {
    /// Where in the content it stands.
    let offset: UInt64
    let bytes: Bytes
}
