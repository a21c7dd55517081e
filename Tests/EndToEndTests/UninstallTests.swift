import Foundation
import TestKit
import Testing

/// `hark uninstall`, with a home of its own.
@Suite struct UninstallTests {
    private let home: PrivateHome

    init() throws {
        home = try PrivateHome()
    }

    private var settings: [String: String] {
        ["XDG_CONFIG_HOME": home.scratch.file("config"), "XDG_CACHE_HOME": home.scratch.file("cache")]
    }

    /// A CA, a recorded session, settings, and a file of somebody else among them.
    private func fill() throws {
        _ = try home.hark("ca", "create")
        let demo = try home.hark("demo", environment: settings)
        #expect(demo.code == 0, demo.summary)
        _ = try home.hark("config", "init", environment: settings)
        _ = try home.hark("script", "sdk", "python", environment: settings)
        _ = try home.hark("page", "--token", environment: settings)
        for name in ["notes.txt", "hark-catalog.csv"] {
            try Data("mine".utf8).write(to: URL(fileURLWithPath: home.folder + "/" + name))
        }
    }

    private func sessions() throws -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: home.folder + "/sessions")) ?? []
    }

    @Test func withoutPurgeEverythingIsKeptAndNamed() throws {
        try fill()
        let before = try sessions()
        let result = try home.hark("uninstall", "--yes", environment: settings)
        #expect(result.code == 0, result.summary)
        #expect(result.diagnostics.contains("session") && result.diagnostics.contains(home.folder), result.summary)
        #expect(result.text.hasPrefix("rm "), "the command that removes this copy: \(result.summary)")
        #expect(try sessions() == before && !before.isEmpty)
        #expect(FileManager.default.fileExists(atPath: home.folder + "/hark-ca-key.pem"))
    }

    @Test func aDryRunOfAPurgeDeletesNothing() throws {
        try fill()
        let before = try sessions()
        let result = try home.hark("uninstall", "--purge", "--dry-run", environment: settings)
        #expect(result.code == 0 && result.diagnostics.contains("would be deleted"), result.summary)
        #expect(try sessions() == before && !before.isEmpty)
        #expect(FileManager.default.fileExists(atPath: home.folder + "/hark-ca.pem"))
    }

    /// Only what Hark made; the folder stays when something else is in it, which is said.
    @Test func aPurgeDeletesWhatIsHarksAndNothingElse() throws {
        try fill()
        let cache = home.scratch.file("cache")
        #expect(FileManager.default.fileExists(atPath: cache + "/hark"))
        #expect(FileManager.default.fileExists(atPath: home.folder + "/page-secret"))
        let result = try home.hark("uninstall", "--purge", "--yes", environment: settings)
        #expect(result.code == 0 && result.diagnostics.contains("has other files and was kept"), result.summary)
        #expect(!FileManager.default.fileExists(atPath: cache + "/hark"))
        #expect(FileManager.default.fileExists(atPath: cache))
        #expect(result.text.hasPrefix("rm "), result.summary)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.folder).sorted() == [
                "hark-catalog.csv", "notes.txt",
            ])
        #expect(!FileManager.default.fileExists(atPath: home.scratch.file("config/hark")))
    }

    @Test func withNobodyToAskNothingIsDeleted() throws {
        try fill()
        let before = try sessions()
        let yes = try home.scratch.write("answers", "y\n")
        let result = try home.hark("uninstall", "--purge", environment: settings, input: yes)
        #expect(result.code == 64, result.summary)
        #expect(try sessions() == before)
    }

    @Test func aRecordingProxyStopsThePurge() throws {
        try fill()
        let session = try #require(try sessions().first { $0.hasSuffix(".hark") })
        let proxy = try RunningProxy("--store", home.folder + "/sessions/" + session)
        let result = try home.hark("uninstall", "--purge", "--yes", environment: settings)
        #expect(result.code == 75 && result.diagnostics.contains("in use"), result.summary)
        #expect(FileManager.default.fileExists(atPath: home.folder + "/hark-ca.pem"))
        try proxy.stop()
    }

    /// The CA whose folder the settings name is the one that the proxy uses, and that is trusted.
    @Test func theFolderThatTheSettingsNameIsLookedAt() throws {
        let elsewhere = home.scratch.file("elsewhere")
        _ = try home.hark("ca", "create", "--ca-dir", elsewhere)
        let folder = home.scratch.file("config/hark")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("[proxy]\nca-dir = \"\(elsewhere)\"\n".utf8).write(to: URL(fileURLWithPath: folder + "/config.toml"))
        let result = try home.hark("uninstall", "--dry-run", environment: settings)
        #expect(result.code == 0 && result.diagnostics.contains(elsewhere), result.summary)
    }
}
