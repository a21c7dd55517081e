import Foundation
import TestKit
import Testing

/// `hark ca`, the real command with a home of its own.
@Suite struct AuthorityCommandTests {
    private let home: PrivateHome

    init() throws {
        home = try PrivateHome()
    }

    private func mode(of name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: home.folder + name)
        return attributes[.posixPermissions] as? Int
    }

    @Test func theAuthorityIsMadeOnFirstUseForItsOwnerAlone() throws {
        let result = try home.hark("ca", "create")
        #expect(result.code == 0, result.summary)
        #expect(result.diagnostics.contains("created Hark's CA in \(home.folder)"), result.summary)
        #expect(try mode(of: "") == 0o700)
        #expect(try mode(of: "/hark-ca-key.pem") == 0o600)
        let again = try home.hark("ca", "create")
        #expect(again.output == result.output && again.diagnostics.isEmpty, again.summary)
    }

    @Test func showNamesWhatOpenSSLReads() throws {
        _ = try home.hark("ca", "create")
        let shown = try home.json(home.hark("ca", "show", "--json"))
        let certificate = home.folder + "/hark-ca.pem"
        let text = try Tool.run(
            Tool.find("openssl"),
            ["x509", "-in", certificate, "-noout", "-fingerprint", "-sha256", "-serial", "-checkend", "157000000"]
        ).text
        let fingerprint = try #require(shown["fingerprint"] as? String)
        let serial = try #require(shown["serial"] as? String)
        #expect(text.contains("Fingerprint=\(fingerprint)\n") && text.contains("serial=\(serial)\n"), "\(text)")
        let (first, last) = (
            try #require(shown["notBefore"] as? Int64), try #require(shown["notAfter"] as? Int64)
        )
        // Five years with one or two leap days in them, begun a day ago.
        #expect([1825, 1826, 1827].contains((last - first + 1) / 86_400))
        #expect([1824, 1825].contains(try #require(shown["daysLeft"] as? Int)))
        #expect(shown["folder"] as? String == home.folder)
        let lines = try home.hark("ca")
        #expect(lines.code == 0 && lines.text.contains(fingerprint) && lines.text.contains("Hark of "), lines.summary)
    }

    @Test(arguments: [["ca"], ["ca", "show"], ["ca", "check"], ["ca", "untrust", "--yes"]])
    func withoutAnAuthorityNoneIsMadeAndTheRemedyIsNamed(arguments: [String]) throws {
        let result = try home.hark(arguments: arguments)
        #expect(result.code == 69 && result.output.isEmpty, result.summary)
        #expect(result.diagnostics.contains(home.folder) && result.diagnostics.contains("hark ca create"))
        #expect(!FileManager.default.fileExists(atPath: home.folder))
    }

    @Test func everyFormHoldsTheCertificateAndNoKey() throws {
        _ = try home.hark("ca", "create")
        let openssl = try Tool.find("openssl")
        let own = try Tool.run(openssl, ["x509", "-in", home.folder + "/hark-ca.pem", "-outform", "DER"]).output
        let pem = try home.hark("ca", "export")
        #expect(pem.text.hasPrefix("-----BEGIN CERTIFICATE-----\n") && !pem.text.contains("KEY"), pem.summary)
        #expect(try home.hark("ca", "export", "--format", "der").output == own)
        let file = home.scratch.file("out.p12")
        #expect(try home.hark("ca", "export", "--format", "p12", "--output", file).code == 0)
        let bag = try Tool.run(openssl, ["pkcs12", "-in", file, "-passin", "pass:hark", "-nodes"])
        #expect(bag.text.contains("BEGIN CERTIFICATE") && !bag.text.contains("KEY"), bag.summary)
        let profile = try home.hark("ca", "export", "--format", "mobileconfig")
        let plist =
            try PropertyListSerialization.propertyList(from: Data(profile.output), format: nil) as? [String: Any]
        let payload = try #require((plist?["PayloadContent"] as? [[String: Any]])?.first)
        #expect(payload["PayloadContent"] as? Data == Data(own))
    }

    @Test func aFileIsOverwrittenOnlyOnDemand() throws {
        _ = try home.hark("ca", "create")
        let file = home.scratch.file("some.pem")
        try Data("mine".utf8).write(to: URL(filePath: file))
        let refused = try home.hark("ca", "export", "--output", file)
        #expect(refused.code == 73 && refused.diagnostics.contains("--force"), refused.summary)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        #expect(try home.hark("ca", "export", "--output", file, "--force").code == 0)
        let written = try Data(contentsOf: URL(filePath: file))
        #expect(written.starts(with: Data("-----BEGIN CERTIFICATE-----".utf8)))
        // The same again is what is there.
        #expect(try home.hark("ca", "export", "--output", file).code == 0)
        #expect(try home.hark("ca", "export", "--output", file, "--format", "der").code == 73)
        #expect(try Data(contentsOf: URL(filePath: file)) == written)
        // A link is a file that is there, whether it leads somewhere or not.
        let link = home.scratch.file("link.pem")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.scratch.file("none"))
        #expect(try home.hark("ca", "export", "--output", link).code == 73)
        #expect(!FileManager.default.fileExists(atPath: home.scratch.file("none")))
    }

    @Test func whatIsNotTextIsNotWrittenToATerminal() throws {
        _ = try home.hark("ca", "create")
        let hark = try Tool.hark()
        let result = try Tool.run(
            Tool.find("script"), ["-qec", "\(hark) ca export --format der", "/dev/null"],
            environment: ["XDG_DATA_HOME": home.scratch.file("data")])
        #expect(result.code == 64, result.summary)
        #expect(result.text.contains("hark ca export --format der --output hark-ca.cer"), result.summary)
    }

    @Test func theKeyMayBeRSAForOldClients() throws {
        let made = try home.json(home.hark("ca", "create", "--rsa", "--json"))
        #expect(made["key"] as? String == "RSA 2048")
        #expect(try home.hark("ca", "create", "--rsa").code == 0)
    }

    @Test func anAuthorityOfAnotherKindIsNotReplacedUnasked() throws {
        let before = try home.json(home.hark("ca", "create", "--json"))
        #expect(before["key"] as? String == "EC P-256")
        let result = try home.hark("ca", "export", "--rsa")
        #expect(result.code == 64 && result.output.isEmpty, result.summary)
        #expect(result.diagnostics.contains("hark ca rotate --rsa"), result.summary)
        let after = try home.json(home.hark("ca", "show", "--json"))
        #expect(after["fingerprint"] as? String == before["fingerprint"] as? String)
    }

    @Test func rotatingLeavesTheOldCertificateAndNotItsKey() throws {
        let before = try home.json(home.hark("ca", "create", "--json"))
        let key = try Data(contentsOf: URL(filePath: home.folder + "/hark-ca-key.pem"))
        let result = try home.hark("ca", "rotate", "--json")
        #expect(result.code == 0, result.summary)
        #expect(try home.json(result)["fingerprint"] as? String != before["fingerprint"] as? String)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder)
        let old = try #require(names.first { $0.hasPrefix("hark-ca-until-") })
        #expect(result.diagnostics.contains("hark ca untrust --certificate \(home.folder)/\(old)"), result.summary)
        for name in names {
            #expect(try Data(contentsOf: URL(filePath: home.folder + "/" + name)) != key, "\(name)")
        }
    }

    @Test func anotherFolderCanBeNamed() throws {
        let folder = home.scratch.file("else where")
        #expect(try home.hark("ca", "show", "--ca-dir", folder).diagnostics.contains("--ca-dir '\(folder)'"))
        let made = try home.json(home.hark("ca", "create", "--json", "--ca-dir", folder))
        #expect(made["folder"] as? String == folder)
        #expect(!FileManager.default.fileExists(atPath: home.folder))
    }

    @Test(arguments: [(0o755, "", "chmod 700"), (0o644, "/hark-ca-key.pem", "chmod 600")])
    func whatOthersCanReadIsRefusedWithTheCommandThatMendsIt(mode: Int, name: String, remedy: String) throws {
        _ = try home.hark("ca", "create")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home.folder + name)
        for command in [["ca", "show"], ["ca", "export"], ["ca", "check"]] {
            let result = try home.hark(arguments: command)
            #expect(result.code == 78 && result.output.isEmpty, result.summary)
            #expect(result.diagnostics.contains("\(remedy) \(home.folder)\(name)"), result.summary)
        }
    }

    @Test func whatIsDamagedIsNamedAndKept() throws {
        _ = try home.hark("ca", "create")
        let key = home.folder + "/hark-ca-key.pem"
        try Data("nonsense".utf8).write(to: URL(filePath: key))
        let result = try home.hark("ca", "export")
        #expect(result.code == 78 && result.diagnostics.contains(key), result.summary)
        #expect(try String(contentsOfFile: key, encoding: .utf8) == "nonsense")
    }

    // MARK: - Who trusts it

    @Test func aFileThatHoldsItTrustsItAndAnotherDoesNot() throws {
        _ = try home.hark("ca", "create")
        let own = home.folder + "/hark-ca.pem"
        let trusted = try home.hark("ca", "check", "--json", "--file", own)
        #expect(trusted.code == 0, trusted.summary)
        #expect(try home.json(trusted)["trusted"] as? Bool == true)
        let other = try home.scratch.write("empty.pem", "# nothing\n")
        let refused = try home.hark("ca", "check", "--json", "--file", own, "--file", other)
        #expect(refused.code == 1, refused.summary)
        let places = try home.json(refused)["places"] as? [[String: Any]]
        #expect(places?.map { $0["verdict"] as? String } == ["trusted", "notTrusted"])
        #expect(try home.json(refused)["trusted"] as? Bool == false)
        let missing = try home.hark("ca", "check", "--file", home.scratch.file("none.pem"))
        #expect(missing.code == 1 && missing.text.contains("No such file"), missing.summary)
    }

    @Test func thisSystemDoesNotTrustAnAuthorityThatWasMadeAMomentAgo() throws {
        _ = try home.hark("ca", "create")
        let result = try home.hark("ca", "check", "--system")
        #expect(result.code == 1 && result.text.contains("not trusted"), result.summary)
    }

    @Test func aDatabaseIsTaughtToTrustItAndToForgetIt() throws {
        _ = try home.hark("ca", "create")
        let database = home.scratch.file("nssdb")
        #expect(try home.hark("ca", "check", "--nss", database).code == 1)
        let trust = try home.hark("ca", "trust", "--nss", database, "--yes")
        #expect(trust.code == 0, trust.summary)
        #expect(trust.text.contains("certutil -A -d sql:\(database)"), "what it runs is shown first")
        #expect(try home.hark("ca", "check", "--nss", database).code == 0)
        let again = try home.hark("ca", "trust", "--nss", database, "--yes")
        #expect(again.code == 0 && again.output.isEmpty && again.diagnostics.contains("already"), again.summary)
        let untrust = try home.hark("ca", "untrust", "--nss", database, "--yes")
        #expect(untrust.code == 0, untrust.summary)
        #expect(try home.hark("ca", "check", "--nss", database).code == 1)
    }

    @Test func anEarlierAuthorityCanBeForgottenByItsCertificate() throws {
        _ = try home.hark("ca", "create")
        let database = home.scratch.file("nssdb")
        #expect(try home.hark("ca", "trust", "--nss", database, "--yes").code == 0)
        _ = try home.hark("ca", "rotate")
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder)
        let old = home.folder + "/" + (try #require(names.first { $0.hasPrefix("hark-ca-until-") }))
        let result = try home.hark("ca", "untrust", "--certificate", old, "--nss", database, "--yes")
        #expect(result.code == 0, result.summary)
        let list = try Tool.run(Tool.find("certutil"), ["-L", "-d", "sql:" + database])
        #expect(!list.text.contains("Hark "), list.summary)
    }

    @Test func aDryRunShowsTheCommandsAndRunsNone() throws {
        _ = try home.hark("ca", "create")
        let database = home.scratch.file("nssdb")
        let result = try home.hark("ca", "trust", "--nss", database, "--dry-run")
        #expect(result.code == 0 && result.text.contains("certutil -A"), result.summary)
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test func withNobodyToAskNothingIsChanged() throws {
        _ = try home.hark("ca", "create")
        let database = home.scratch.file("nssdb")
        let yes = try home.scratch.write("answers", "y\n")
        let result = try home.hark("ca", "trust", "--nss", database, input: yes)
        #expect(result.code == 64 && result.diagnostics.contains("--yes"), result.summary)
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test(arguments: [("y", 0, true), ("n", 1, false), ("", 1, false)])
    func aPersonIsAsked(answer: String, code: Int32, isDone: Bool) throws {
        _ = try home.hark("ca", "create")
        let database = home.scratch.file("nssdb")
        let input = try home.scratch.write("answers", answer + "\n")
        let hark = try Tool.hark()
        let result = try Tool.run(
            Tool.find("script"), ["-qec", "\(hark) ca trust --nss \(database)", "/dev/null"],
            environment: ["XDG_DATA_HOME": home.scratch.file("data")], input: input)
        #expect(result.code == code, result.summary)
        #expect(result.text.contains("Run these commands? [y/N]"), result.summary)
        #expect(FileManager.default.fileExists(atPath: database) == isDone)
    }

    @Test(arguments: [
        ["ca", "nonsense"], ["ca", "export", "--format", "key"], ["ca", "export", "--output", ""],
        ["ca", "trust", "--yes", "--dry-run"], ["ca", "show", "--ca-dir", ""],
    ])
    func mistakesAre64(arguments: [String]) throws {
        let result = try home.hark(arguments: arguments)
        #expect(result.code == 64 && result.output.isEmpty && !result.diagnostics.isEmpty, result.summary)
    }

    @Test func aFileThatCannotBeWrittenIs74AndNamed() throws {
        let result = try home.hark("ca", "export", "--output", home.scratch.file("no/where"))
        #expect(result.code == 74 && result.diagnostics.contains(home.scratch.file("no/where")), result.summary)
    }

    @Test(arguments: ["show", "create", "export", "check", "trust", "untrust", "rotate"])
    func everyCommandHasHelpWithAnExample(command: String) throws {
        let result = try home.hark("ca", command, "--help")
        #expect(result.code == 0 && result.text.contains("hark ca \(command)"), result.summary)
    }
}
