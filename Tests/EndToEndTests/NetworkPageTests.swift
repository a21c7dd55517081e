import Foundation
import TestKit
import Testing

/// The page for other devices, as a person starts it: TLS by Hark's CA, a password, and nothing without it.
@Suite struct NetworkPageTests {
    private static let password = "correct horse battery"

    /// Served on all addresses; with a file that only its owner reads.
    private struct Served {
        let proxy: RunningProxy
        let base: String
        let key: String

        init(_ arguments: String..., mode: mode_t = 0o600) throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID()).txt").path
            try (NetworkPageTests.password + "\n").write(toFile: file, atomically: true, encoding: .utf8)
            defer { unlink(file) }
            chmod(file, mode)
            proxy = try RunningProxy(
                arguments: ["--page=0.0.0.0:0", "--page-auth", file] + arguments, keepsSession: true)
            let parts = (proxy.page ?? "").split(separator: "#")
            guard parts.count == 2, parts[0].hasPrefix("https://127.0.0.1:") else {
                throw Failure("no URL of a page: \(proxy.page ?? "none")")
            }
            (base, key) = (String(parts[0].dropLast()), String(parts[1]))
        }

        func ask(
            _ path: String, _ body: String? = nil, token: String? = nil, from source: String? = nil,
            _ more: String...
        ) throws -> String {
            var arguments = [
                "-q", "-sS", "--max-time", "60", "--noproxy", "*", "--cacert", proxy.authority, "-w", " %{http_code}",
            ]
            if let source { arguments += ["--interface", source] }
            if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
            if let body { arguments += ["-d", body] }
            return try Tool.run(Tool.find("curl"), arguments + more + [base + path]).text
        }

        func logIn(_ body: String, from source: String? = nil) throws -> String {
            let answer = try ask("/api/session", body, from: source)
            guard let token = answer.firstMatch(of: /"token":"([^"]+)"/) else { throw Failure("no token: \(answer)") }
            return String(token.1)
        }
    }

    /// An address of this machine that is not on loopback: who comes from it to 127.0.0.1 counts as another device.
    private static let elsewhere: String? = {
        guard let hostname = try? Tool.find("hostname") else { return nil }
        return (try? Tool.run(hostname, ["-I"]).text)?.split(whereSeparator: \.isWhitespace)
            .first { $0.contains(".") }.map { String($0) }
    }()

    @Test func thePasswordOpensItOverTLSAndTheKeyWhereHarkRuns() throws {
        let page = try Served()
        _ = try page.logIn(#"{"key": "\#(page.key)"}"#)
        let token = try page.logIn(#"{"password": "\#(Self.password)"}"#)
        #expect(try page.ask("/api/views", "{}", token: token).hasSuffix(" 200"))
        #expect(try page.ask("/api/views", "{}").contains("\"code\":\"password\""))
        #expect(try page.ask("/", nil).contains("data-password"))
        let cookie = try page.ask("/api/session", #"{"password": "\#(Self.password)"}"#, "-D", "-")
        #expect(!cookie.lowercased().contains("set-cookie"))
        #expect(try page.proxy.stop() == .exited(0))
    }

    @Test(.enabled(if: elsewhere != nil))
    func nothingButThePasswordOpensItFromElsewhere() throws {
        let page = try Served("--page-view")
        let home = ["HOME": page.proxy.scratch.path]
        let owner = try Tool.run(Tool.hark(), ["page", "--token"], environment: home).text
            .trimmingCharacters(in: .newlines)
        #expect(try page.ask("/api/views", "{}", token: owner).hasSuffix(" 200"))
        let source = Self.elsewhere
        #expect(try page.ask("/api/views", "{}", token: owner, from: source).hasSuffix(" 401"))
        #expect(try page.ask("/api/session", #"{"key": "\#(page.key)"}"#, from: source).hasSuffix(" 403"))
        #expect(try page.ask("/metrics", from: source).hasSuffix(" 401"))
        #expect(try page.ask("/mcp", "{}", token: owner, from: source).hasSuffix(" 401"))
        let guest = try page.logIn(#"{"password": "\#(Self.password)"}"#, from: source)
        #expect(try page.ask("/api/views", "{}", token: guest, from: source).hasSuffix(" 200"))
        #expect(
            try page.ask("/api/marks", #"{"flows": [1], "pin": true}"#, token: guest, from: source).hasSuffix(" 403"))
        #expect(try page.ask("/api/sessions", token: guest, from: source).hasSuffix(" 403"))
        for _ in 0..<5 { _ = try page.ask("/api/session", #"{"password": "wrong"}"#, from: source) }
        let right = #"{"password": "\#(Self.password)"}"#
        #expect(try page.ask("/api/session", right, from: source).hasSuffix(" 429"))
        #expect(try page.ask("/api/session", right).hasSuffix(" 200"), "others are not kept waiting")
        _ = try page.proxy.stop()
    }

    @Test func otherNamesAndOriginsAreRefusedAndPlainHTTPIsLedToTLS() throws {
        let page = try Served()
        let port = page.base.split(separator: ":").last ?? ""
        let body = #"{"password": "\#(Self.password)"}"#
        #expect(try page.ask("/api/session", body, "-H", "Host: evil.test:\(port)").hasSuffix(" 421"))
        #expect(try page.ask("/api/session", body, "-H", "Origin: https://evil.test").hasSuffix(" 403"))
        #expect(try page.ask("/api/session", body, "-H", "Origin: http://127.0.0.1:\(port)").hasSuffix(" 403"))
        #expect(try page.ask("/api/session", body, "-H", "Sec-Fetch-Site: cross-site").hasSuffix(" 403"))
        let plain = "http://127.0.0.1:\(port)"
        let curl = try Tool.find("curl")
        let led = try Tool.run(curl, ["-q", "-sSi", "--noproxy", "*", "\(plain)/"]).text
        #expect(led.hasPrefix("HTTP/1.1 307") && led.contains("Location: \(page.base)/\r\n"))
        let refused = try Tool.run(curl, ["-q", "-sSi", "--noproxy", "*", "-d", body, "\(plain)/api/session"]).text
        #expect(refused.hasPrefix("HTTP/1.1 403") && !refused.contains("token\":\""))
        for url in ["\(page.base)/", "https://localhost:\(port)/", "\(plain)/"] {
            let through = try Tool.run(
                curl, ["-q", "-sS", "--cacert", page.proxy.authority, "-x", page.proxy.url, "-i", url])
            #expect(through.text.hasPrefix("HTTP/1.1 403"), "\(url)")
        }
        _ = try page.proxy.stop()
    }

    @Test func noSecretIsPrintedOrStored() throws {
        let page = try Served()
        _ = try Tool.curl("-x", page.proxy.url, "http://demo.hark.test/redirect/1")
        let guest = try page.logIn(#"{"password": "\#(Self.password)"}"#)
        _ = try page.ask("/api/session", #"{"password": "a wrong one"}"#)
        #expect(try page.proxy.stop() == .exited(0))
        let printed = page.proxy.diagnostics + page.proxy.output
        for secret in [Self.password, "a wrong one", guest] { #expect(!printed.contains(secret)) }
        #expect(!printed.contains("warning"))
        let folder = URL(filePath: page.proxy.scratch.path)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var count = 0
        for case let file as URL in files ?? .init() {
            guard let data = try? Data(contentsOf: file), !data.isEmpty else { continue }
            count += 1
            for secret in [Self.password, "a wrong one", page.key, guest] where file.lastPathComponent != "stderr" {
                #expect(data.firstRange(of: Data(secret.utf8)) == nil, "\(file.path)")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            if file.lastPathComponent.contains("key") { #expect(mode == 0o600, "\(file.path)") }
        }
        #expect(count > 3)
    }

    @Test func aPasswordThatOthersReadIsSaid() throws {
        let page = try Served(mode: 0o644)
        #expect(page.proxy.diagnostics.contains("is readable by other users (mode 644)"))
        #expect(!page.proxy.diagnostics.contains(Self.password))
        _ = try page.proxy.stop()
    }

    @Test func withoutAPasswordItIsNotServed() throws {
        let scratch = try Scratch()
        let short = scratch.file("short")
        try "1234567\n".write(toFile: short, atomically: true, encoding: .utf8)
        for (arguments, code) in [
            (["--page=0.0.0.0:0"], 64), (["--page=192.0.2.1:0"], 64), (["--page=[::]:0"], 64),
            (["--page=0.0.0.0:0", "--page-auth", scratch.file("none")], 66),
            (["--page=0.0.0.0:0", "--page-auth", short], 78),
        ] {
            let run = try Tool.run(
                Tool.hark(),
                ["proxy", "--no-store", "--listen", "127.0.0.1:0", "--ca-dir", scratch.file("ca")] + arguments,
                environment: ["HOME": scratch.path])
            #expect(run.code == code, "\(arguments)")
            #expect(!run.diagnostics.contains("listening") && !run.diagnostics.contains("1234567"))
        }
        let page = try Tool.run(
            Tool.hark(), ["page", "--listen", "0.0.0.0:0"], environment: ["HOME": scratch.path])
        #expect(page.code == 64)
    }
}
