import ArgumentParser
import Fleet
import Platform

/// How a fleet's database is reached, once the command line is read.
struct FleetConnector {
    var isInsecure = false
    var passwordFile: String?

    /// The address that a URL names; `fleet` stands in the environment. Fails with a sentence and an exit code.
    func address(_ text: String, of name: String) throws -> FleetAddress {
        var (url, name) = (text, name)
        if text == "fleet" {
            guard let fleet = Environment.value("HARK_FLEET"), !fleet.isEmpty else {
                throw UsageFailure.said(
                    "\(name): HARK_FLEET is not set; set it, or give a URL such as postgres://ROLE@HOST/DATABASE")
            }
            // What is wrong with it is wrong there, whichever option refers to it.
            (url, name) = (fleet, "HARK_FLEET")
        }
        do {
            return try FleetAddress(url, environment: Environment.value, allowsInsecure: isInsecure)
        } catch {
            throw UsageFailure.said("\(name): \(error.text)")
        }
    }

    /// Connects. What is thrown is said by `saying`.
    func open(_ address: FleetAddress) throws -> PostgresConnection {
        let password = try passwordFile.map { try Self.password($0) }
        do throws(PostgresError) {
            try PostgresConnection.load()
            let roots = Self.roots(PostgresConnection.libraryVersion)
            return try PostgresConnection(address.settings(password: password, roots: roots))
        } catch {
            throw FleetError.database(error)
        }
    }

    /// Does something with a fleet, and says why it failed, with the exit code for that.
    static func saying<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as PostgresError {
            throw said(.database(error))
        } catch let error as FleetError {
            throw said(error)
        }
    }

    static func said(_ error: FleetError) -> ExitCode {
        Diagnostics.say(error.text)
        return error.exitCode
    }

    /// libpq takes the system's certificates by name from version 16 on.
    private static func roots(_ version: Int) -> String? {
        if version >= 160_000 { return "system" }
        return [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        ].first { access($0, R_OK) == 0 }
    }

    private static func password(_ path: String) throws -> String {
        guard let text = SecretFile.read(path) else {
            Diagnostics.say("--password-file \(path.terminalEscaped) cannot be read: \(SystemText.of(errno))")
            throw ExitCode(EX_NOINPUT)
        }
        if let warning = KeptFile(path).warning(holding: "a password") { Diagnostics.say(warning) }
        return String(decoding: text.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
}

extension FleetError {
    /// In one word, as figures name it.
    var reason: String {
        switch self {
        case .noSchema, .newerSchema, .olderSchema: "schema"
        case .conflict: "conflict"
        case .database(let error):
            switch error.kind {
            case .unreachable: "unavailable"
            case .forbidden: "forbidden"
            case .missing: "missing"
            case .exists: "exists"
            case .rejected: "rejected"
            case .other: "other"
            }
        }
    }

    /// By sysexits: what a script may do about it.
    var exitCode: ExitCode {
        switch self {
        case .noSchema, .newerSchema, .olderSchema: ExitCode(EX_CONFIG)
        case .conflict: ExitCode(EX_DATAERR)
        case .database(let error):
            switch error.kind {
            case .unreachable: ExitCode(EX_UNAVAILABLE)
            case .forbidden: ExitCode(EX_NOPERM)
            case .missing: ExitCode(EX_CONFIG)
            case .exists: ExitCode(EX_CANTCREAT)
            case .rejected: ExitCode(EX_DATAERR)
            case .other: ExitCode(EX_SOFTWARE)
            }
        }
    }
}
