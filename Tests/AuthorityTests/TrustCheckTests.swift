import Bytes
import Foundation
import TLS
import Testing

@testable import Authority

@Suite struct TrustCheckTests {
    private let folder: TemporaryFolder
    private let certificate: Certificate
    private let other: Certificate

    init() throws {
        folder = try TemporaryFolder()
        certificate = try LocalAuthority.sample().certificate
        other = try LocalAuthority.sample().certificate
    }

    private func bundle(_ certificates: Certificate...) throws -> String {
        let pem = try certificates.reduce(into: [UInt8]()) { $0 += try $1.exported(as: .pem) }
        return try folder.write("bundle.pem", Bytes("# a comment\n\n" + Bytes(pem).text))
    }

    @Test func aFileTrustsWhatItHolds() throws {
        #expect(TrustCheck(certificate).isTrusted(byFile: try bundle(other, certificate)) == .trusted)
        #expect(TrustCheck(certificate).isTrusted(byFile: try bundle(other)) == .notTrusted)
    }

    @Test func aFileThatCannotBeReadIsUnknown() {
        guard case .unknown(let reason) = TrustCheck(certificate).isTrusted(byFile: folder.path + "/none") else {
            Issue.record("a file that is not there trusts nobody, and cannot be asked")
            return
        }
        #expect(reason.contains("/none could not be read: No such file"))
    }

    /// An NSS database as certutil shows it.
    private func verdict(flags: String, holding held: Certificate? = nil, status: Int32 = 0) throws
        -> TrustCheck.Verdict
    {
        _ = try folder.write("cert9.db", "")
        let pem = try (held ?? certificate).exported(as: .pem)
        let nickname = AuthorityMark(certificate).nickname
        let list = """

            Certificate Nickname                                         Trust Attributes
                                                                         SSL,S/MIME,JAR/XPI

            Some Other Root                                              C,C,C
            \(nickname) too                                           C,C,C
            \(nickname)                                               \(flags)

            """
        let check = TrustCheck(certificate) { command in
            command.contains("-a")
                ? CommandResult(status: status, output: pem) : CommandResult(status: 0, output: Bytes(list))
        }
        return check.isTrusted(by: .nss(folder: folder.path), file: "")
    }

    @Test func aDatabaseIsJudgedByItsFlagsForServers() throws {
        #expect(try verdict(flags: "C,,") == .trusted)
        #expect(try verdict(flags: "CT,C,C") == .trusted)
        #expect(try verdict(flags: ",,") == .presentOnly(",,"))
        #expect(try verdict(flags: ",C,") == .presentOnly(",C,"))
    }

    @Test func anotherCertificateUnderTheNameIsNotOurs() throws {
        #expect(try verdict(flags: "C,,", holding: other) == .notTrusted)
        #expect(try verdict(flags: "C,,", status: 255) == .notTrusted)
    }

    @Test func withoutADatabaseOrItsToolThatIsSaid() throws {
        let none = TrustCheck(certificate).isTrusted(by: .nss(folder: folder.path + "/none"), file: "")
        #expect(none == .notTrusted)
        _ = try folder.write("cert9.db", "")
        let check = TrustCheck(certificate) { _ in CommandResult(status: 127, failure: "certutil: not found") }
        #expect(check.isTrusted(by: .nss(folder: folder.path), file: "") == .unknown("certutil: not found"))
    }

    @Test(.enabled(if: Tool.exists("certutil")))
    func aRealDatabaseIsTrustedAndUntrustedByThePlans() throws {
        let store = TrustPlace.nss(folder: folder.path + "/nssdb")
        let file = try folder.write("ca.pem", certificate.exported(as: .pem))
        let check = TrustCheck(certificate)
        #expect(check.isTrusted(by: store, file: file) == .notTrusted)
        for step in store.trustPlan(for: certificate, file: file, asRoot: true) {
            #expect(CommandResult.running(step.command).status == 0, "\(step.shellText)")
        }
        #expect(check.isTrusted(by: store, file: file) == .trusted)
        for step in store.untrustPlan(for: certificate, file: file, asRoot: true) {
            #expect(CommandResult.running(step.command).status == 0, "\(step.shellText)")
        }
        #expect(check.isTrusted(by: store, file: file) == .notTrusted)
    }
}

@Suite struct RootBundleTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func theBundleHoldsTheSystemsRootsAndOurs() throws {
        let system = try LocalAuthority.sample().certificate
        let ours = try LocalAuthority.sample().certificate
        // Without a line end at its end, as some files are.
        let pem = try system.exported(as: .pem)
        let file = try folder.write("system.pem", pem.slice(0..<pem.count - 1))
        let bundle = folder.path + "/bundle.pem"
        try RootBundle.write(ours, withRootsOf: [file], to: bundle)
        #expect(try RootBundle.certificates(in: bundle).map(\.der) == [system.der, ours.der])
        #expect(try mode(of: bundle) == 0o644)
        // Again over the old one, and nothing else is left in the folder.
        try RootBundle.write(ours, withRootsOf: [], to: bundle)
        #expect(try RootBundle.certificates(in: bundle).map(\.der) == [ours.der])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["bundle.pem", "system.pem"])
    }

    @Test(.enabled(if: Tool.exists("keytool")))
    func javaReadsTheBundleAsItsTrustPlace() throws {
        let system = try LocalAuthority.sample().certificate
        let ours = try LocalAuthority.sample().certificate
        let file = try folder.write("system.pem", system.exported(as: .pem))
        let path = folder.path + "/trust.p12"
        try RootBundle.writeForJava(ours, withRootsOf: [file], to: path)
        let text = try Tool.run("keytool", "-list", "-keystore", path, "-storepass", Certificate.exportPassword)
        #expect(text.contains("2 entries"))
        for certificate in [system, ours] {
            #expect(text.contains(AuthorityFacts(certificate).fingerprintText))
        }
    }

    @Test func theSystemsRootsAreLookedForInOrder() throws {
        let first = try folder.write("first.pem", "")
        let second = try folder.write("second.pem", "")
        #expect(try RootBundle.pathOfSystem(among: ["/none", second, first]) == second)
        let error = #expect(throws: AuthorityError.self) { try RootBundle.pathOfSystem(among: ["/none"]) }
        #expect(error?.code == .noSystemRoots)
    }

    @Test func aFolderThatCannotBeWrittenIsNamed() throws {
        let ours = try LocalAuthority.sample().certificate
        let path = folder.path + "/none/bundle.pem"
        let error = #expect(throws: AuthorityError.self) { try RootBundle.write(ours, withRootsOf: [], to: path) }
        #expect(error?.code == .cannotWrite)
        #expect(error?.path == path)
    }
}

@Suite struct CommandResultTests {
    @Test(
        arguments: [
            (["true"], 0, ""), (["sh", "-c", "exit 7"], 7, ""), (["printf", "two words"], 0, "two words"),
            (["sh", "-c", "kill -9 $$"], 137, ""), (["sh", "-c", "echo lost >&2; cat"], 0, ""),
        ] as [([String], Int32, String)])
    func theEndAndTheOutputAreReported(command: [String], status: Int32, output: String) {
        let result = CommandResult.running(command)
        #expect(result == CommandResult(status: status, output: Bytes(output)))
    }

    @Test func aProgramThatIsNotThereIsAFailure() {
        let result = CommandResult.running(["no-program-has-this-name"])
        #expect(result.status == 127)
        #expect(result.failure == "no-program-has-this-name: No such file or directory")
        #expect(CommandResult.running([]).failure != nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func moreOutputThanIsKeptStopsNobody() {
        let result = CommandResult.running(["head", "-c", "3000000", "/dev/zero"])
        #expect(result.status == 0)
        #expect(result.output.count == 1 << 20)
    }
}

@Suite struct ShellTextTests {
    @Test(arguments: [
        (["ls", "-l"], "ls -l"), (["a b"], "'a b'"), ([""], "''"), (["it's"], #"'it'\''s'"#), (["$(x)"], "'$(x)'"),
        (["C,,", "sql:/a/b"], "C,, sql:/a/b"), (["*"], "'*'"), (["~"], "'~'"),
    ])
    func wordsAreQuotedWhereAShellWouldReadMore(words: [String], text: String) {
        #expect(ShellText.command(words) == text)
    }
}
