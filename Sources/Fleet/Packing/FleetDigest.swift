import Bytes
import Flow
import HTTPModel
import TLS

/// Digests that name things of the fleet by what they are: the same on every machine. Pure functions.
enum FleetDigest {
    static func sha256(_ bytes: Bytes) -> Bytes { Bytes(SHA256.digest(of: bytes)) }

    /// A number of 63 bits.
    static func number(_ bytes: Bytes) -> Int64 {
        let value = sha256(bytes).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(truncatingIfNeeded: value >> 1)
    }

    /// Of what a flow was from its first byte on: neither its end nor marks nor what is shipped of it change it.
    static func of(_ record: FlowRecord) -> Bytes {
        var text: [UInt8] = Array("\(record.id.number) \(record.opening?.wallClock ?? 0)\n".utf8)
        for part in [record.url, record.requestHead?.raw, record.responseHead?.raw] {
            text += Array("\(part?.count ?? -1)\n".utf8)
            if let part { text.append(contentsOf: part) }
        }
        return sha256(Bytes(text))
    }
}
