/// How clients are told to use the proxy: the same words on Hark's own page and on the one for people who came to the
/// port.
enum ProxySetup {
    /// `address` is a listener's: `127.0.0.1:8888`.
    static func blocks(address: String) -> [SitePage.Block] {
        let proxy = "http://\(address)"
        let (host, port) = split(address)
        return [
            .heading("How to set the proxy"),
            .text("curl, for one request:"),
            .code("curl -x \(proxy) http://demo.hark.test/"),
            .text("Most command-line programs (curl, wget, git, Python, Go): environment variables."),
            .code("export http_proxy=\(proxy)\nexport https_proxy=\(proxy)"),
            .text("Chromium and similar browsers, for one window with its own profile:"),
            .code("chromium --proxy-server=\(proxy) --user-data-dir=/tmp/hark-profile http://demo.hark.test/"),
            .text(
                "Firefox: Settings, Network Settings, Manual proxy configuration. HTTP Proxy \(host), Port \(port), "
                    + "and \"Also use this proxy for HTTPS\"."),
            .text("The whole desktop: the proxy page of the network settings, on GNOME and on macOS."),
            .text(
                "Most clients bypass the proxy for this machine's own addresses. curl --noproxy '' and "
                    + "Chromium's --proxy-bypass-list='<-loopback>' make them use it; Firefox has "
                    + "network.proxy.allow_hijacking_localhost in about:config."),
        ]
    }

    /// Host and port, at the last colon: an IPv6 address has more of them.
    private static func split(_ address: String) -> (host: Substring, port: Substring) {
        guard let colon = address.lastIndex(of: ":") else { return (address[...], "") }
        return (address[..<colon], address[address.index(after: colon)...])
    }
}
