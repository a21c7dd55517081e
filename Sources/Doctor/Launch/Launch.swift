import Authority
package import TLS

/// What a command is started with, so that its requests come through the proxy and it trusts the proxy's certificates:
/// an environment, arguments, and files in a folder that ends with it. Nothing else on the computer changes.
///
/// The vocabulary: the *proxy* is where the command is led (`ProxyAddress`), its *trust* the roots that it would have
/// had and ours (`TrustFiles`), a *preload* a script that a language runs before the program (`NodePreload`,
/// `PythonPreload`), a *profile* what a browser has instead of an environment (`Browser`).
package struct Launch: Sendable {
    package var environment: CommandEnvironment
    /// What goes between the program and the arguments that the user gave.
    package var arguments: [String] = []

    /// Prepares it. Blocking: files are written.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - environment: what the command would have had without Hark.
    ///   - authority: what is to be trusted; nil when nothing is decrypted, and then the trust stays as it was.
    ///   - leafPin: of the key that all certificates of this process have.
    ///   - say: tells the user what could not be done.
    package init(
        _ command: [String], environment: CommandEnvironment, proxy: ProxyAddress, authority: Certificate?,
        leafPin: String?, folder: RunFolder, say: (String) -> Void
    ) throws(LaunchFailure) {
        self.environment = environment
        self.environment.useProxy(proxy)
        var bundle: String?
        if let authority {
            let files = try Self.trustFiles(authority, environment, folder, say)
            self.environment.trust(files)
            bundle = files.bundle
            try PHPSettings.add(to: &self.environment, bundle: files.bundle, folder: folder)
        }
        try NodePreload.add(to: &self.environment, folder: folder)
        try PythonPreload.add(to: &self.environment, folder: folder)
        try WgetSettings.add(to: &self.environment, proxy: proxy, bundle: bundle, folder: folder)
        if let program = command.first, let browser = Browser(program: program) {
            arguments = try browser.arguments(
                proxy: proxy, authority: authority, leafPin: leafPin, folder: folder, given: command.dropFirst(),
                say: say)
        }
    }

    private static func trustFiles(
        _ authority: Certificate, _ environment: CommandEnvironment, _ folder: RunFolder, _ say: (String) -> Void
    ) throws(LaunchFailure) -> TrustFiles {
        do throws(AuthorityError) {
            return try TrustFiles(authority, former: environment.formerBundles, folder: folder, say: say)
        } catch {
            throw LaunchFailure(text: error.text)
        }
    }
}
