package import Foundation

/// The certificates that `certs/make-test-certificates.sh` makes, in a folder of their own, once per run of the tests.
///
/// Their names are in `origin.test`, which is a server like any other to Hark.
package struct TestCertificateSet: Sendable {
    /// One line of `cases.txt`: whom to ask for, and what a careful client says.
    package struct Case: Sendable, CustomStringConvertible {
        package let name: String
        package let host: String
        /// `ok`, or OpenSSL's reason.
        package let verdict: String
        /// What it takes to say so: `-`, `level2`, `crl`.
        package let needs: String

        package var isGood: Bool { verdict == "ok" }
        package var description: String { name }
    }

    package let folder: URL
    package let cases: [Case]

    /// Empty when the script failed, which it explains on standard error.
    package static let shared = TestCertificateSet()

    private init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "hark-certificates-\(UUID().uuidString)")
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "certs/make-test-certificates.sh")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [script.path, folder.path, "origin.test"]
        try? process.run()
        process.waitUntilExit()
        let list = (try? String(contentsOf: folder.appending(path: "cases.txt"), encoding: .utf8)) ?? ""
        cases = list.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t").map(String.init)
            guard parts.count == 4 else { return nil }
            return Case(name: parts[0], host: parts[1], verdict: parts[2], needs: parts[3])
        }
        atexit { try? FileManager.default.removeItem(at: TestCertificateSet.shared.folder) }
    }

    package func path(_ name: String) -> String {
        folder.appending(path: name).path
    }

    package var root: String { path("root.pem") }
    package var revocationList: String { path("crl.pem") }
    package func chain(_ name: String) -> String { path(name + ".pem") }
    package func key(_ name: String) -> String { path(name + ".key") }

    /// What a program reads that wants chain and key in one file.
    package func identity(_ name: String) throws -> [UInt8] {
        try [chain(name), key(name)].flatMap { Array(try Data(contentsOf: URL(filePath: $0))) }
    }
}
