internal import Bytes
package import TLS

/// Asks stores whether they trust the authority. Blocking; called by `hark ca check` and `hark doctor`.
package struct TrustCheck: Sendable {
    package enum Verdict: Sendable, Equatable {
        case trusted
        case notTrusted
        /// It is there, without being trusted for web sites: the flags that the store gives it.
        case presentOnly(String)
        /// It could not be found out, and why.
        case unknown(String)
    }

    private let certificate: Certificate
    private let run: @Sendable ([String]) -> CommandResult

    /// `run` runs a command and waits for it; the default starts a process.
    package init(
        _ certificate: Certificate, run: @escaping @Sendable ([String]) -> CommandResult = { CommandResult.running($0) }
    ) {
        self.certificate = certificate
        self.run = run
    }

    /// Whether the bundle of roots in a PEM file has this very certificate, byte for byte.
    package func isTrusted(byFile path: String) -> Verdict {
        do {
            return try RootBundle.certificates(in: path).contains { $0.der == certificate.der } ? .trusted : .notTrusted
        } catch {
            return .unknown(error.text)
        }
    }

    package func isTrusted(by store: TrustPlace, file: String) -> Verdict {
        switch store {
        case .debian, .fedora:
            do {
                return isTrusted(byFile: try RootBundle.pathOfSystem())
            } catch {
                return .unknown(error.text)
            }
        case .nss(let folder): return isTrusted(byNSS: folder)
        case .macOS:
            let result = run(["security", "verify-cert", "-c", file, "-p", "ssl", "-l", "-L"])
            if let failure = result.failure { return .unknown(failure) }
            return result.status == 0 ? .trusted : .notTrusted
        }
    }

    private func isTrusted(byNSS folder: String) -> Verdict {
        guard FileStatus.exists(folder + "/cert9.db") else { return .notTrusted }
        let nickname = AuthorityMark(certificate).nickname
        let found = run(["certutil", "-L", "-d", "sql:" + folder, "-n", nickname, "-a"])
        if let failure = found.failure { return .unknown(failure) }
        guard found.status == 0, let pem = try? Certificate.read(pem: found.output), pem.der == certificate.der else {
            return .notTrusted
        }
        let list = run(["certutil", "-L", "-d", "sql:" + folder])
        guard list.status == 0 else { return .unknown("certutil could not list the database") }
        guard let flags = Self.flags(of: nickname, in: list.output.text) else { return .notTrusted }
        // The first of three groups is for TLS; C means a trusted issuer of servers' certificates.
        let forServers = flags.split(separator: ",", omittingEmptySubsequences: false).first ?? ""
        return forServers.contains("C") ? .trusted : .presentOnly(flags)
    }

    /// certutil lists a certificate per line: its nickname, spaces, its trust flags.
    private static func flags(of nickname: String, in list: String) -> String? {
        for line in list.split(whereSeparator: \.isNewline) where line.hasPrefix(nickname) {
            let rest = line.dropFirst(nickname.count)
            let words = rest.split(separator: " ")
            // More words: a longer nickname that begins like ours.
            guard rest.first == " ", words.count == 1 else { continue }
            return String(words[0])
        }
        return nil
    }
}
