package import Bytes

/// Names of members and fields whose values prove who one is.
package enum SecretNames {
    /// As in the query of a URL.
    @Sendable package static func isSecret(_ name: Bytes, _ value: Bytes) -> Bool {
        guard !name.isEmpty, name.count <= 64, name.allSatisfy({ ASCII.isFieldText($0) && $0 != ASCII.equals })
        else { return false }
        let query = Array("?".utf8) + Array(name) + Array("=".utf8)
        let url = Bytes(query + Array(repeating: UInt8(ascii: "x"), count: min(max(value.count, 8), 40)))
        return Secrets.redacted(url: url) != url
    }
}
