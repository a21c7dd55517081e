import Bytes
import HTTPSemantics

/// The tags of one export: the same secret has the same tag, another one another. Without the key, which is nowhere
/// kept, a tag says nothing about the secret.
struct SecretTags {
    private let key: Bytes
    private var tags: [Bytes: String] = [:]
    private var taken: Set<String> = []
    /// Secrets that are remembered, so that no two have one tag; beyond them tags are longer, and chance keeps them
    /// apart.
    private static let limit = 200_000
    /// All tags have 16 digits: others who have the key make the same ones.
    private let isShared: Bool

    /// - Parameter key: random bytes of this export, 16 or more.
    init(key: Bytes, isShared: Bool = false) {
        self.key = key
        self.isShared = isShared
    }

    /// Four hexadecimal digits, more when they are another secret's; 16 of a key that others have.
    mutating func tag(of value: Bytes) -> String {
        let digest = Bytes(authenticated(value))
        if let tag = tags[digest] { return tag }
        let digits = Hex.text(digest)
        guard !isShared, tags.count < Self.limit else { return String(digits.prefix(16)) }
        var length = 4
        while length < 16, taken.contains(String(digits.prefix(length))) { length += 2 }
        let tag = String(digits.prefix(length))
        taken.insert(tag)
        tags[digest] = tag
        return tag
    }

    /// HMAC (RFC 2104) with SHA-256, cut to 16 bytes: who has the tags cannot try out short passwords.
    private func authenticated(_ value: Bytes) -> [UInt8] {
        let block = 64
        var key = self.key.count > block ? HashAlgorithm.sha256.digest(self.key) : self.key.array
        key += [UInt8](repeating: 0, count: block - key.count)
        let inner = HashAlgorithm.sha256.digest(key.map { $0 ^ 0x36 } + value.array)
        return Array(HashAlgorithm.sha256.digest(key.map { $0 ^ 0x5C } + inner).prefix(16))
    }
}
