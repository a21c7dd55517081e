import Foundation
import TestKit

/// nginx with a configuration of its own: the origin that is not ours.
final class NginxOrigin: Sendable {
    let scratch: Scratch
    let port: UInt16
    private let nginx: Nginx

    init(ipv6: Bool = false) throws {
        let scratch = try Scratch()
        self.scratch = scratch
        port = try Loopback.freePort()
        let address = ipv6 ? "[::1]:\(port)" : "127.0.0.1:\(port)"
        try scratch.write("hello.txt", "Hello from nginx\n")
        try scratch.write("text.txt", String(repeating: "All the same words again. ", count: 2000))
        try scratch.write("random.bin", Self.bytes(count: 1_000_000))
        nginx = try Nginx(
            in: scratch,
            http: """
                access_log \(scratch.file("access.log"));
                default_type application/octet-stream;
                types { text/plain txt; }
                gzip on;
                gzip_types text/plain;
                gzip_min_length 1000;
                client_max_body_size 100m;
                server {
                    listen \(address);
                    root \(scratch.path);
                    location = /redirect { return 302 /hello.txt; }
                    location = /missing { return 404 "not here\\n"; }
                    location = /cookie {
                        add_header Set-Cookie "session=42; Path=/; HttpOnly; SameSite=Lax";
                        return 200 "set\\n";
                    }
                    location = /seen { return 200 "$http_cookie|$http_user_agent|$http_host\\n"; }
                    location = /empty { return 204; }
                }
                """)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Bytes that do not compress and do not repeat, the same in each run.
    static func bytes(count: Int) -> [UInt8] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }
}
