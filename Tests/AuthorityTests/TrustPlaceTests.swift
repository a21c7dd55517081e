import Bytes
import Foundation
import TLS
import Testing

@testable import Authority

@Suite struct TrustPlaceTests {
    private let certificate: Certificate
    private let mark: String

    init() throws {
        certificate = try LocalAuthority.sample().certificate
        mark = String(AuthorityFacts(certificate).fingerprintText.filter { $0 != ":" }.prefix(8)).lowercased()
    }

    private func trust(_ store: TrustPlace, asRoot: Bool = false) -> [String] {
        store.trustPlan(for: certificate, file: "/ca/hark-ca.pem", asRoot: asRoot).map(\.shellText)
    }

    /// `java`: whether Java's store of the system has the certificate.
    private func untrust(_ store: TrustPlace, asRoot: Bool = false, java: Bool = false) -> [String] {
        store.untrustPlan(
            for: certificate, file: "/ca/hark-ca.pem", asRoot: asRoot,
            run: { CommandResult(status: $0.starts(with: ["keytool", "-list"]) && java ? 0 : 1) }
        ).map(\.shellText)
    }

    @Test func debianGetsACopyAndRebuildsItsBundle() {
        let copy = "/usr/local/share/ca-certificates/hark-\(mark).crt"
        #expect(
            trust(.debian) == [
                "sudo install -m 0644 -- /ca/hark-ca.pem \(copy)", "sudo update-ca-certificates",
            ])
        #expect(untrust(.debian) == ["sudo rm -f -- \(copy)", "sudo update-ca-certificates --fresh"])
    }

    @Test func whatJavaWasGivenIsTakenBackFromIt() {
        let step =
            "sudo keytool -delete -alias debian:hark-\(mark).pem -keystore /etc/ssl/certs/java/cacerts "
            + "-storepass changeit"
        #expect(untrust(.debian, java: true).last == step)
        #expect(untrust(.debian, java: true).dropLast() == untrust(.debian)[...])
        #expect(!untrust(.fedora, java: true).contains { $0.contains("keytool") })
    }

    @Test func rootNeedsNoSudo() {
        #expect(trust(.debian, asRoot: true).last == "update-ca-certificates")
        #expect(untrust(.fedora, asRoot: true).last == "update-ca-trust extract")
    }

    @Test func fedoraGetsAnAnchorAndRebuildsItsBundles() {
        let anchor = "/etc/pki/ca-trust/source/anchors/hark-\(mark).pem"
        #expect(
            trust(.fedora) == ["sudo install -m 0644 -- /ca/hark-ca.pem \(anchor)", "sudo update-ca-trust extract"])
        #expect(untrust(.fedora) == ["sudo rm -f -- \(anchor)", "sudo update-ca-trust extract"])
    }

    @Test func anNSSDatabaseIsMadeWhereThereIsNone() throws {
        let folder = try TemporaryFolder()
        let database = folder.path + "/nssdb"
        let add = "certutil -A -d sql:\(database) -t C,, -n 'Hark \(mark)' -i /ca/hark-ca.pem"
        #expect(
            trust(.nss(folder: database)) == [
                "mkdir -p -m 0700 -- \(database)", "certutil -N -d sql:\(database) --empty-password", add,
            ])
        try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: database + "/cert9.db"))
        #expect(trust(.nss(folder: database)) == [add])
        #expect(untrust(.nss(folder: database)) == ["certutil -D -d sql:\(database) -n 'Hark \(mark)'"])
    }

    @Test func macOSTrustsItInTheLoginKeychainForTLSAlone() {
        let keychain = "/Users/ada/Library/Keychains/login.keychain-db"
        #expect(
            trust(.macOS(home: "/Users/ada")) == [
                "security add-trusted-cert -r trustRoot -p ssl -k \(keychain) /ca/hark-ca.pem"
            ])
        let fingerprint = AuthorityFacts(certificate).fingerprintText.filter { $0 != ":" }
        #expect(
            untrust(.macOS(home: "/Users/ada")) == [
                "security remove-trusted-cert /ca/hark-ca.pem",
                "security delete-certificate -Z \(fingerprint) \(keychain)",
            ])
    }

    @Test func everyStepIsExplained() {
        let stores: [TrustPlace] = [.debian, .fedora, .nss(folder: "/none"), .macOS(home: "/Users/ada")]
        for store in stores {
            let steps =
                store.trustPlan(for: certificate, file: "f", asRoot: false)
                + store.untrustPlan(
                    for: certificate, file: "f", asRoot: false, run: { _ in CommandResult(status: 0) })
            #expect(steps.allSatisfy { !$0.explanation.isEmpty && !$0.command.isEmpty })
            #expect(!store.text.isEmpty)
        }
    }

    #if !os(macOS)
    @Test(arguments: [
        ("/usr/sbin/update-ca-certificates", TrustPlace?.some(.debian)),
        ("/usr/bin/update-ca-trust", .fedora),
        ("/usr/sbin/update-ca-trust", .fedora),
        ("/bin/sh", nil),
    ])
    func theSystemIsKnownByItsTool(tool: String, store: TrustPlace?) {
        #expect(TrustPlace.ofSystem(home: "/home/ada", exists: { $0 == tool }) == store)
    }
    #endif

    @Test func databasesAreFoundWhereBrowsersKeepThem() throws {
        let home = try TemporaryFolder()
        let kept = [".pki/nssdb", ".mozilla/firefox/a.default", "snap/firefox/common/.mozilla/firefox/b.work"]
        for path in kept + [".mozilla/firefox/empty"] {
            try FileManager.default.createDirectory(
                atPath: home.path + "/" + path, withIntermediateDirectories: true)
        }
        for path in kept { try Data().write(to: URL(filePath: "\(home.path)/\(path)/cert9.db")) }
        #expect(NSSDatabases.find(home: home.path) == kept.map { home.path + "/" + $0 })
        #expect(NSSDatabases.find(home: home.path + "/none").isEmpty)
    }
}
