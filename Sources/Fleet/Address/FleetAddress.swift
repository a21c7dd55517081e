import Bytes

/// Where the fleet's database is: a URL of libpq, read strictly, and what follows for the safety of the connection.
/// A value.
package struct FleetAddress: Sendable, Equatable {
    /// As it was given; it has no password.
    package let url: String
    /// Without its parameters, for people.
    package let name: String
    /// Every server of it is on this machine.
    package let isLocal: Bool
    /// For `sslmode`, where the URL and the environment name none.
    let mode: String?
    /// The URL or the environment name the roots that certificates are checked with.
    let hasRoots: Bool

    /// Why a text is no address. Its sentence never repeats a password.
    package enum Fault: Error, Sendable, Equatable {
        case notAURL
        case password
        case parameter(String)
        case weak(String)
        case control

        package var text: String {
            switch self {
            case .notAURL: "expected a URL such as postgres://ROLE@HOST/DATABASE"
            case .password:
                "a password in a URL is visible in the list of processes; use PGPASSWORD or PGPASSFILE"
            case .parameter(let name):
                "unknown parameter '\(name)' (expected \(FleetAddress.parameters.sorted().joined(separator: ", ")))"
            case .weak(let mode):
                "sslmode=\(mode) does not check who the server is (expected verify-full; --insecure permits it)"
            case .control: "a URL has no control characters"
            }
        }
    }

    /// Parameters of libpq that change nothing of what is checked here, and those that are checked.
    static let parameters: Set<String> = [
        "application_name", "connect_timeout", "host", "hostaddr", "keepalives", "keepalives_count", "keepalives_idle",
        "keepalives_interval", "passfile", "port", "sslcert", "sslcrl", "sslkey", "sslmode", "sslrootcert",
        "target_session_attrs", "tcp_user_timeout", "user",
    ]

    /// - Parameters:
    ///   - environment: the value of a variable: libpq takes what a URL does not say from them.
    ///   - allowsInsecure: weaker modes than `verify-full` are wanted.
    package init(
        _ text: String, environment: (String) -> String? = { _ in nil }, allowsInsecure: Bool = false
    ) throws(Fault) {
        guard text.utf8.allSatisfy({ $0 > ASCII.space && $0 != ASCII.delete }) else { throw .control }
        guard let opening = ["postgres://", "postgresql://"].first(where: { text.hasPrefix($0) }) else {
            throw .notAURL
        }
        let rest = text.dropFirst(opening.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let behind = rest.dropFirst(authority.count)
        guard !rest.contains("#") else { throw .notAURL }
        let at = authority.lastIndex(of: "@")
        let user = at.map { authority[..<$0] } ?? ""
        guard !user.contains(":") else { throw .password }
        let hosts = at.map { authority[authority.index(after: $0)...] } ?? authority
        let query = behind.firstIndex(of: "?").map { behind[behind.index(after: $0)...] } ?? ""
        let parameters = try Self.read(query)
        url = text
        name = opening + authority + behind.prefix { $0 != "?" }
        func setting(_ name: String, _ variable: String) -> String? {
            (parameters[name] ?? environment(variable)).flatMap { $0.isEmpty ? nil : $0 }
        }
        let named = parameters["host"] ?? Self.decoded(hosts)
        let isLocal: Bool
        if let address = setting("hostaddr", "PGHOSTADDR") {
            isLocal = Self.places(address).allSatisfy(Self.isLoopback)
        } else if let host = named.isEmpty ? environment("PGHOST") : named, !host.isEmpty {
            isLocal = Self.places(host).allSatisfy(Self.isLocal)
        } else {
            isLocal = environment("PGSERVICE") == nil
        }
        self.isLocal = isLocal
        hasRoots = setting("sslrootcert", "PGSSLROOTCERT") != nil
        let mode = setting("sslmode", "PGSSLMODE")
        guard !isLocal, !allowsInsecure else {
            self.mode = nil
            return
        }
        if let mode, mode != "verify-full" { throw .weak(mode) }
        self.mode = "verify-full"
    }

    private static func read(_ query: Substring) throws(Fault) -> [String: String] {
        var found: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let name = decoded(pair.prefix { $0 != "=" })
            if name == "password" || name == "sslpassword" { throw .password }
            guard parameters.contains(name) else { throw .parameter(String(name.prefix(40))) }
            found[name] = decoded(pair.dropFirst(name.count + 1))
        }
        return found
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == ASCII.percent, rest.count >= 2, let value = Hex.decode(rest.prefix(2)) {
                bytes += value
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Several servers stand in one list, each perhaps with a port.
    private static func places(_ list: String) -> [Substring] {
        list.split(separator: ",", omittingEmptySubsequences: false)
    }

    private static func isLocal(_ place: Substring) -> Bool {
        // An absolute path, or an abstract name, is a socket of this machine.
        if place.isEmpty || place.hasPrefix("/") || place.hasPrefix("@") { return true }
        if place.hasPrefix("[") { return isLoopback(place.dropFirst().prefix { $0 != "]" }) }
        let host = place.contains("::") ? place : place.prefix { $0 != ":" }
        return host == "localhost" || isLoopback(host)
    }

    private static func isLoopback(_ address: Substring) -> Bool {
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.allSatisfy(\.isNumber) }
        return isIPv4 && parts[0] == "127" || address == "::1"
    }

    // MARK: For libpq

    /// What a connection is told: later settings come before earlier ones.
    ///
    /// - Parameters:
    ///   - password: of a file; nil leaves it to the environment.
    ///   - roots: the system's certificates, as libpq names them: a path, or `system`.
    package func settings(password: String? = nil, roots: String?) -> [(keyword: String, value: String)] {
        var settings = [
            ("connect_timeout", "10"), ("application_name", "hark"), ("keepalives_idle", "30"),
            ("keepalives_interval", "10"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("dbname", url),
        ]
        if let mode {
            // Encryption by Kerberos would go past the certificate.
            settings += [("sslmode", mode), ("gssencmode", "disable")]
            if !hasRoots, let roots { settings.append(("sslrootcert", roots)) }
        }
        if let password { settings.append(("password", password)) }
        settings.append(("client_encoding", "UTF8"))
        return settings.map { (keyword: $0.0, value: $0.1) }
    }
}
