import Bytes
import HTTPSemantics

/// What a script does to the URL of a request. Pure functions.
enum ScriptURL {
    /// Where a URL leads.
    struct Server: Hashable {
        let host: Bytes
        let port: UInt16
        let isSecure: Bool
    }

    /// The server of an absolute URL of http or https; nil when it is none.
    static func server(of url: Bytes) -> Server? {
        let parts = URLReference(url)
        let isSecure = parts.hasScheme("https")
        guard isSecure || parts.hasScheme("http"), let authority = parts.bytes(parts.authority),
            !authority.contains(ASCII.at), let (host, port) = MappedURL.server(authority, isSecure)
        else { return nil }
        return Server(host: host.lowercased, port: port, isSecure: isSecure)
    }

    /// Path and query in origin-form (RFC 9112 §3.2.1); nil where they have bytes that no target has.
    static func target(of url: Bytes) -> Bytes? {
        let parts = URLReference(url)
        var target = parts.raw.slice(parts.path).array
        if target.isEmpty { target = [ASCII.slash] }
        if let query = parts.bytes(parts.query) { target += [ASCII.question] + query.array }
        guard target.first == ASCII.slash,
            target.allSatisfy({ OctetClass.pathOrQuery.contains($0) || $0 == ASCII.percent })
        else { return nil }
        return Bytes(target)
    }

    static func replacingTarget(of url: Bytes, by target: Bytes) -> Bytes {
        let parts = URLReference(url)
        guard target.first == ASCII.slash else { return url }
        return Bytes(url.slice(0..<parts.path.lowerBound).array + target.array)
    }

    static func replacingServer(of url: Bytes, host: Bytes, port: UInt16, isSecure: Bool) -> Bytes {
        let parts = URLReference(url)
        let usual: UInt16 = isSecure ? 443 : 80
        let name = host.contains(ASCII.colon) && host.first != ASCII.openBracket ? "[\(host.text)]" : host.text
        let start = (isSecure ? "https://" : "http://") + name + (port == usual ? "" : ":\(port)")
        return Bytes(Array(start.utf8) + url.slice(parts.path.lowerBound..<url.count).array)
    }
}
