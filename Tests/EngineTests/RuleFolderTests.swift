import Bytes
import Flow
import Foundation
import TestKit
import Testing

@testable import Engine

/// What `map-file` serves of a folder, and that it serves nothing else.
@Suite struct RuleFolderTests {
    private let root: String
    private var folder: String { root + "/dist" }

    init() throws {
        root = FileManager.default.temporaryDirectory.path + "/hark-folder-\(UUID().uuidString)"
        let files = FileManager.default
        for path in ["dist/sub/deep", "dist/.git", "other", "dist/empty"] {
            try files.createDirectory(atPath: "\(root)/\(path)", withIntermediateDirectories: true)
        }
        for (path, text) in [
            ("dist/index.html", "index"), ("dist/a.txt", "a"), ("dist/sub/b c.txt", "b c"),
            ("dist/sub/index.html", "sub"), ("dist/sub/deep/%2e", "odd"), ("dist/.env", "SECRET"),
            ("dist/.git/config", "SECRET"), ("secret.txt", "SECRET"), ("other/secret.txt", "SECRET"),
        ] { try Data(text.utf8).write(to: URL(filePath: "\(root)/\(path)")) }
        for (link, target) in [
            ("dist/up", ".."), ("dist/out.txt", "../secret.txt"), ("dist/sub/other", "../../other"),
            ("dist/inside.txt", "a.txt"), ("dist/absolute", "/etc/passwd"),
        ] { try files.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: target) }
    }

    private func content(_ rest: Bytes, of path: String? = nil) -> String? {
        guard case .found(let file) = RuleFolder.find(path ?? folder, rest, limit: 1 << 20, sharing: OpenFiles()) else {
            return nil
        }
        guard case .bytes(let bytes) = file.source else { return nil }
        return bytes.text
    }

    @Test(arguments: [
        ("a.txt", "a"), ("/a.txt", "a"), ("sub/b%20c.txt", "b c"), ("//sub//b%20c.txt", "b c"), ("", "index"),
        ("/", "index"), ("sub/", "sub"), ("sub", "sub"), ("%61.txt", "a"), ("sub/deep/%252e", "odd"),
    ])
    func whatIsInTheFolderIsServed(rest: String, text: String) {
        #expect(content(Bytes(rest)) == text)
    }

    /// Ways that led out of the folders of one server or another.
    static let spellings = [
        "../secret.txt", "/../secret.txt", "//../secret.txt", "./../secret.txt", "sub/../../secret.txt",
        "sub/../a.txt", "./a.txt", "..", ".", "../", "./", "sub/..", "sub/.", ".../secret.txt", "..../secret.txt",
        "%2e%2e/secret.txt", "%2E%2E/secret.txt", "%2e./secret.txt", ".%2e/secret.txt", "%2e%2e%2fsecret.txt",
        "..%2fsecret.txt", "..%2Fsecret.txt", "%2e%2e%5csecret.txt", "..%5csecret.txt", "..\\secret.txt",
        "sub%2f..%2f..%2fsecret.txt", "sub%5c..%5c..%5csecret.txt", "%252e%252e/secret.txt",
        "%252e%252e%252fsecret.txt", "..%252fsecret.txt", "..;/secret.txt", "..;a=b/secret.txt", "sub/..;/secret.txt",
        "%c0%ae%c0%ae/secret.txt", "%c0%ae%c0%ae%c0%afsecret.txt", "%e0%80%ae%e0%80%ae/secret.txt",
        "..%c0%afsecret.txt", "..%c1%9csecret.txt", "%uff0e%uff0e/secret.txt", "%ef%bc%8e%ef%bc%8e/secret.txt",
        "..%00/secret.txt", "a.txt%00.png", "a.txt%00", "%00", "..%0d%0a/secret.txt", "..%09/secret.txt",
        "..%20/secret.txt", "%20../secret.txt", "up/secret.txt", "up/other/secret.txt", "out.txt",
        "sub/other/secret.txt",
        "inside.txt", "absolute", "/absolute", ".env", "/.env", "%2eenv", ".git/config", "%2egit/config", "sub/.hidden",
        "/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "/%2fetc/passwd", "file:///etc/passwd", "~/secret.txt",
        "empty", "empty/", "a.txt/", "a.txt/b", "index.html/..", "sub/deep/..%2f..%2f..%2fsecret.txt", "a%2ftxt",
        "\u{2025}/secret.txt", "%2e%2e%u2215secret.txt", "....//secret.txt", "..%2f..%2f..%2f..%2fetc%2fpasswd",
    ]

    @Test func thereAreSixtySpellings() {
        #expect(Set(Self.spellings).count >= 60)
    }

    @Test(arguments: spellings)
    func nothingElseIsServed(rest: String) {
        // The slash behind a file that is there asks for a folder, and gets the file or nothing.
        let found = content(Bytes(rest))
        #expect(found == nil || rest == "a.txt/", "\(rest) was served: \(found ?? "")")
        #expect(found?.contains("SECRET") != true)
    }

    @Test func bytesThatAreNoTextAreNoName() {
        #expect(content(Bytes([0xFF, 0x2F, 0x2E, 0x2E])) == nil)
        #expect(content(Bytes(Array("a".utf8) + [0])) == nil)
    }

    @Test func aFileIsServedWhateverWasAskedFor() {
        #expect(content("../../x", of: folder + "/a.txt") == "a")
        #expect(content("", of: folder + "/none.txt") == nil)
    }

    @Test func whatIsTooLargeIsNotRead() {
        guard case .tooLarge = RuleFolder.find(folder, "sub/b%20c.txt", limit: 2, sharing: OpenFiles()) else {
            Issue.record("it was read")
            return
        }
    }

    @Test func whatIsNoFileIsNotOpened() throws {
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        #expect(content("pipe") == nil)
    }
}
