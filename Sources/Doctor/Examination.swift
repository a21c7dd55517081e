package import Engine

/// All that can be looked at from outside: the way through a proxy, the variables of a shell, who trusts the authority.
package struct Examination {
    private let proxy: HostPort
    private let variables: [String: String]
    private let trust: TrustDoctor
    /// Somebody named the proxy: then it is a fault when it does not run.
    private let isNamed: Bool
    /// Names of checks; empty: all.
    private let only: Set<String>

    /// The checks that can be asked for one by one.
    package static let names = ["listening", "identity", "http", "https", "environment", "trust"]

    /// - Parameters:
    ///   - proxy: the one to examine; nil: the one of this computer that the variables name, else the port that Hark
    ///     takes when none is given.
    ///   - only: `names` of checks; empty: all.
    package init(
        of proxy: HostPort?, variables: [String: String], trust: TrustDoctor, only: Set<String> = []
    ) {
        let named = proxy ?? EnvironmentDoctor.localProxy(in: variables)
        self.proxy = named ?? HostPort(host: "127.0.0.1", port: 8888)
        isNamed = named != nil
        self.only = only
        self.variables = variables
        self.trust = trust
    }

    /// The proxy that is examined.
    package var place: HostPort { proxy }

    /// What was found, in the order in which a request meets it. Sends requests, reads files, asks programs.
    package func diagnoses() -> [Diagnosis] {
        let isWanted = { (name: String) in only.isEmpty || only.contains(name) }
        // Asking about trust starts programs.
        let (authority, trusting) = isWanted("trust") || isWanted("https") ? trust.examine() : (nil, [])
        let path = PathDoctor(proxy: proxy, authority: authority, isNamed: isNamed, only: only).diagnoses()
        // What answers there may be anybody's: then this shell is not told to use it.
        let identity = path.filter { $0.name == "identity" }
        let isHark = identity.isEmpty || identity.contains { $0.verdict == .ok }
        let shell =
            isWanted("environment")
            ? EnvironmentDoctor(variables: variables, proxy: proxy, isHark: isHark).diagnoses : []
        return path + shell + (isWanted("trust") ? trusting : [])
    }
}
