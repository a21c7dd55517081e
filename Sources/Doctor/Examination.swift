package import Engine

/// All that can be looked at from outside: the way through a proxy, the variables of a shell, who trusts the authority.
package struct Examination {
    private let proxy: HostPort
    private let variables: [String: String]
    private let trust: TrustDoctor

    /// - Parameter proxy: the one to examine; nil: the one of this computer that the variables name, else the port that
    ///   Hark takes when none is given.
    package init(of proxy: HostPort?, variables: [String: String], trust: TrustDoctor) {
        self.proxy =
            proxy ?? EnvironmentDoctor.localProxy(in: variables) ?? HostPort(host: "127.0.0.1", port: 8888)
        self.variables = variables
        self.trust = trust
    }

    /// The proxy that is examined.
    package var place: HostPort { proxy }

    /// What was found, in the order in which a request meets it. Sends requests, reads files, asks programs.
    package func diagnoses() -> [Diagnosis] {
        let (authority, trusting) = trust.examine()
        let path = PathDoctor(proxy: proxy, authority: authority).diagnoses()
        // What answers there may be anybody's: then this shell is not told to use it.
        let identity = path.filter { $0.name == "identity" }
        let isHark = identity.isEmpty || identity.contains { $0.verdict == .ok }
        return path + EnvironmentDoctor(variables: variables, proxy: proxy, isHark: isHark).diagnoses + trusting
    }
}
