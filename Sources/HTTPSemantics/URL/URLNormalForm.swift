public import Bytes

extension URLReference {
    /// The form in which two spellings of one http URL are the same bytes: scheme and host in lower case, hexadecimal digits
    /// in upper case, nothing encoded that need not be, no dot segments, no default port, `/` for an empty path
    /// (RFC 3986 §6.2.2, §6.2.3; RFC 9110 §4.2.3).
    public var normalForm: Bytes {
        guard let scheme = bytes(scheme) else { return raw }
        var result = scheme.lowercased.array
        result.append(ASCII.colon)
        if authority != nil {
            result += [ASCII.slash, ASCII.slash]
            if let userinfo = bytes(userinfo) {
                result += Self.normalised(userinfo)
                result.append(0x40)
            }
            if let host = bytes(host) { result += Self.normalised(host.lowercased) }
            if let port = bytes(port), !port.isEmpty, port.decimal != defaultPort.map(UInt64.init) {
                result.append(ASCII.colon)
                result += port
            }
        }
        let path = Self.removingDotSegments(Bytes(Self.normalised(raw.slice(path))))
        result += path.isEmpty && authority != nil ? [ASCII.slash] : path
        if let query = bytes(query) {
            result.append(0x3F)
            result += Self.normalised(query)
        }
        if let fragment = bytes(fragment) {
            result.append(0x23)
            result += Self.normalised(fragment)
        }
        return Bytes(result)
    }

    /// The port that the scheme means when none is written.
    public var defaultPort: UInt16? {
        if hasScheme("http") || hasScheme("ws") { return 80 }
        return hasScheme("https") || hasScheme("wss") ? 443 : nil
    }

    /// Triplets of unreserved characters decoded, the others in upper case (RFC 3986 §6.2.2.1, §6.2.2.2).
    private static func normalised(_ part: Bytes) -> [UInt8] {
        let octets = PercentOctet.list(in: part)
        guard !octets.isEmpty else { return part.array }
        var result: [UInt8] = []
        result.reserveCapacity(part.count)
        var start = 0
        for octet in octets {
            result += part.slice(start..<octet.offset)
            start = octet.offset + 3
            if octet.kind == .unreserved {
                result.append(octet.value)
            } else {
                result.append(0x25)
                for digit in part.slice(octet.offset + 1..<start) {
                    result.append(ASCII.isAlpha(digit) ? digit & 0xDF : digit)
                }
            }
        }
        result += part.slice(start..<part.count)
        return result
    }
}
