package import Engine

/// What the variables of this shell tell the programs that are started from it. A pure function of the variables.
package struct EnvironmentDoctor {
    private static let schemes = ["http", "https", "all"]

    private let variables: [String: String]
    private let proxy: HostPort
    private let isHark: Bool

    /// - Parameter isHark: whether Hark is what answers there; a variable that leads to somebody else is no help.
    package init(variables: [String: String], proxy: HostPort, isHark: Bool = true) {
        self.variables = variables
        self.proxy = proxy
        self.isHark = isHark
    }

    /// The proxy that the variables name when it is one of this machine, for who has not said which is meant.
    package static func localProxy(in variables: [String: String]) -> HostPort? {
        let names = schemes.flatMap { ["\($0)_proxy", "\($0.uppercased())_PROXY"] }
        let places = names.compactMap { variables[$0] }.compactMap { ProxySetting($0).place }
        return places.first { ProxySetting.isLoopback($0.host) && $0.port != 0 }
    }

    package var diagnoses: [Diagnosis] {
        let set = Self.schemes.flatMap { ["\($0)_proxy", "\($0.uppercased())_PROXY"] }.filter { value($0) != nil }
        guard isHark else { return set.compactMap(astray) + exclusions }
        guard !set.isEmpty else {
            return [
                Diagnosis(
                    "environment", .warn,
                    "No variable of this shell names a proxy, so programs started here do not use one unless "
                        + "configured "
                        + "otherwise.",
                    remedy: "hark run -- PROGRAM\n\(export(["http_proxy", "https_proxy"]))")
            ] + exclusions
        }
        return set.map(judge) + gaps + exclusions
    }

    private func value(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func export(_ names: [String]) -> String {
        "export " + names.map { "\($0)=http://\(proxy)" }.joined(separator: " ")
    }

    /// A variable that leads to what was examined, which is not Hark.
    private func astray(_ name: String) -> Diagnosis? {
        guard ProxySetting(value(name) ?? "").names(proxy) else { return nil }
        return Diagnosis(name, .warn, "It names \(proxy), where another program answers.", remedy: "unset \(name)")
    }

    private func judge(_ name: String) -> Diagnosis {
        let setting = ProxySetting(value(name) ?? "")
        let remedy = export([name])
        guard setting.place != nil else {
            return Diagnosis(
                name, .bad, "'\(setting.shown)' has no host and port, so clients guess or fail.",
                remedy: remedy)
        }
        switch setting.scheme {
        case "http", nil: break
        case "https":
            return Diagnosis(
                name, .bad,
                "\(setting.shown) makes clients speak TLS to the proxy itself. Use http://, also for "
                    + "https_proxy: the scheme is that of the proxy.", remedy: remedy)
        case let scheme?:
            return Diagnosis(name, .bad, "\(setting.shown): Hark does not speak \(scheme).", remedy: remedy)
        }
        guard setting.names(proxy) else {
            return Diagnosis(
                name, .warn, "It names \(setting.shown), not the examined \(proxy).", remedy: remedy)
        }
        if setting.scheme == nil {
            return Diagnosis(
                name, .warn, "It names \(proxy) without http://; curl accepts this, other clients do not.",
                remedy: remedy)
        }
        return Diagnosis(name, .ok, "It names \(proxy).")
    }

    /// What is set for some requests or some clients, and not for the others.
    private var gaps: [Diagnosis] {
        var found: [Diagnosis] = []
        for scheme in Self.schemes {
            let (lower, upper) = (value("\(scheme)_proxy"), value("\(scheme.uppercased())_PROXY"))
            if let lower, let upper, lower != upper {
                found.append(
                    Diagnosis(
                        "\(scheme)_proxy", .warn,
                        "\(scheme)_proxy and \(scheme.uppercased())_PROXY differ, and which one counts depends on "
                            + "the client.",
                        remedy: export(["\(scheme)_proxy", "\(scheme.uppercased())_PROXY"])))
            }
        }
        guard value("all_proxy") == nil, value("ALL_PROXY") == nil else { return found }
        if value("http_proxy") == nil, value("HTTP_PROXY") != nil {
            found.append(
                Diagnosis(
                    "HTTP_PROXY", .warn, "curl and others read only the lower case http_proxy.",
                    remedy: export(["http_proxy"])))
        }
        for (missing, words) in [("http", "http://"), ("https", "https://")]
        where value("\(missing)_proxy") == nil && value("\(missing.uppercased())_PROXY") == nil {
            found.append(
                Diagnosis(
                    "\(missing)_proxy", .warn, "It is not set, so requests for \(words) bypass Hark.",
                    remedy: export(["\(missing)_proxy"])))
        }
        return found
    }

    // MARK: - NO_PROXY

    private var exclusions: [Diagnosis] {
        let found = ["no_proxy", "NO_PROXY"].compactMap { name in value(name).map { exclusion(name, $0) } }
        guard found.isEmpty else { return found }
        return [
            Diagnosis(
                "no_proxy", .ok,
                "It excludes nothing. Browsers still bypass the proxy for localhost unless configured "
                    + "(http://hark.test/ says how).")
        ]
    }

    private func exclusion(_ name: String, _ value: String) -> Diagnosis {
        let entries = value.split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() }
        let remedy = "unset \(name)"
        if entries.contains("*") {
            return Diagnosis(name, .bad, "'*' makes every request bypass the proxy.", remedy: remedy)
        }
        let ours = entries.filter(Self.excludesOurSites)
        if !ours.isEmpty {
            return Diagnosis(
                name, .bad,
                "'\(ours.joined(separator: ","))' makes requests for hark.test bypass Hark, and no other server "
                    + "has that name.",
                remedy: remedy)
        }
        let local = entries.filter(Self.excludesThisMachine)
        if !local.isEmpty {
            return Diagnosis(
                name, .warn,
                "'\(local.joined(separator: ","))' makes requests to servers on this computer bypass Hark.",
                remedy: remedy
            )
        }
        let rest = entries.joined(separator: ",")
        return Diagnosis(
            name, .ok, entries.isEmpty ? "It excludes nothing." : "It excludes \(rest), nothing on this computer.")
    }

    /// A domain excludes its subdomains, with or without a dot in front.
    private static func excludesOurSites(_ entry: String) -> Bool {
        let domain = entry.hasPrefix("*.") ? entry.dropFirst(2) : entry.hasPrefix(".") ? entry.dropFirst() : entry[...]
        return ["test", "hark.test", "demo.hark.test"].contains(domain)
    }

    private static func excludesThisMachine(_ entry: String) -> Bool {
        let host = entry.hasPrefix(".") ? entry.dropFirst() : entry[...]
        return host == "localhost" || host.hasPrefix("127.") || host.hasPrefix("::1") || host.hasPrefix("[::1]")
    }
}
