package import Bytes
package import Flow
import HTTPSemantics

extension Destination {
    /// The server of an http or https URL; nil when it names none.
    package init?(url text: Bytes) {
        let url = URLReference(text)
        let isSecure = url.hasScheme("https") || url.hasScheme("wss")
        guard isSecure || url.hasScheme("http") || url.hasScheme("ws"), var host = url.bytes(url.host), !host.isEmpty
        else { return nil }
        if host.count > 2, host.first == ASCII.openBracket, host[host.count - 1] == ASCII.closeBracket {
            host = host.slice(1..<(host.count - 1))
        }
        var port: UInt16 = isSecure ? 443 : 80
        if let digits = url.bytes(url.port), !digits.isEmpty {
            guard let number = digits.decimal.flatMap({ UInt16(exactly: $0) }), number > 0 else { return nil }
            port = number
        }
        self.init(host: host, port: port, serverName: isSecure ? host : nil)
    }
}
