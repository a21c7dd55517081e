import Authority
import TLS

/// How Firefox and its relatives are started: with a profile that has preferences and a certificate database.
enum FirefoxProfile {
    private static let profileFlags = ["-profile", "--profile", "-p", "--p", "-P", "--P"]

    static func arguments(
        proxy: ProxyAddress, authority: Certificate?, folder: RunFolder, given: ArraySlice<String>,
        say: (String) -> Void
    ) throws(LaunchFailure) -> [String] {
        if given.contains(where: profileFlags.contains) {
            say(
                "your own profile was not changed: set its proxy to \(proxy.authority) and make it trust Hark "
                    + "(hark ca trust)")
            return ["--new-instance"]
        }
        let profile = try folder.folder("profile")
        try folder.write(preferences(proxy), to: "profile/user.js")
        if let authority { try trust(authority, profile: profile, folder: folder, say: say) }
        return ["--new-instance", "--profile", profile]
    }

    /// Read at each start, over what the profile says by itself.
    private static func preferences(_ proxy: ProxyAddress) -> String {
        let values: [(name: String, value: String)] = [
            // 1: the proxies named here.
            ("network.proxy.type", "1"),
            ("network.proxy.http", "\"\(proxy.host)\""),
            ("network.proxy.http_port", "\(proxy.port)"),
            ("network.proxy.ssl", "\"\(proxy.host)\""),
            ("network.proxy.ssl_port", "\(proxy.port)"),
            ("network.proxy.no_proxies_on", "\"\""),
            // Firefox goes to localhost directly, unless told otherwise.
            ("network.proxy.allow_hijacking_localhost", "true"),
            // What a browser asks its maker for by itself would only stand between the lines that one came to read.
            ("network.captive-portal-service.enabled", "false"),
            ("network.connectivity-service.enabled", "false"),
            ("app.update.auto", "false"),
            ("browser.safebrowsing.downloads.remote.enabled", "false"),
            ("datareporting.policy.dataSubmissionEnabled", "false"),
            ("browser.shell.checkDefaultBrowser", "false"),
            ("browser.aboutwelcome.enabled", "false"),
        ]
        return values.map { "user_pref(\"\($0.name)\", \($0.value));\n" }.joined()
    }

    private static func trust(
        _ authority: Certificate, profile: String, folder: RunFolder, say: (String) -> Void
    ) throws(LaunchFailure) {
        let file = folder.file("hark-ca.pem")
        do throws(AuthorityError) {
            try RootBundle.write(authority, withRootsOf: [], to: file)
        } catch {
            throw LaunchFailure(text: error.text)
        }
        for step in TrustPlace.nss(folder: profile).trustPlan(for: authority, file: file, asRoot: false) {
            let result = CommandResult.running(step.command)
            guard result.status != 0 else { continue }
            say(
                "the browser will not trust Hark: \(result.failure ?? "\(step.shellText) failed"). Install "
                    + "certutil (Debian: libnss3-tools, Fedora: nss-tools, Homebrew: nss)")
            return
        }
    }
}
