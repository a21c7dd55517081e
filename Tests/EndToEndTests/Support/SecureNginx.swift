import Foundation
import TestKit

/// nginx with every certificate of the test set on one port, told apart by SNI, and a plain port beside it.
final class SecureNginx: Sendable {
    let scratch: Scratch
    let port: UInt16
    private let nginx: Nginx

    /// - Parameter settings: what else stands in each server's block.
    init(settings: String = "", listen: String = "ssl") throws {
        let certificates = TestCertificateSet.shared
        guard !certificates.cases.isEmpty else { throw Failure("the test certificates could not be made") }
        let scratch = try Scratch()
        self.scratch = scratch
        port = try Loopback.freePort()
        try scratch.write("hello.txt", "Hello over TLS\n")
        let port = port
        let servers = certificates.cases.map { example in
            // An address is not sent by SNI: its server is the one for those who name none.
            let isDefault = example.name == "ip" ? " default_server" : ""
            return """
                    server {
                        listen 127.0.0.1:\(port) \(listen)\(isDefault);
                        server_name \(example.host);
                        ssl_certificate \(certificates.chain(example.name));
                        ssl_certificate_key \(certificates.key(example.name));
                        \(settings)
                    }
                """
        }.joined(separator: "\n")
        nginx = try Nginx(
            in: scratch,
            http: """
                log_format requests '$host $ssl_protocol $ssl_session_reused $connection "$request" $status';
                access_log \(scratch.file("access.log")) requests;
                client_max_body_size 100m;
                # Some certificates are too weak for the usual level.
                ssl_ciphers DEFAULT:@SECLEVEL=0;
                \(settings.contains("ssl_protocols") ? "" : "ssl_protocols TLSv1.2 TLSv1.3;")
                root \(scratch.path);
                \(servers)
                """)
    }

    /// A line for each request that it read.
    var requests: [String] {
        let text = (try? String(contentsOfFile: scratch.file("access.log"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// `--resolve` for every host of the test set.
    var resolving: [String] { Self.resolving(to: port) }

    static func resolving(to port: UInt16) -> [String] {
        TestCertificateSet.shared.cases.flatMap { ["--resolve", "\($0.host):443:127.0.0.1:\(port)"] }
    }
}
