import Bytes
import HTTPModel
import HTTPSemantics

/// What `curl -v` says of its connections: whether TLS is on the one that the next request goes by. A value.
struct CurlConnections {
    enum Scheme {
        /// Nothing was said of the connection.
        case unknown
        case plain, secure
    }

    private struct Connection {
        var scheme = Scheme.unknown
        var number: Int?
        var host: Bytes?
    }

    private var current = Connection()
    private var byNumber: [Int: Connection] = [:]
    private var byHost: [Bytes: Connection] = [:]
    /// The URL of a redirect that is followed.
    private var redirect: Bytes?
    /// More are not told apart.
    private static let limit = 10_000

    var scheme: Scheme { current.scheme }

    /// The URL that the next request is for, where curl names it. Asked once.
    mutating func takeURL() -> Bytes? {
        defer { redirect = nil }
        return redirect
    }

    /// A line of curl's, without its mark.
    mutating func hear(_ words: Bytes) {
        if words.hasOpening("Trying ") {
            current = Connection()
        } else if words.hasOpening("Connected to ") {
            connected(words)
        } else if words.hasOpening("Connection #"), words.contains("left intact") {
            current.number = number(after: "Connection #", in: words) ?? current.number
            remember()
        } else if words.hasIgnoringCase("re-using existing ", at: 0)
            || words.hasIgnoringCase("reusing existing ", at: 0)
        {
            reuse(words)
        } else if words.hasOpening("Issue another request to this URL: '"), words.last == ASCII.apostrophe {
            redirect = words.slice(36..<words.count - 1)
        } else if Self.speaksOfTLS(words) {
            current.scheme = .secure
            remember()
        }
    }

    private mutating func connected(_ words: Bytes) {
        // "Connected to shop.test (192.0.2.7) port 443 (#0)"
        let name = words.slice(13..<words.count)
        current.host = name.firstIndex(of: ASCII.space).map { name.slice(0..<$0) }
        current.number = number(after: "(#", in: words)
        if current.scheme == .unknown {
            current.scheme = number(after: "port ", in: words) == 443 ? .secure : .plain
        }
        remember()
    }

    private mutating func reuse(_ words: Bytes) {
        if let number = number(after: "connection #", in: words), let known = byNumber[number] {
            current = known
        } else if words.contains("existing https: connection") {
            current = Connection(scheme: .secure)
        } else if words.contains("existing http: connection") {
            current = Connection(scheme: .plain)
        } else if let host = word(after: "with host ", in: words) ?? word(after: "with ", in: words),
            let known = byHost[host]
        {
            current = known
        }
    }

    private mutating func remember() {
        guard byNumber.count + byHost.count < Self.limit else { return }
        if let number = current.number { byNumber[number] = current }
        if let host = current.host { byHost[host] = current }
    }

    /// What the TLS libraries print: OpenSSL, LibreSSL, GnuTLS, Schannel, SecureTransport, mbedTLS, wolfSSL, rustls,
    /// BearSSL; and what HTTP/2 and HTTP/3 say of the stream.
    private static func speaksOfTLS(_ words: Bytes) -> Bool {
        if openings.contains(where: { words.hasIgnoringCase($0, at: 0) }) { return true }
        if words.contains("[:scheme: https]") || words.contains("OPENED stream for https://") { return true }
        // SecureTransport: "TLS 1.2 connection using …".
        return (words.hasOpening("TLS ") || words.hasOpening("SSL ")) && words.contains("connection using")
    }

    private static let openings: [StaticString] = [
        "ssl connection using", "ssl/tls connection", "schannel:", "mbedtls:", "gnutls", "wolfssl", "rustls", "bearssl",
        "server certificate", "tlsv1", "tls handshake", "quic cipher", "using http/3", "alpn: server accepted",
        "alpn, server accepted", "alpn: server did not agree", "alpn: curl offers", "alpn: offers", "alpn, offering",
        "ssl certificate verif", "cafile:",
    ]

    private func number(after text: String, in words: Bytes) -> Int? {
        guard let place = words.place(of: text) else { return nil }
        let digits = words.slice(place + text.utf8.count..<words.count).prefix(9).prefix(while: ASCII.isDigit)
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private func word(after text: String, in words: Bytes) -> Bytes? {
        guard let place = words.place(of: text) else { return nil }
        let rest = words.slice(place + text.utf8.count..<words.count)
        let end = rest.firstIndex(of: ASCII.space) ?? rest.count
        return end > 0 ? rest.slice(0..<end) : nil
    }
}

extension Bytes {
    /// Whether these letters stand anywhere in a line.
    func contains(_ text: String) -> Bool { place(of: text) != nil }

    /// Where these letters stand first; of short lines, so that no index is worth its while.
    func place(of text: String) -> Int? {
        let letters = Array(text.utf8)
        guard let first = letters.first, count >= letters.count else { return nil }
        var start = 0
        while let place = firstIndex(of: first, from: start), place + letters.count <= count {
            if slice(place..<place + letters.count).elementsEqual(letters) { return place }
            start = place + 1
        }
        return nil
    }
}
