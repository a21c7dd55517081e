internal import Bytes
internal import HTTPModel

extension ClientHello {
    /// The JA4 fingerprint: what tells one client's TLS library and settings from another's, whatever it connects to.
    ///
    /// Three parts with `_` between them, GREASE values left out everywhere:
    /// - `t` (TLS over TCP), the highest version (`13`, `12` …), `d` when a server name is sent or `i` when not, the
    ///   number of cipher suites and the number of extensions in two digits each, and the first and last character of
    ///   the first application protocol (`00` without one);
    /// - the first 12 digits of the SHA-256 of the suites, sorted, as four digits each with commas between
    ///   (twelve zeros for none);
    /// - the same of the extensions, sorted, without those for server name and application protocols (they depend on
    ///   the server), followed by `_` and the signature algorithms in the order sent.
    package var fingerprint: String {
        let suites = cipherSuites.filter { !Self.isGREASE($0) }
        let types = extensions.map(\.type).filter { !Self.isGREASE($0) }
        let algorithms = (signatureAlgorithms ?? []).filter { !Self.isGREASE($0) }
        let start =
            "t" + versionMark + (types.contains(0) ? "d" : "i") + Self.twoDigits(suites.count)
            + Self.twoDigits(types.count) + protocolMark
        // The server name and the application protocols are 0 and 16.
        var last = Self.list(types.filter { $0 != 0 && $0 != 16 }.sorted())
        if !last.isEmpty, !algorithms.isEmpty { last += "_" + Self.list(algorithms) }
        return [start, Self.short(Self.list(suites.sorted())), Self.short(last)].joined(separator: "_")
    }

    private static let nothing = "000000000000"

    private var versionMark: String {
        switch highestVersion {
        case .tls13: "13"
        case .tls12: "12"
        case .tls11: "11"
        case .tls10: "10"
        case .ssl3: "s3"
        default: "00"
        }
    }

    private var protocolMark: String {
        guard let first = applicationProtocols?.first, let start = first.first, let end = first.last else {
            return "00"
        }
        let isPlain = [start, end].allSatisfy { ASCII.isAlpha($0) || ASCII.isDigit($0) }
        // Of anything but letters and digits: the first and last digit of the bytes in hexadecimal.
        guard isPlain else { return String(Hex.text([start]).prefix(1) + Hex.text([end]).suffix(1)) }
        return String(UnicodeScalar(start)) + String(UnicodeScalar(end))
    }

    private static func twoDigits(_ number: Int) -> String {
        let shown = min(number, 99)
        return shown < 10 ? "0\(shown)" : "\(shown)"
    }

    private static func list(_ values: [UInt16]) -> String {
        values.map { Hex.number(Int($0), width: 4) }.joined(separator: ",")
    }

    private static func short(_ list: String) -> String {
        list.isEmpty ? nothing : String(Hex.text(SHA256.digest(of: Bytes(list))).prefix(12))
    }
}
