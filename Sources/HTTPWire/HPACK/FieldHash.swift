/// Numbers by which fields are told apart before their octets are compared: the table is searched for each field that
/// is written.
///
/// Not secret: a peer can choose fields whose numbers are the same. Then the octets of a table's entries are compared,
/// and they are few.
struct FieldHash: Sendable, Hashable {
    /// Of the name.
    let name: UInt32
    /// Of name and value.
    let whole: UInt32

    /// Of what nobody searches for.
    init() {
        (name, whole) = (0, 0)
    }

    init(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        let first = Self.mix(name, into: 0)
        self.name = UInt32(truncatingIfNeeded: first >> 32)
        whole = UInt32(truncatingIfNeeded: Self.mix(value, into: first) >> 32)
    }

    /// Eight octets at a time, each word spread by a multiplication (the golden ratio's odd number).
    private static func mix(_ octets: Span<UInt8>, into seed: UInt64) -> UInt64 {
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        return unsafe octets.withUnsafeBytes { bytes in
            var number = (seed ^ UInt64(bytes.count)) &* factor
            var place = 0
            while place &+ 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                number = (number ^ number >> 29 ^ word) &* factor
                place &+= 8
            }
            // The rest with octets before it, which are known already.
            if place < bytes.count, bytes.count >= 8 {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
                return (number ^ number >> 29 ^ word) &* factor
            }
            while place < bytes.count {
                number = (number ^ number >> 29 ^ UInt64(unsafe bytes[place])) &* factor
                place &+= 1
            }
            return number
        }
    }
}
