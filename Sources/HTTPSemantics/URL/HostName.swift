public import Bytes
internal import CIdn2

/// Internationalized names, as in the DNS and as people write them (RFC 5890, RFC 3492), by libidn2. Pure functions.
public enum HostName {
    /// A host name with its `xn--` labels decoded; nil when it has none, or a malformed one.
    public static func decoded(_ host: Bytes) -> String? {
        guard host.count <= longestName, !host.contains(0), hasEncodedLabel(host) else { return nil }
        var output: UnsafeMutablePointer<CChar>?
        guard idn2_to_unicode_8z8z(host.text, &output, 0) == Int32(IDN2_OK.rawValue), let output else { return nil }
        defer { idn2_free(output) }
        let text = String(cString: output)
        return Bytes(text) == host ? nil : text
    }

    /// The ASCII form of a name (RFC 5891 §4); nil when there is none.
    public static func encoded(_ name: String) -> Bytes? {
        guard name.utf8.count <= 4 * longestName, !name.utf8.contains(0) else { return nil }
        // An empty label is none (RFC 1034 §3.1); the last one stands for the root.
        let labels = name.utf8.split(separator: ASCII.period, omittingEmptySubsequences: false)
        guard !labels.dropLast().contains(where: \.isEmpty) else { return nil }
        var output: UnsafeMutablePointer<CChar>?
        let flags = Int32(IDN2_NFC_INPUT.rawValue) | Int32(IDN2_NONTRANSITIONAL.rawValue)
        guard idn2_to_ascii_8z(name, &output, flags) == Int32(IDN2_OK.rawValue), let output else { return nil }
        defer { idn2_free(output) }
        return Bytes(String(cString: output))
    }

    private static let longestName = 255

    private static func hasEncodedLabel(_ host: Bytes) -> Bool {
        var start = 0
        while start < host.count {
            let end = host.firstIndex(of: ASCII.period, from: start) ?? host.count
            if host.slice(start..<end).hasPrefix(ignoringCase: "xn--") { return true }
            start = end + 1
        }
        return false
    }
}
