internal import Bytes
package import TLS

/// A place where clients look up whom they trust, and how the authority gets into it and out again.
///
/// Plans are values: `hark ca trust` prints them, asks, and runs them; nothing here changes a store.
package enum TrustPlace: Sendable, Hashable {
    /// Debian, Ubuntu and their relatives: `update-ca-certificates`.
    case debian
    /// Fedora, RHEL and their relatives: `update-ca-trust`.
    case fedora
    /// A database of NSS, as Firefox and Chromium have: the folder that holds `cert9.db`.
    case nss(folder: String)
    /// The login keychain of this user on macOS.
    case macOS(home: String)

    package var text: String {
        switch self {
        case .debian, .fedora: "the system's store"
        case .nss(let folder): "the NSS database in \(folder)"
        case .macOS: "the login keychain"
        }
    }

    /// The system's own store here, or nil where it is not one that Hark knows.
    package static func ofSystem(home: String, exists: (String) -> Bool = FileStatus.exists) -> TrustPlace? {
        #if os(macOS)
        return .macOS(home: home)
        #else
        if exists("/usr/sbin/update-ca-certificates") { return .debian }
        if ["/usr/bin/update-ca-trust", "/usr/sbin/update-ca-trust"].contains(where: exists) { return .fedora }
        return nil
        #endif
    }

    /// The commands that make this store trust the certificate in `file`. `asRoot`: whether this process is root
    /// already.
    package func trustPlan(for certificate: Certificate, file: String, asRoot: Bool) -> [TrustStep] {
        let mark = AuthorityMark(certificate)
        let sudo = asRoot ? [] : ["sudo"]
        switch self {
        case .debian:
            let copy = Self.debianAnchors + mark.fileStem + ".crt"
            return [
                TrustStep(
                    sudo + ["install", "-m", "0644", "--", file, copy],
                    "copies the certificate to the folder for additional CAs"),
                TrustStep(sudo + ["update-ca-certificates"], "rebuilds the system's list of trusted CAs"),
            ]
        case .fedora:
            let copy = Self.fedoraAnchors + mark.fileStem + ".pem"
            return [
                TrustStep(
                    sudo + ["install", "-m", "0644", "--", file, copy],
                    "copies the certificate to the folder for additional CAs"),
                TrustStep(sudo + ["update-ca-trust", "extract"], "rebuilds the system's lists of trusted CAs"),
            ]
        case .nss(let folder):
            return newDatabase(folder) + [
                TrustStep(
                    ["certutil", "-A", "-d", "sql:" + folder, "-t", "C,,", "-n", mark.nickname, "-i", file],
                    "adds the certificate to the database, trusted only for web sites")
            ]
        case .macOS(let home):
            return [
                TrustStep(
                    ["security", "add-trusted-cert", "-r", "trustRoot", "-p", "ssl", "-k", Self.keychain(home), file],
                    "adds the certificate to your keychain, trusted only for TLS; macOS asks for your password")
            ]
        }
    }

    /// The commands that undo it. `run` runs a command that only asks; the default starts a process.
    package func untrustPlan(
        for certificate: Certificate, file: String, asRoot: Bool,
        run: ([String]) -> CommandResult = { CommandResult.running($0) }
    ) -> [TrustStep] {
        let mark = AuthorityMark(certificate)
        let sudo = asRoot ? [] : ["sudo"]
        switch self {
        case .debian:
            return [
                TrustStep(
                    sudo + ["rm", "-f", "--", Self.debianAnchors + mark.fileStem + ".crt"],
                    "removes the copy of the certificate"),
                // Without --fresh, a link to the removed copy would stay behind.
                TrustStep(
                    sudo + ["update-ca-certificates", "--fresh"], "rebuilds the system's list of trusted CAs"),
            ] + Self.javaPlan(mark, sudo, run)
        case .fedora:
            return [
                TrustStep(
                    sudo + ["rm", "-f", "--", Self.fedoraAnchors + mark.fileStem + ".pem"],
                    "removes the copy of the certificate"),
                TrustStep(sudo + ["update-ca-trust", "extract"], "rebuilds the system's lists of trusted CAs"),
            ]
        case .nss(let folder):
            return [
                TrustStep(
                    ["certutil", "-D", "-d", "sql:" + folder, "-n", mark.nickname],
                    "removes the certificate from the database")
            ]
        case .macOS(let home):
            return [
                TrustStep(
                    ["security", "remove-trusted-cert", file], "removes the trust; macOS asks for your password"),
                TrustStep(
                    [
                        "security", "delete-certificate", "-Z", Hex.capitals(certificate.fingerprint),
                        Self.keychain(home),
                    ],
                    "removes the certificate from your keychain"),
            ]
        }
    }

    /// Debian's bundle for Java is given what is new and never told what has gone.
    private static func javaPlan(
        _ mark: AuthorityMark, _ sudo: [String], _ run: ([String]) -> CommandResult
    ) -> [TrustStep] {
        let entry = [
            "-alias", "debian:\(mark.fileStem).pem", "-keystore", "/etc/ssl/certs/java/cacerts", "-storepass",
            "changeit",
        ]
        guard run(["keytool", "-list"] + entry).status == 0 else { return [] }
        return [TrustStep(sudo + ["keytool", "-delete"] + entry, "removes the certificate from Java's trusted roots")]
    }

    /// Where the system's store takes its copies from, how their names end, and what reads them again; nil for places
    /// of one user.
    package var copies: (folder: String, suffix: String, command: String)? {
        switch self {
        case .debian: (folder: Self.debianAnchors, suffix: ".crt", command: "update-ca-certificates --fresh")
        case .fedora: (folder: Self.fedoraAnchors, suffix: ".pem", command: "update-ca-trust extract")
        case .nss, .macOS: nil
        }
    }

    private static let debianAnchors = "/usr/local/share/ca-certificates/"
    private static let fedoraAnchors = "/etc/pki/ca-trust/source/anchors/"

    private static func keychain(_ home: String) -> String {
        home + "/Library/Keychains/login.keychain-db"
    }

    /// A database is made when a browser first runs; before that, Chromium's has to be made for it.
    private func newDatabase(_ folder: String) -> [TrustStep] {
        guard !FileStatus.exists(folder + "/cert9.db") else { return [] }
        return [
            TrustStep(["mkdir", "-p", "-m", "0700", "--", folder], "creates the folder of the database"),
            TrustStep(
                ["certutil", "-N", "-d", "sql:" + folder, "--empty-password"], "creates an empty database in it"),
        ]
    }
}

/// The names under which one authority is filed, so that two of them never share a place.
struct AuthorityMark {
    let fileStem: String
    let nickname: String

    init(_ certificate: Certificate) {
        let short = Hex.text(certificate.fingerprint.prefix(4))
        fileStem = "hark-" + short
        nickname = "Hark " + short
    }
}
