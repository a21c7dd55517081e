import Bytes

/// One of the ways that a proxy script names for a server, the best first.
package enum ProxyChoice: Sendable, Hashable {
    case direct
    case proxy(UpstreamProxy)

    /// At most so many of one answer are read.
    package static let limit = 16

    /// Reads what `FindProxyForURL` answered: `PROXY a:8080; SOCKS5 b:1080; DIRECT`. What is no way that there is here
    /// is passed over, as browsers do; an answer without any is a mistake, and one that is empty means DIRECT.
    package static func read(_ answer: String) throws(ProxyScriptFailure) -> [ProxyChoice] {
        var choices: [ProxyChoice] = []
        let words = answer.split(separator: ";").map { $0.split(whereSeparator: \.isWhitespace) }.filter { !$0.isEmpty }
        guard !words.isEmpty else { return [.direct] }
        for word in words where choices.count < limit {
            if let choice = choice(word) { choices.append(choice) }
        }
        guard !choices.isEmpty else {
            throw ProxyScriptFailure(
                text: "it answered neither DIRECT nor PROXY, HTTPS or SOCKS5 with HOST:PORT")
        }
        return choices
    }

    private static func choice(_ words: [Substring]) -> ProxyChoice? {
        let kind = words[0].uppercased()
        if kind == "DIRECT" { return words.count == 1 ? .direct : nil }
        // SOCKS alone means version 4 to some and 5 to others; 4 is not spoken here.
        guard words.count == 2, let scheme = schemes[kind], !words[1].contains("@"), !words[1].contains("/"),
            let proxy = try? UpstreamProxy(url: "\(scheme)://\(words[1])")
        else { return nil }
        return .proxy(proxy)
    }

    private static let schemes = [
        "PROXY": "http", "HTTP": "http", "HTTPS": "https", "SOCKS": "socks5", "SOCKS5": "socks5",
    ]
}
