import Bytes
import HTTPSemantics

/// HMAC with SHA-256 (RFC 2104), and comparison that does not tell by its time how much was right.
enum KeyedHash {
    private static let blockSize = 64

    static func hash(_ message: some Sequence<UInt8>, key: [UInt8]) -> [UInt8] {
        var key = key.count > blockSize ? HashAlgorithm.sha256.digest(key) : key
        key += [UInt8](repeating: 0, count: blockSize - key.count)
        let inner = HashAlgorithm.sha256.digest(key.map { $0 ^ 0x36 } + Array(message))
        return HashAlgorithm.sha256.digest(key.map { $0 ^ 0x5C } + inner)
    }

    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for index in one.indices { difference |= one[index] ^ other[index] }
        return difference == 0
    }
}
