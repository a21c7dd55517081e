/// How Chromium and its relatives are started: all by arguments.
enum ChromiumProfile {
    /// - Parameter leafPin: of the key that Hark's certificates have; nil when nothing is decrypted.
    static func arguments(
        proxy: ProxyAddress, leafPin: String?, folder: RunFolder, given: ArraySlice<String>
    ) throws(LaunchFailure) -> [String] {
        var arguments = [
            "--proxy-server=\(proxy.authority)",
            // Chromium goes to localhost directly, unless that rule is taken out of its list.
            "--proxy-bypass-list=<-loopback>",
            "--no-first-run", "--no-default-browser-check",
            // What a browser asks its maker for by itself would only stand between the lines that one came to read.
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
        ]
        if let leafPin {
            // Certificates with this key are accepted, whoever signed them. The key lives in this process alone, and
            // ends with it; the root would have to be in the chain that is sent, as Chromium looks no further. Heeded
            // only together with a folder for the profile.
            arguments.append("--ignore-certificate-errors-spki-list=\(leafPin)")
        }
        if !given.contains(where: { $0.hasPrefix("--user-data-dir") }) {
            arguments.append("--user-data-dir=\(try folder.folder("profile"))")
        }
        return arguments
    }
}
