public import Bytes

extension URLReference {
    /// The normal form of an http URL: equivalent URLs have the same bytes. Scheme and host are in lower case,
    /// hexadecimal digits in upper case. There is no needless encoding, no dot segment and no default port; an empty
    /// path is `/` (RFC 3986 §6.2.2, §6.2.3; RFC 9110 §4.2.3).
    public var normalForm: Bytes {
        guard let scheme = bytes(scheme) else { return raw }
        var result = scheme.lowercased.array
        result.append(ASCII.colon)
        if authority != nil {
            result += [ASCII.slash, ASCII.slash]
            if let userinfo = bytes(userinfo) {
                result += Self.normalised(userinfo)
                result.append(ASCII.at)
            }
            if let host = bytes(host) { result += Self.normalised(host, inLowerCase: true) }
            if let port = bytes(port), keepsPort(port) {
                result.append(ASCII.colon)
                result += port
            }
        }
        let path = Self.removingDotSegments(Bytes(Self.normalised(raw.slice(path))))
        if authority == nil { result += Self.guardAgainstAuthority(path) }
        result += path.isEmpty && authority != nil ? [ASCII.slash] : path
        if let query = bytes(query) {
            result.append(ASCII.question)
            result += Self.normalised(query)
        }
        if let fragment = bytes(fragment) {
            result.append(ASCII.hash)
            result += Self.normalised(fragment)
        }
        return Bytes(result)
    }

    /// An empty port and the scheme's own one go, unless that would make a port of a part of the host (`a:80:80`).
    private func keepsPort(_ port: Bytes) -> Bool {
        if let host = bytes(host), host.first != ASCII.openBracket, host.firstIndex(of: ASCII.colon) != nil {
            return true
        }
        return !port.isEmpty && port.decimal != defaultPort.map(UInt64.init)
    }

    /// What has to stand before a path that begins with two slashes where no authority does, lest it be read as one.
    static func guardAgainstAuthority(_ path: [UInt8]) -> [UInt8] {
        path.starts(with: [ASCII.slash, ASCII.slash]) ? [ASCII.slash, ASCII.period] : []
    }

    /// The default port of the scheme.
    public var defaultPort: UInt16? {
        if hasScheme("http") || hasScheme("ws") { return 80 }
        return hasScheme("https") || hasScheme("wss") ? 443 : nil
    }

    /// Triplets of unreserved characters decoded, the others in upper case (RFC 3986 §6.2.2.1, §6.2.2.2).
    private static func normalised(_ part: Bytes, inLowerCase: Bool = false) -> [UInt8] {
        func append(_ plain: Bytes, to result: inout [UInt8]) {
            if inLowerCase {
                for byte in plain { result.append(ASCII.lowercase(byte)) }
            } else {
                result += plain
            }
        }
        var result: [UInt8] = []
        result.reserveCapacity(part.count)
        var start = 0
        for octet in PercentOctet.list(in: part) {
            append(part.slice(start..<octet.offset), to: &result)
            start = octet.offset + 3
            if octet.kind == .unreserved, !completesTriplet(octet.value, after: result) {
                result.append(inLowerCase ? ASCII.lowercase(octet.value) : octet.value)
            } else {
                result.append(ASCII.percent)
                for digit in part.slice(octet.offset + 1..<start) {
                    result.append(ASCII.isAlpha(digit) ? digit & 0xDF : digit)
                }
            }
        }
        append(part.slice(start..<part.count), to: &result)
        return result
    }

    /// Whether this digit would make a triplet of a `%` that begins none: it was not one before, and must not be later.
    private static func completesTriplet(_ value: UInt8, after bytes: [UInt8]) -> Bool {
        ASCII.hexValue(value) != nil && bytes.suffix(2).contains(ASCII.percent)
    }
}
