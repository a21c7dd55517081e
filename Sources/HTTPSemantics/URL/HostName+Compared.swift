public import Bytes

/// One form for all comparisons of hosts: whoever asks whether a host is the one that somebody named compares these.
extension HostName {
    /// A host as it is compared: without the brackets of an IPv6 address, in its shortest form (RFC 5952 §4); without
    /// the dot that ends an absolute name (RFC 1034 §3.1); in lower case (RFC 4343); a name in other scripts as the DNS
    /// carries it (RFC 5891 §4). What is no host stays as it is, in lower case.
    package static func compared(_ host: Bytes) -> Bytes {
        let (isPlain, hasColon) = host.withUnsafeBytes { bytes in
            var (isPlain, hasColon) = (true, false)
            for byte in bytes {
                if byte >= 0x80 || (0x41...0x5A).contains(byte) { isPlain = false }
                if byte == ASCII.colon { hasColon = true }
            }
            return (isPlain, hasColon)
        }
        // Nearly all of them.
        if isPlain, !hasColon, host.last != ASCII.period, host.first != ASCII.openBracket { return host }
        var name = host
        if name.count > 2, name.first == ASCII.openBracket, name.last == ASCII.closeBracket {
            name = name.slice(1..<(name.count - 1))
        }
        if hasColon { return address(name) ?? name.lowercased }
        if name.count > 1, name.last == ASCII.period { name = name.slice(0..<(name.count - 1)) }
        return inASCII(name) ?? name.lowercased
    }

    /// An IPv4 address has only digits and dots; an IPv6 address has colons. No host name of either kind can be
    /// registered.
    public static func isAddress(_ host: Bytes) -> Bool {
        host.contains(ASCII.colon) || host.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.period }
    }

    private static func address(_ text: Bytes) -> Bytes? {
        text.addressOctets.flatMap { Bytes(addressOctets: $0) }
    }

    /// nil when it is in ASCII already, or has no such form.
    private static func inASCII(_ name: Bytes) -> Bytes? {
        guard name.contains(where: { $0 >= 0x80 }), let text = String(validating: name.array, as: UTF8.self) else {
            return nil
        }
        return encoded(text)?.lowercased
    }

    /// Why a pattern of hosts can match none.
    package struct PatternProblem: Error, Hashable {
        /// A clause: `it has a port; write 'bank.test'`.
        package let text: String
    }

    /// A host or a pattern of hosts (`*.example.com`) as somebody writes it, as it is compared with `compared`.
    ///
    /// - Parameter isGlob: `*` and `?` stand for others.
    package static func pattern(_ text: String, isGlob: Bool = true) throws(PatternProblem) -> Bytes {
        let written = Bytes(text)
        if text.isEmpty { throw PatternProblem(text: "it is empty") }
        if let scheme = text.firstRange(of: "://") {
            let host = text[scheme.upperBound...].prefix { $0 != "/" && $0 != ":" && $0 != "?" }
            throw PatternProblem(text: "it is a URL, and a host has no scheme\(instead(String(host)))")
        }
        if let slash = text.firstIndex(of: "/") {
            throw PatternProblem(text: "a host has no path\(instead(String(text[..<slash])))")
        }
        if let at = text.lastIndex(of: "@") {
            throw PatternProblem(text: "a host has no user name\(instead(String(text[text.index(after: at)...])))")
        }
        guard !written.contains(where: { ASCII.isControl($0) || ASCII.isWhitespace($0) || $0 == UInt8(ascii: ",") })
        else { throw PatternProblem(text: "a host has no spaces and no commas; name each one by itself") }
        var name = written
        if name.first == ASCII.openBracket {
            guard let end = name.firstIndex(of: ASCII.closeBracket), end > 1 else {
                throw PatternProblem(text: "the brackets of an IPv6 address are not closed")
            }
            guard end == name.count - 1 else {
                throw PatternProblem(text: "ports are not part of a host\(instead(name.slice(0..<(end + 1)).text))")
            }
            name = name.slice(1..<end)
        }
        if name.contains(ASCII.colon) { return try addressPattern(name) }
        if name.count > 1, name.last == ASCII.period { name = name.slice(0..<(name.count - 1)) }
        return try namePattern(name, isGlob)
    }

    private static func instead(_ host: String) -> String { host.isEmpty ? "" : "; write '\(host)'" }

    /// What has colons is an IPv6 address, or one with wildcards in it; else it is a name with a port.
    private static func addressPattern(_ text: Bytes) throws(PatternProblem) -> Bytes {
        if let address = address(text) { return address }
        let colons = text.count { $0 == ASCII.colon }
        let isAddress = text.allSatisfy {
            ASCII.hexValue($0) != nil || $0 == ASCII.colon || $0 == ASCII.asterisk || $0 == ASCII.question
                || $0 == ASCII.period
        }
        let hasWildcard = text.contains(ASCII.asterisk) || text.contains(ASCII.question)
        if colons > 1, isAddress, hasWildcard { return text.lowercased }
        guard colons == 1, let colon = text.firstIndex(of: ASCII.colon) else {
            throw PatternProblem(text: "it is no IPv6 address")
        }
        throw PatternProblem(text: "ports are not part of a host\(instead(text.slice(0..<colon).text))")
    }

    private static func namePattern(_ name: Bytes, _ isGlob: Bool) throws(PatternProblem) -> Bytes {
        var labels: [Bytes] = []
        for label in name.split(separator: ASCII.period, omittingEmptySubsequences: false).map({ Bytes(Array($0)) }) {
            guard !label.isEmpty else {
                let isSuffix = name.first == ASCII.period && name.count > 1
                throw PatternProblem(
                    text: "a name has no empty label\(isSuffix && isGlob ? instead("*" + name.text) : "")")
            }
            labels.append(try labelPattern(label))
        }
        return Bytes(Array(labels.joined(separator: [ASCII.period])))
    }

    private static func labelPattern(_ label: Bytes) throws(PatternProblem) -> Bytes {
        guard label.contains(where: { $0 >= 0x80 }) else { return label.lowercased }
        guard !label.contains(ASCII.asterisk), !label.contains(ASCII.question) else {
            // Of `xn--bcher-kva` no part stands for a part of `bücher`.
            throw PatternProblem(text: "'\(label.text)' has non-ASCII letters, which exclude a wildcard")
        }
        guard let encoded = encoded(label.text) else {
            throw PatternProblem(text: "'\(label.text)' is not a valid name in the DNS (RFC 5891)")
        }
        return encoded.lowercased
    }
}
