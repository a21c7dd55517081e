public import Bytes

extension URLReference {
    /// What tells one resource from another in a cache, and whether a request is the one a redirect asked for: scheme
    /// and host in lower case, no default port, `/` for an empty path, no userinfo and no fragment (RFC 9110 §4.2.3,
    /// RFC 9111 §2).
    public var requestKey: Bytes {
        guard let scheme, let host, authority != nil else {
            return raw.slice(0..<(query?.upperBound ?? path.upperBound))
        }
        var key: [UInt8] = []
        key.reserveCapacity(raw.count + 1)
        for byte in raw.slice(scheme) { key.append(ASCII.lowercase(byte)) }
        key += [ASCII.colon, ASCII.slash, ASCII.slash]
        for byte in raw.slice(host) { key.append(ASCII.lowercase(byte)) }
        if let port, !port.isEmpty, effectivePort != (hasScheme("https") ? 443 : hasScheme("http") ? 80 : nil) {
            key.append(ASCII.colon)
            key += raw.slice(port)
        }
        key += raw.slice(path)
        if path.isEmpty { key.append(ASCII.slash) }
        if let query { key += raw.slice((query.lowerBound - 1)..<query.upperBound) }
        return Bytes(key)
    }
}
