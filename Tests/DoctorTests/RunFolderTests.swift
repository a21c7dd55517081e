import Foundation
import Testing

@testable import Doctor

/// The folder of a command that is led through the proxy: private, and gone with whoever made it.
@Suite struct RunFolderTests {
    /// A folder for the folders of one test.
    private func inParent(_ body: (String) async throws -> Void) async throws {
        let parent = NSTemporaryDirectory() + "hark-parent-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: parent) }
        try await body(parent)
    }

    private func names(in parent: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: parent)
    }

    @Test func itIsTheOwnersAloneAndGoesWithAllThatIsInIt() async throws {
        try await inParent { parent in
            let folder = try RunFolder(in: parent)
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
            _ = try folder.folder("profile")
            try folder.write("x", to: "profile/file")
            #expect(await folder.remove() == nil)
            #expect(try names(in: parent).isEmpty)
        }
    }

    @Test func whatAKilledOneLeftIsClearedAwayAndWhatIsInUseIsNot() async throws {
        try await inParent { parent in
            let used = try RunFolder(in: parent)
            // As kill -9 leaves it: the file is there, and nobody holds its lock.
            let left = parent + "/hark-run-killed"
            try FileManager.default.createDirectory(atPath: left + "/profile", withIntermediateDirectories: true)
            try "".write(toFile: left + "/in-use", atomically: false, encoding: .utf8)
            let next = try RunFolder(in: parent)
            #expect(!FileManager.default.fileExists(atPath: left))
            #expect(FileManager.default.fileExists(atPath: used.path))
            #expect(await used.remove() == nil)
            #expect(await next.remove() == nil)
        }
    }

    @Test func whatIsNoneOfOursStays() async throws {
        try await inParent { parent in
            let elsewhere = parent + "/elsewhere"
            try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
            try "".write(toFile: elsewhere + "/in-use", atomically: false, encoding: .utf8)
            // A link, a folder without the file, and another name.
            try FileManager.default.createSymbolicLink(
                atPath: parent + "/hark-run-link", withDestinationPath: elsewhere)
            try FileManager.default.createDirectory(
                atPath: parent + "/hark-run-old", withIntermediateDirectories: false)
            let folder = try RunFolder(in: parent)
            #expect(await folder.remove() == nil)
            #expect(Set(try names(in: parent)) == ["elsewhere", "hark-run-link", "hark-run-old"])
            #expect(try names(in: elsewhere) == ["in-use"])
        }
    }
}
