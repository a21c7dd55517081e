public import Bytes

extension URLReference {
    /// The key of a resource in a cache, which also identifies the request that follows a redirect. Scheme and host are
    /// in lower case, an empty path is `/`; default port, userinfo and fragment are left out (RFC 9110 §4.2.3, RFC 9111
    /// §2).
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
