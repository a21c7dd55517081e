import Foundation
import TestKit

/// nginx behind TLS: an origin of a name of our own, with a certificate that only those trust who are given it. It
/// serves the files of its folder, and at `/repository.git` a git repository with one commit.
final class SecureOrigin: Sendable {
    static let host = "origin.example"

    let scratch: Scratch
    let port: UInt16
    private let nginx: Nginx

    /// PEM: what a proxy has to be told to trust.
    var certificate: String { scratch.file("origin.pem") }
    var url: String { "https://\(Self.host):\(port)" }
    /// The options by which a proxy finds it and trusts it.
    var options: [String] { ["--resolve", "\(Self.host):127.0.0.1", "--upstream-ca", certificate] }

    /// - Parameter listen: the words behind the port in nginx's `listen`.
    init(listen: String = "ssl") throws {
        let scratch = try Scratch()
        self.scratch = scratch
        port = try Loopback.freePort()
        try Self.makeCertificate(in: scratch)
        try Self.makeRepository(in: scratch)
        try scratch.write("hello.txt", "Hello over TLS\n")
        nginx = try Nginx(
            in: scratch, connections: 64,
            http: """
                access_log off;
                default_type text/plain;
                server {
                    listen 127.0.0.1:\(port) \(listen);
                    ssl_certificate \(scratch.file("origin.pem"));
                    ssl_certificate_key \(scratch.file("origin.key"));
                    root \(scratch.path);
                }
                """)
    }

    private static func makeCertificate(in scratch: Scratch) throws {
        try run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
                "-keyout", scratch.file("origin.key"), "-out", scratch.file("origin.pem"), "-subj", "/CN=\(host)",
                "-addext", "subjectAltName=DNS:\(host)", "-addext", "basicConstraints=critical,CA:FALSE",
            ])
    }

    /// A repository that any web server can serve: its list of references is a file.
    private static func makeRepository(in scratch: Scratch) throws {
        let folder = scratch.file("repository.git")
        try run("git", ["init", "--quiet", "--bare", folder])
        let settings = ["-c", "user.name=A", "-c", "user.email=a@example.org", "--git-dir", folder]
        let tree = try run("git", settings + ["hash-object", "-w", "-t", "tree", "/dev/null"])
        let commit = try run("git", settings + ["commit-tree", "-m", "One", tree])
        try run("git", settings + ["update-ref", "refs/heads/main", commit])
        try run("git", settings + ["update-server-info"])
    }

    @discardableResult
    private static func run(_ tool: String, _ arguments: [String]) throws -> String {
        let result = try Tool.run(Tool.find(tool), arguments)
        guard result.code == 0 else { throw Failure("\(tool): \(result.diagnostics)") }
        return result.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The commit that `main` of its repository names.
    func head() throws -> String {
        try Self.run("git", ["--git-dir", scratch.file("repository.git"), "rev-parse", "refs/heads/main"])
    }
}
