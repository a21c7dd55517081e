import Bytes
import Dispatch
import Foundation
import Synchronization
import TLS
import Testing

@testable import Authority

@Suite struct AuthorityStoreTests {
    private let folder: TemporaryFolder
    private let home: String
    private let store: AuthorityStore

    init() throws {
        folder = try TemporaryFolder()
        home = folder.path + "/data/hark"
        store = AuthorityStore(folder: home, owner: AuthorityOwner(user: "ada", host: "engine"))
    }

    private func fingerprint(_ authority: LocalAuthority) -> Bytes {
        authority.certificate.fingerprint
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home).sorted()
    }

    private func failure(_ body: () throws -> Void) -> AuthorityError? {
        #expect(throws: AuthorityError.self, performing: body)
    }

    @Test func firstUseMakesWhatOnlyTheOwnerCanRead() throws {
        _ = try store.loadOrMake(now: moment)
        #expect(try mode(of: home) == 0o700)
        #expect(try mode(of: store.keyPath) == 0o600)
        #expect(try mode(of: store.certificatePath) == 0o644)
        #expect(try files() == ["hark-ca-key.pem", "hark-ca.lock", "hark-ca.pem"])
        #expect(try mode(of: home + "/hark-ca.lock") == 0o600)
        let key = try String(contentsOfFile: store.keyPath, encoding: .utf8)
        #expect(key.hasPrefix("-----BEGIN PRIVATE" + " KEY-----\n"))
    }

    @Test func whatWasMadeIsLoadedAgain() throws {
        let made = try store.loadOrMake(now: moment)
        let loaded = try store.loadOrMake(now: moment + 100 * day)
        #expect(fingerprint(made) == fingerprint(loaded))
        #expect(AuthorityFacts(loaded.certificate).subject.hasSuffix("CN=Hark of ada on engine"))
    }

    @Test func anAuthorityOfRSAIsLoadedAgain() throws {
        let made = try store.loadOrMake(.rsa2048, now: moment)
        #expect(AuthorityFacts(made.certificate).key == "RSA 2048")
        #expect(fingerprint(try store.loadOrMake(now: moment)) == fingerprint(made))
    }

    @Test func lookingForAnAuthorityMakesNone() throws {
        #expect(try store.loadIfPresent(now: moment) == nil)
        #expect(!FileManager.default.fileExists(atPath: home))
        let made = try store.loadOrMake(now: moment)
        #expect(try store.loadIfPresent(now: moment).map(fingerprint) == fingerprint(made))
    }

    @Test(.timeLimit(.minutes(10)))
    func manyWhoStartAtOnceMakeOneAuthority() throws {
        let found = Mutex<[Bytes]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { [home] _ in
            // Each has an open folder and a lock file of its own, as processes have.
            let store = AuthorityStore(folder: home, owner: AuthorityOwner(user: "ada", host: "engine"))
            let fingerprint = try? store.loadOrMake(now: moment).certificate.fingerprint
            found.withLock { $0.append(fingerprint ?? Bytes()) }
        }
        let all = found.withLock { $0 }
        #expect(all.count == 16)
        #expect(Set(all).count == 1)
        #expect(all.first?.count == 32)
    }

    // MARK: Permissions

    @Test(arguments: [0o750, 0o705, 0o777, 0o701])
    func aFolderOpenToOthersIsRefusedWithTheCommandThatMendsIt(wrong: Int) throws {
        _ = try store.loadOrMake(now: moment)
        try setMode(wrong, of: home)
        let error = failure { _ = try store.loadOrMake(now: moment) }
        #expect(error?.code == .folderOpenToOthers)
        #expect(error?.detail == String(wrong, radix: 8))
        #expect(error?.text.hasSuffix("chmod 700 \(home)") == true)
    }

    @Test(arguments: [0o640, 0o604, 0o666, 0o620])
    func aKeyOpenToOthersIsRefusedWithTheCommandThatMendsIt(wrong: Int) throws {
        _ = try store.loadOrMake(now: moment)
        try setMode(wrong, of: store.keyPath)
        let error = failure { _ = try store.loadOrMake(now: moment) }
        #expect(error?.code == .fileOpenToOthers)
        let text = try #require(error?.text)
        #expect(text.hasSuffix("chmod 600 \(store.keyPath)"))
        // The command that it names does mend it.
        let command = try #require(text.firstMatch(of: /chmod 600 .*/)).output
        try Tool.run("sh", "-c", String(command))
        _ = try store.loadOrMake(now: moment)
    }

    @Test func aCertificateThatOthersMayWriteIsRefused() throws {
        _ = try store.loadOrMake(now: moment)
        try setMode(0o664, of: store.certificatePath)
        #expect(failure { _ = try store.loadOrMake(now: moment) }?.code == .fileOpenToOthers)
    }

    @Test func aPathThatAShellWouldMisreadIsQuotedInTheCommand() throws {
        let odd = folder.path + "/it's mine"
        let store = AuthorityStore(folder: odd)
        _ = try store.loadOrMake(now: moment)
        try setMode(0o755, of: odd)
        let text = try #require(failure { _ = try store.loadOrMake(now: moment) }?.text)
        #expect(text.hasSuffix(#"chmod 700 '\#(folder.path)/it'\''s mine'"#))
        try Tool.run("sh", "-c", String(try #require(text.firstMatch(of: /chmod .*/)).output))
        _ = try store.loadOrMake(now: moment)
    }

    @Test(.enabled(if: geteuid() == 0))
    func filesOfAnotherUserAreRefused() throws {
        _ = try store.loadOrMake(now: moment)
        #expect(chown(store.keyPath, 65_534, 65_534) == 0)
        let key = failure { _ = try store.loadOrMake(now: moment) }
        #expect(key?.code == .fileOfAnother)
        #expect(key?.text.contains("chown \"$(id -u)\" \(store.keyPath)") == true)
        #expect(chown(home, 65_534, 65_534) == 0)
        #expect(failure { _ = try store.loadOrMake(now: moment) }?.code == .folderOfAnother)
    }

    @Test func theUmaskHasNoSay() throws {
        // The most open one there is; files get their modes by name, so tests that run beside this one do not notice.
        let before = umask(0)
        defer { umask(before) }
        _ = try store.loadOrMake(now: moment)
        #expect(try mode(of: home) == 0o700)
        #expect(try mode(of: store.keyPath) == 0o600)
        #expect(try mode(of: store.certificatePath) == 0o644)
    }

    // MARK: Damage

    @Test(arguments: [
        ("hark-ca.pem", "", AuthorityError.Code.certificateDamaged),
        ("hark-ca.pem", "no certificate", .certificateDamaged),
        ("hark-ca-key.pem", "", .keyDamaged),
        ("hark-ca-key.pem", "-----BEGIN PRIVATE" + " KEY-----\nAAAA\n-----END PRIVATE" + " KEY-----\n", .keyDamaged),
    ])
    func damageIsNamedAndNothingIsReplaced(name: String, content: String, code: AuthorityError.Code) throws {
        _ = try store.loadOrMake(now: moment)
        try content.write(toFile: home + "/" + name, atomically: false, encoding: .utf8)
        let error = failure { _ = try store.loadOrMake(now: moment) }
        #expect(error?.code == code)
        #expect(error?.path == home + "/" + name)
        #expect(error?.text.contains("hark ca rotate") == true)
        #expect(try String(contentsOfFile: home + "/" + name, encoding: .utf8) == content)
    }

    @Test func aCertificateCutOffAnywhereIsRefused() throws {
        _ = try store.loadOrMake(now: moment)
        let whole = try Data(contentsOf: URL(filePath: store.certificatePath))
        // The line end after the last line is the one thing that may be missing.
        for count in stride(from: 0, to: whole.count - 1, by: 37) {
            try whole.prefix(count).write(to: URL(filePath: store.certificatePath))
            #expect(failure { _ = try store.loadOrMake(now: moment) }?.code == .certificateDamaged, "\(count) bytes")
        }
    }

    @Test func aKeyWithAPasswordIsRefusedWithoutAsking() throws {
        _ = try store.loadOrMake(now: moment)
        let closed = folder.path + "/closed"
        try Tool.run("openssl", "pkey", "-in", store.keyPath, "-aes128", "-passout", "pass:secret", "-out", closed)
        try Data(contentsOf: URL(filePath: closed)).write(to: URL(filePath: store.keyPath))
        #expect(failure { _ = try store.loadOrMake(now: moment) }?.code == .keyDamaged)
    }

    @Test func halvesThatDoNotBelongTogetherAreRefused() throws {
        _ = try store.loadOrMake(now: moment)
        let other = AuthorityStore(folder: folder.path + "/other")
        _ = try other.loadOrMake(now: moment)
        try Data(contentsOf: URL(filePath: other.certificatePath)).write(to: URL(filePath: store.certificatePath))
        let error = failure { _ = try store.loadOrMake(now: moment) }
        #expect(error?.code == .keyMismatch)
        #expect(error?.path == store.certificatePath)
    }

    @Test(arguments: [
        ("hark-ca.pem", AuthorityError.Code.certificateMissing), ("hark-ca-key.pem", .keyMissing),
    ])
    func aMissingHalfIsNamedAndNotMadeAnew(name: String, code: AuthorityError.Code) throws {
        _ = try store.loadOrMake(now: moment)
        try FileManager.default.removeItem(atPath: home + "/" + name)
        let error = failure { _ = try store.loadOrMake(now: moment) }
        #expect(error?.code == code)
        #expect(error?.path == home + "/" + name)
        #expect(!FileManager.default.fileExists(atPath: home + "/" + name))
    }

    @Test func aCertificateThatCannotSignIsRefused() throws {
        let made = try store.loadOrMake(now: moment)
        let draft = try CertificateDraft(for: made.key)
        try draft.addKeyIdentifier()
        try draft.setSubject([("CN", "leaf")])
        try draft.setSelfIssued()
        try draft.setValidity(moment...moment + day)
        try draft.add(.notAnAuthority)
        let pem = try draft.sign(with: made.key).pem()
        try Data(pem.array).write(to: URL(filePath: store.certificatePath))
        #expect(failure { _ = try store.loadOrMake(now: moment) }?.code == .notAnAuthority)
    }

    @Test func anAuthorityOutOfItsLifeIsRefused() throws {
        _ = try store.loadOrMake(now: moment)
        let after = failure { _ = try store.loadOrMake(now: moment + 1826 * day) }
        #expect(after?.code == .expired)
        #expect(after?.detail == "2031-05-27")
        let before = failure { _ = try store.loadOrMake(now: moment - 2 * day) }
        #expect(before?.code == .notYetValid)
        #expect(before?.detail == "2026-05-27")
    }

    @Test func whatIsNoRegularFileIsRefusedWithoutWaiting() throws {
        _ = try store.loadOrMake(now: moment)
        let kept = try Data(contentsOf: URL(filePath: store.keyPath))
        let elsewhere = try folder.write("key", Bytes([UInt8](kept)))
        let replace: [(String) throws -> Void] = [
            { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: elsewhere) },
            { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
            { try Tool.run("mkfifo", "-m", "600", $0) },
        ]
        for put in replace {
            try FileManager.default.removeItem(atPath: store.keyPath)
            try put(store.keyPath)
            #expect(failure { _ = try store.loadOrMake(now: moment) }?.code == .notAFile)
        }
    }

    @Test func aFileTooLargeToBeAKeyIsNotRead() throws {
        _ = try store.loadOrMake(now: moment)
        #expect(truncate(store.keyPath, 1 << 40) == 0)
        #expect(failure { _ = try store.loadOrMake(now: moment) }?.code == .tooLarge)
    }

    @Test func aFileWhereTheFolderShouldBeIsNamed() throws {
        let file = try folder.write("file", "content")
        #expect(failure { _ = try AuthorityStore(folder: file).loadOrMake(now: moment) }?.code == .notAFolder)
        let below = AuthorityStore(folder: file + "/below")
        #expect(failure { _ = try below.loadOrMake(now: moment) }?.code == .notAFolder)
    }

    // MARK: Interruption and rotation

    @Test func makingThatWasInterruptedBetweenTheTwoFilesIsCompleted() throws {
        let made = try store.loadOrMake(now: moment)
        try FileManager.default.moveItem(atPath: store.certificatePath, toPath: store.certificatePath + ".new")
        #expect(fingerprint(try store.loadOrMake(now: moment)) == fingerprint(made))
        #expect(try files() == ["hark-ca-key.pem", "hark-ca.lock", "hark-ca.pem"])
    }

    @Test func aHalfWrittenStageIsOverwritten() throws {
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in ["hark-ca.pem.new", "hark-ca-key.pem.new"] {
            try "-----BEGIN".write(toFile: home + "/" + name, atomically: false, encoding: .utf8)
        }
        _ = try store.loadOrMake(now: moment)
        #expect(try files() == ["hark-ca-key.pem", "hark-ca.lock", "hark-ca.pem"])
    }

    @Test func rotationKeepsTheOldCertificateAndNotItsKey() throws {
        let old = try store.loadOrMake(now: moment)
        let oldKey = try String(contentsOfFile: store.keyPath, encoding: .utf8)
        let (new, path) = try store.rotate(now: moment + day)
        #expect(path == home + "/hark-ca-until-2026-05-29.pem")
        #expect(fingerprint(new) != fingerprint(old))
        #expect(fingerprint(try store.loadOrMake(now: moment + day)) == fingerprint(new))
        #expect(try RootBundle.certificates(in: try #require(path)).map(\.der) == [old.certificate.der])
        for name in try files() {
            #expect(try String(contentsOfFile: home + "/" + name, encoding: .utf8) != oldKey)
        }
        let (_, second) = try store.rotate(now: moment + day)
        #expect(second == home + "/hark-ca-until-2026-05-29-2.pem")
    }

    @Test func rotationMendsDamageAndMakesWhatIsMissing() throws {
        #expect(try store.rotate(now: moment).oldCertificatePath == nil)
        try "broken".write(toFile: store.keyPath, atomically: false, encoding: .utf8)
        let (new, _) = try store.rotate(now: moment)
        #expect(fingerprint(try store.loadOrMake(now: moment)) == fingerprint(new))
        #expect(try mode(of: store.keyPath) == 0o600)
    }

    @Test func aRotationThatWasInterruptedIsCompleted() throws {
        _ = try store.loadOrMake(now: moment)
        // What lies there when the old certificate has left and nothing new has its name yet.
        let next = try LocalAuthority.sample()
        _ = try Data(next.key.pem().array).write(to: URL(filePath: store.keyPath + ".new"))
        try setMode(0o600, of: store.keyPath + ".new")
        try Data(next.certificate.pem().array).write(to: URL(filePath: store.certificatePath + ".new"))
        try setMode(0o644, of: store.certificatePath + ".new")
        try FileManager.default.removeItem(atPath: store.certificatePath)
        #expect(fingerprint(try store.loadOrMake(now: moment)) == fingerprint(next))
        #expect(try files() == ["hark-ca-key.pem", "hark-ca.lock", "hark-ca.pem"])
    }

    // MARK: Place

    #if !os(macOS)
    @Test(arguments: [
        (["XDG_DATA_HOME": "/data", "HOME": "/home/ada"], "/data/hark"),
        (["XDG_DATA_HOME": "/data/", "HOME": "/home/ada"], "/data/hark"),
        (["XDG_DATA_HOME": "", "HOME": "/home/ada"], "/home/ada/.local/share/hark"),
        (["XDG_DATA_HOME": "relative", "HOME": "/home/ada"], "/home/ada/.local/share/hark"),
        (["HOME": "/home/ada"], "/home/ada/.local/share/hark"),
        (["HOME": "/"], "/.local/share/hark"),
    ])
    func theUsualFolderIsInTheUsersDataFolder(environment: [String: String], folder: String) throws {
        #expect(try AuthorityStore.defaultFolder(environment: environment) == folder)
    }
    #endif

    @Test func withoutAHomeThereIsNoUsualFolder() {
        let error = failure { _ = try AuthorityStore.defaultFolder(environment: [:]) }
        #expect(error?.code == .noHome)
        #expect(error?.text.contains("--ca-dir") == true)
    }
}
