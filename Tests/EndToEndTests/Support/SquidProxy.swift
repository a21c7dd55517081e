import Foundation
import TestKit

/// Squid as a forward proxy on this machine: over HTTP and over TLS, for who shows `me:secret`, to anywhere but
/// `forbidden.example`. It knows `origin.example` as this machine.
final class SquidProxy: Sendable {
    let scratch: Scratch
    let port: UInt16
    let securePort: UInt16
    private let child: Child

    /// PEM: what clients have to be told to trust.
    var certificate: String { scratch.file("squid.pem") }
    var url: String { "http://127.0.0.1:\(port)" }
    var secureURL: String { "https://localhost:\(securePort)" }
    /// A file with what it wants to be shown.
    let credentials: String

    init() throws {
        let scratch = try Scratch()
        self.scratch = scratch
        port = try Loopback.freePort()
        securePort = try Loopback.freePort()
        let made = try Tool.run(
            Tool.find("openssl"),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
                "-keyout", scratch.file("squid.key"), "-out", scratch.file("squid.pem"), "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE",
            ])
        guard made.code == 0 else { throw Failure("openssl: \(made.diagnostics)") }
        let hash = try Tool.run(Tool.find("openssl"), ["passwd", "-apr1", "secret"]).text
        try scratch.write("passwords", "me:\(hash)")
        credentials = try scratch.write("credentials", "me:secret\n")
        try scratch.write("hosts", "127.0.0.1 origin.example\n")
        // It gives up being root.
        for (name, mode) in [("", 0o755), ("passwords", 0o644), ("squid.key", 0o644), ("credentials", 0o600)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.file(name))
        }
        let configuration = try scratch.write(
            "squid.conf",
            """
            http_port 127.0.0.1:\(port)
            https_port 127.0.0.1:\(securePort) tls-cert=\(scratch.file("squid.pem")) \
            tls-key=\(scratch.file("squid.key"))
            pid_filename none
            hosts_file \(scratch.file("hosts"))
            cache deny all
            access_log none
            cache_log stdio:/dev/null
            auth_param basic program /usr/lib/squid/basic_ncsa_auth \(scratch.file("passwords"))
            acl authed proxy_auth REQUIRED
            acl forbidden dstdomain forbidden.example
            http_access deny forbidden
            http_access allow authed
            http_access deny all
            coredump_dir \(scratch.path)
            shutdown_lifetime 0 seconds
            """)
        let child = try Child(
            Tool.find("squid"), ["-N", "-f", configuration], output: scratch.file("stdout"),
            diagnostics: scratch.file("stderr"))
        self.child = child
        let (port, securePort) = (port, securePort)
        try eventually("squid listens", within: 30) {
            if child.hasEnded {
                let said = try? String(contentsOfFile: scratch.file("stderr"), encoding: .utf8)
                throw Failure("squid ended: \(said ?? "it said nothing")")
            }
            return (try? RawConnection(port: port)) != nil && (try? RawConnection(port: securePort)) != nil
        }
    }
}
