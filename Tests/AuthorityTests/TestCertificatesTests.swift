import Foundation
import Testing

@testable import Authority

/// The script that makes the certificates for tests and demonstrations makes what it says.
@Suite struct TestCertificatesTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "certs/make-test-certificates.sh").path

    @Test func everyCaseIsJudgedAsTheListSays() throws {
        let folder = try TemporaryFolder()
        try Tool.run("sh", Self.script, folder.path)
        let list = try String(contentsOfFile: folder.path + "/cases.txt", encoding: .utf8)
        let cases = list.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        #expect(cases.count == 15)
        #expect(cases.allSatisfy { $0.count == 4 })
        for row in cases where row.count == 4 {
            let (name, host, verdict) = (folder.path + "/\(row[0]).pem", row[1], row[2])
            var options = ["-CAfile", folder.path + "/root.pem", "-untrusted", name]
            options += [(try? LeafName(host)).flatMap(isAddress) == true ? "-verify_ip" : "-verify_hostname", host]
            switch row[3] {
            case "level2": options += ["-auth_level", "2"]
            case "crl": options += ["-crl_check", "-CRLfile", folder.path + "/crl.pem"]
            default: break
            }
            let result = try Tool.result(of: ["openssl", "verify"] + options + [name])
            #expect((result.status == 0) == (verdict == "ok"), "\(row[0]): \(result.text)")
            #expect(verdict == "ok" || result.text.contains(verdict), "\(row[0]): \(result.text)")
        }
    }

    private func isAddress(_ name: LeafName) -> Bool {
        if case .host = name { false } else { true }
    }

    @Test func onlyTheOwnerCanReadTheKeysAndNoIssuersKeyStays() throws {
        let folder = try TemporaryFolder()
        try Tool.run("sh", Self.script, folder.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let keys = names.filter { $0.hasSuffix(".key") }
        #expect(keys.count == 15)
        for key in keys { #expect(try mode(of: folder.path + "/" + key) == 0o600) }
        #expect(
            !names.contains { $0.contains("root.key") || $0.contains("intermediate.key") && !$0.contains("missing") })
        #expect(!names.contains(".making"))
    }

    @Test func withoutAFolderTheScriptSaysHowItIsUsed() throws {
        let result = try Tool.result(of: ["sh", Self.script])
        #expect(result.status == 64)
        #expect(result.text.hasPrefix("usage: "))
    }
}
