import Bytes
import Filter
import Workbench

// How traffic gets to the proxy: the address for other devices, and which clients trust Hark.
extension PageAPI {
    /// So many of the newest flows are looked at.
    private static let mostLookedAt = 500

    func setup(_ call: PageCall) throws(PageError) -> PageStep {
        let (source, clock, address) = (source, call.now.clock, tools.networkAddress)
        let isLocal = call.request.peer.isLocal
        let page = access.guests == nil || !gate.isSecure ? nil : pageAddress(for: call.request.peer)
        return .answering { () throws(PageError) in
            let session = try source.session()
            var trust = ClientTrust()
            if session.kind == .live {
                let numbers = try source.numbers(.everything, clock, nil).suffix(Self.mostLookedAt)
                try source.subjects(numbers.reversed(), hasContent: false) { subject in
                    trust.take(subject.record)
                    return true
                }
            }
            let reachable = session.proxies.lazy.compactMap { Self.reachable($0, from: address()) }.first
            return .json { json in
                json.beginObject()
                json.beginArray("parts")
                let local = FirstLines.local(session.proxies.first ?? "127.0.0.1:8888")
                for part in SetupPart.all(for: isLocal ? local : reachable ?? local) { part.write(to: &json) }
                json.endArray()
                json.key("network")
                if let reachable { json.network("http://\(reachable)/", address: reachable) } else { json.null() }
                json.key("page")
                if let page { json.network(page, address: page) } else { json.null() }
                json.key("clients")
                trust.write(to: &json)
                json.endObject()
            }
        }
    }

    /// Where other devices reach this page: where this one did, unless that is loopback.
    private func pageAddress(for peer: PagePeer) -> String? {
        let port = gate.port == 443 ? "" : ":\(gate.port)"
        let isLoopback = peer.reached.hasPrefix("127.") || peer.reached == "[::1]"
        let host = isLoopback ? Self.reachable("0.0.0.0:", from: tools.networkAddress()).map { $0.dropLast() } : nil
        if isLoopback, host == nil { return nil }
        return "https://\(host.map { String($0) } ?? peer.reached)\(port)/"
    }

    /// Where other devices reach a listener; nil for one that serves this computer only.
    ///
    /// - Parameter address: this computer's in its network.
    static func reachable(_ listener: String, from address: String?) -> String? {
        guard let colon = listener.lastIndex(of: ":") else { return nil }
        let host = listener[..<colon]
        guard !host.hasPrefix("127."), host != "[::1]" else { return nil }
        guard host == "0.0.0.0" || host == "[::]" else { return listener }
        return address.map { ($0.contains(":") ? "[\($0)]" : $0) + listener[colon...] }
    }
}

extension JSONWriter {
    /// An address, with a code that leads a phone to a URL.
    fileprivate mutating func network(_ url: String, address: String) {
        beginObject()
        member("address", address)
        key("code")
        if let code = QRCode(url) {
            beginObject()
            member("size", code.size)
            member("path", code.path)
            endObject()
        } else {
            null()
        }
        endObject()
    }
}
