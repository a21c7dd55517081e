import Authority
package import TLS

/// Browsers do not read the variables that other programs do. Each gets a profile of its own, which ends with it, and
/// there the proxy and the trust.
package enum Browser: Sendable {
    case chromium
    case firefox

    /// The names of the family's programs; those of one release channel end with its name (`google-chrome-beta`).
    private static let chromiumNames = [
        "chromium", "chromium-browser", "chrome", "google-chrome", "google chrome", "brave", "brave-browser",
        "brave browser", "microsoft-edge", "msedge", "microsoft edge", "vivaldi", "opera",
    ]
    private static let firefoxNames = ["firefox", "firefox-esr", "librewolf", "waterfox"]
    private static let channels = ["stable", "beta", "dev", "unstable", "canary", "nightly", "developer-edition"]

    /// By the last component of the program's path.
    package init?(program: String) {
        var name = (program.split(separator: "/").last.map(String.init) ?? program).lowercased()
        for channel in Self.channels where name.hasSuffix("-" + channel) { name.removeLast(channel.count + 1) }
        if Self.chromiumNames.contains(name) {
            self = .chromium
        } else if Self.firefoxNames.contains(name) {
            self = .firefox
        } else {
            return nil
        }
    }

    /// The arguments to put before the user's own.
    ///
    /// - Parameters:
    ///   - leafPin: of the key that Hark's certificates have; nil when nothing is decrypted.
    ///   - given: the user's own; a profile that they name is used, and made ready as far as arguments can.
    ///   - say: tells the user what they have to do themselves.
    package func arguments(
        proxy: ProxyAddress, authority: Certificate?, leafPin: String?, folder: RunFolder, given: ArraySlice<String>,
        say: (String) -> Void
    ) throws(LaunchFailure) -> [String] {
        switch self {
        case .chromium:
            try ChromiumProfile.arguments(proxy: proxy, leafPin: leafPin, folder: folder, given: given)
        case .firefox:
            try FirefoxProfile.arguments(
                proxy: proxy, authority: authority, folder: folder, given: given, say: say)
        }
    }
}
