import Authority

/// Whether there is an authority, and who trusts it: this system's places, and the bundles that variables name.
struct TrustDoctor {
    /// Variables that name a file of trusted roots: of OpenSSL, Go and Ruby, curl, requests, Node.js, git, pip, AWS, Cargo
    /// and Deno.
    static let bundles = [
        "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO", "PIP_CERT",
        "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "DENO_CERT",
    ]

    private static let fewDays: Int64 = 30

    let options: AuthorityOptions
    let variables: [String: String]

    /// The authority, if it can be used, and what there is to say of it.
    func examine() -> (authority: LocalAuthority?, findings: [Finding]) {
        do throws(AuthorityError) {
            let store = try options.store()
            guard let authority = try store.loadIfPresent(now: WallTime.seconds) else {
                return (
                    nil,
                    [
                        Finding(
                            "authority", .warn, "There is none in \(store.folder) yet, so nothing can trust it.",
                            remedy: options.command("create"))
                    ]
                )
            }
            return (authority, [life(of: authority, in: store)] + trust(in: authority, of: store))
        } catch {
            return (nil, [Finding("authority", .bad, error.text)])
        }
    }

    private func life(of authority: LocalAuthority, in store: AuthorityStore) -> Finding {
        let facts = AuthorityFacts(authority.certificate)
        let days = facts.daysLeft(at: WallTime.seconds)
        let text = "\(facts.commonName), \(days) days left, in \(store.folder)."
        return days < Self.fewDays
            ? Finding("authority", .warn, text, remedy: options.command("rotate")) : Finding("authority", .ok, text)
    }

    private func trust(in authority: LocalAuthority, of store: AuthorityStore) -> [Finding] {
        let certificate = authority.certificate
        let places = TrustPlaces.all.map { $0.asked(about: certificate, file: store.certificatePath) }
        let files = bundleFiles.map { path, variables in
            (path, variables, TrustCheck(certificate).isTrusted(byFile: path))
        }
        let trusting =
            places.filter { $0.verdict == .trusted }.map(\.name)
            + files.filter { $0.2 == .trusted }.map { "the file that \($0.1) name" }
        let summary =
            trusting.isEmpty
            ? Finding(
                "trust", .warn,
                "No place of this system trusts it, so clients will refuse what Hark shows them for HTTPS.",
                remedy: "hark run -- PROGRAM\n\(options.command("trust"))")
            : Finding("trust", .ok, "It is trusted by \(trusting.joined(separator: ", ")).")
        let others = places.compactMap { place -> Finding? in
            switch place.verdict {
            case .trusted: nil
            case .notTrusted:
                trusting.isEmpty ? nil : Finding("trust", .ok, "Not by \(place.name), should you need it.")
            case .presentOnly, .unknown: Finding("trust", .warn, "\(place.name): \(place.words).")
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
    private func judge(_ path: String, named variables: String, _ verdict: TrustCheck.Verdict) -> Finding? {
        switch verdict {
        case .trusted: nil
        case .notTrusted, .presentOnly:
            Finding(
                "bundle", .warn,
                "\(path) has not Hark's certificate. Clients that heed \(variables) look there and nowhere else.",
                remedy: RootBundle.usualPaths.contains(path)
                    ? "hark run -- PROGRAM\n\(options.command("trust --system"))" : "hark run -- PROGRAM")
        case .unknown(let reason):
            Finding(
                "bundle", .bad,
                "Clients that heed \(variables) will fail, as they are to read their roots there: \(reason)",
                remedy: "unset " + variables.split(separator: ", ").joined(separator: " "))
        }
    }
}
