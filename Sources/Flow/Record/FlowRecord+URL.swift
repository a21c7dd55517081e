public import Bytes
import HTTPModel

extension FlowRecord {
    /// The requested absolute URL (RFC 9112 §3.3), without fragment: as recorded, else built from head and connection.
    /// CONNECT's is `http://host:port`. Empty when it is unknown.
    public var url: Bytes {
        if let toldURL { return toldURL }
        guard let head = requestHead else { return refusedURL }
        let target = head.targetBytes
        switch head.target.form {
        case .absolute: return target.withoutFragment
        case .authority: return Bytes(Array("http://".utf8) + target)
        case .asterisk: return composed(head, Bytes())
        case .origin where target.first == ASCII.slash: return composed(head, target.withoutFragment)
        case .origin:
            // No target at all (RFC 9112 §3.2): no URL is made up from it, unless it names one by itself.
            return target.contains(ASCII.colon) ? target.withoutFragment : Bytes()
        }
    }

    /// What a request that was refused for its head seems to have been for.
    private var refusedURL: Bytes {
        guard let refused = refusedRequest else { return Bytes() }
        let target = refused.target
        if target.first != ASCII.slash, target.contains(ASCII.colon) {
            // Of a CONNECT as that of one that was not refused.
            let isAuthority = refused.method == "CONNECT" && !target.contains(ASCII.slash)
            return isAuthority ? Bytes(Array("http://".utf8) + target) : target
        }
        // What is no path stands behind no host: `*`, and what is no target at all.
        let path = target.first == ASCII.slash ? Array(target) : []
        return Bytes(scheme + Array(refused.host ?? Bytes(opening?.listener ?? "")) + path)
    }

    /// The client's own: what it sent inside TLS was for an https URL.
    private var scheme: [UInt8] { Array((clientTLS == nil ? "http://" : "https://").utf8) }

    /// With the Host field; without one, the server that was sought, else the listener.
    private func composed(_ head: RequestHead, _ path: Bytes) -> Bytes {
        var url = head.fields.pseudoField(":scheme").map { $0.array + Array("://".utf8) } ?? scheme
        let named = head.fields.pseudoField(":authority") ?? head.fields.first(.host)
        let host = named.flatMap { $0.isEmpty ? nil : $0 } ?? soughtHost
        url.reserveCapacity(url.count + host.count + path.count)
        host.withUnsafeBytes { url.append(contentsOf: $0) }
        path.withUnsafeBytes { url.append(contentsOf: $0) }
        return Bytes(url)
    }

    private var soughtHost: Bytes {
        guard let host else { return Bytes(opening?.listener ?? "") }
        let name = host.contains(":") ? "[\(host)]" : host
        guard let port, port != (clientTLS == nil ? 80 : 443) else { return Bytes(name) }
        return Bytes("\(name):\(port)")
    }
}

extension Bytes {
    fileprivate var withoutFragment: Bytes {
        firstIndex(of: UInt8(ascii: "#")).map { slice(0..<$0) } ?? self
    }
}
