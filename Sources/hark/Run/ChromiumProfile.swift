import Authority

/// How Chromium and its relatives are started: all by arguments.
enum ChromiumProfile {
    static func arguments(
        proxy: ProxyAddress, authority: Certificate, folder: RunFolder, given: [String]
    ) throws(RunFolder.Failure) -> [String] {
        var arguments = [
            "--proxy-server=\(proxy.authority)",
            // Chromium goes to localhost directly, unless that rule is taken out of its list.
            "--proxy-bypass-list=<-loopback>",
            // Chains that hold this key are accepted, be it not in any store. Chromium looks at the chain as it was sent, so
            // the root has to be in it, and heeds this only together with a profile that is named.
            "--ignore-certificate-errors-spki-list=\(authority.publicKeyPin)",
            "--no-first-run", "--no-default-browser-check",
            // What a browser asks its maker for by itself would only stand between the lines that one came to read.
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
        ]
        if !given.contains(where: { $0.hasPrefix("--user-data-dir") }) {
            arguments.append("--user-data-dir=\(try folder.folder("profile"))")
        }
        return arguments
    }
}
