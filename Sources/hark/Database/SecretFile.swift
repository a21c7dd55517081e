import Bytes
import Platform

/// A small file with a secret.
enum SecretFile {
    private static let limit = 64 << 10

    /// All of it; nil when it cannot be read, or is none that a secret is in.
    static func read(_ path: String) -> Bytes? {
        LockedFiles.withDescriptor(of: path) { descriptor in
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = pread(descriptor, &bytes, limit, 0)
            return count >= 0 ? Bytes(Array(bytes.prefix(count))) : nil
        } ?? nil
    }
}
