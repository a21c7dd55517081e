package import Authority
package import TLS

/// Whether there is an authority, and who trusts it: this system's places, and the bundles that variables name.
package struct TrustDoctor {
    /// Variables that name a file of trusted roots: of OpenSSL, Go and Ruby, curl, requests, Node.js, git, pip, AWS,
    /// Cargo and Deno.
    static let bundles = [
        "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO", "PIP_CERT",
        "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "DENO_CERT",
    ]

    private static let fewDays: Int64 = 30

    private let variables: [String: String]
    private let now: Int64
    private let store: () throws(AuthorityError) -> AuthorityStore
    private let places: (Certificate, _ file: String) -> [AskedPlace]
    private let command: (String) -> String

    /// - Parameters:
    ///   - variables: of the shell, some of which name files of trusted roots.
    ///   - now: seconds since 1970.
    ///   - store: where the authority is kept.
    ///   - places: what the places of this computer say of a certificate that is in `file`.
    ///   - command: `hark ca` with these words, about the same authority, for a person to paste.
    package init(
        variables: [String: String], now: Int64, store: @escaping () throws(AuthorityError) -> AuthorityStore,
        places: @escaping (Certificate, _ file: String) -> [AskedPlace], command: @escaping (String) -> String
    ) {
        self.variables = variables
        self.now = now
        self.store = store
        self.places = places
        self.command = command
    }

    /// The authority, if it can be used, and what there is to say of it.
    package func examine() -> (authority: LocalAuthority?, diagnoses: [Diagnosis]) {
        do throws(AuthorityError) {
            let store = try store()
            guard let authority = try store.loadIfPresent(now: now) else {
                return (
                    nil,
                    [
                        Diagnosis(
                            "authority", .warn, "No CA in \(store.folder) yet, so nothing can trust it.",
                            remedy: command("create"))
                    ]
                )
            }
            return (authority, [life(of: authority, in: store)] + trust(in: authority, of: store))
        } catch {
            return (nil, [Diagnosis("authority", .bad, error.text)])
        }
    }

    private func life(of authority: LocalAuthority, in store: AuthorityStore) -> Diagnosis {
        let facts = AuthorityFacts(authority.certificate)
        let days = facts.daysLeft(at: now)
        let text = "\(facts.commonName), \(days) days left, in \(store.folder)."
        return days < Self.fewDays
            ? Diagnosis("authority", .warn, text, remedy: command("rotate")) : Diagnosis("authority", .ok, text)
    }

    private func trust(in authority: LocalAuthority, of store: AuthorityStore) -> [Diagnosis] {
        let certificate = authority.certificate
        let asked = places(certificate, store.certificatePath)
        let files = bundleFiles.map { path, variables in
            (path, variables, TrustCheck(certificate).isTrusted(byFile: path))
        }
        let trusting =
            asked.filter { $0.verdict == .trusted }.map(\.name)
            + files.filter { $0.2 == .trusted }.map { "the file that \($0.1) name" }
        let summary =
            trusting.isEmpty
            ? Diagnosis(
                "trust", .warn,
                "No certificate store on this system trusts it, so clients will reject HTTPS through Hark.",
                remedy: "hark run -- PROGRAM\n\(command("trust"))")
            : Diagnosis("trust", .ok, "It is trusted by \(trusting.joined(separator: ", ")).")
        let others = asked.compactMap { place -> Diagnosis? in
            switch place.verdict {
            case .trusted: nil
            case .notTrusted:
                trusting.isEmpty ? nil : Diagnosis("trust", .ok, "Not trusted by \(place.name), in case you need it.")
            case .presentOnly, .unknown: Diagnosis("trust", .warn, "\(place.name): \(place.words).")
            }
        }
        return [summary] + others + files.compactMap { judge($0, named: $1, $2) }
    }

    /// The files of trusted roots that variables name, each once, with the variables that name it.
    private var bundleFiles: [(path: String, variables: String)] {
        var found: [(path: String, variables: String)] = []
        for name in Self.bundles {
            guard let path = variables[name], !path.isEmpty else { continue }
            if let index = found.firstIndex(where: { $0.path == path }) {
                found[index].variables += ", " + name
            } else {
                found.append((path, name))
            }
        }
        return found
    }

    /// Such a variable makes its clients look elsewhere: they trust what is in that file, whatever the system says.
    private func judge(_ path: String, named variables: String, _ verdict: TrustCheck.Verdict) -> Diagnosis? {
        switch verdict {
        case .trusted: nil
        case .notTrusted, .presentOnly:
            Diagnosis(
                "bundle", .warn,
                "\(path) does not contain Hark's CA. Clients that read \(variables) trust only this file.",
                remedy: RootBundle.usualPaths.contains(path)
                    ? "hark run -- PROGRAM\n\(command("trust --system"))" : "hark run -- PROGRAM")
        case .unknown(let reason):
            Diagnosis(
                "bundle", .bad,
                "Clients that read \(variables) will fail, because they read their CAs from there: \(reason)",
                remedy: "unset " + variables.split(separator: ", ").joined(separator: " "))
        }
    }
}
