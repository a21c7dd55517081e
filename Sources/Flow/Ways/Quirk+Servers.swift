package import Bytes
package import HTTPModel

// Which server a request is for, and which one its connection was made to.
extension Quirk {
    /// RFC 9110 §7.4: Host names another server than the one the connection was made for; nil when it does not.
    package static func misdirection(of head: RequestHead, on server: Destination) -> Quirk? {
        guard let line = head.fields.lines.first(where: { $0.known == .host }),
            !server.isNamed(inHost: head.fields.value(of: line))
        else { return nil }
        return Quirk(.hostDisagrees, offset: line.value.lowerBound, length: line.value.count)
    }

    /// A server name of TLS that is none, or that is not the name in CONNECT; nil when nothing is odd. An address in
    /// CONNECT says nothing about names.
    ///
    /// - Parameter isMalformed: the name cannot be that of a server (RFC 6066 §3).
    package static func serverName(
        _ name: Bytes, isMalformed: Bool, in request: RequestHead, to destination: Destination
    ) -> Quirk? {
        let range = request.target.range
        if isMalformed { return Quirk(.malformedServerName, offset: range.lowerBound, length: range.count) }
        guard !destination.secured(for: nil).isNamed(by: name), ProxyException.octets(destination.host) == nil
        else { return nil }
        return Quirk(.serverNameDisagrees, offset: range.lowerBound, length: range.count)
    }
}
