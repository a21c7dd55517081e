import Foundation
import TestKit
import Testing

/// How `hark run` starts browsers, seen by programs of their names that only say what they were given.
@Suite struct RunBrowserTests {
    /// Runs `name` with `arguments`; its script has its arguments one a line, then what `script` says.
    private func start(
        _ name: String, _ arguments: [String] = [], script: String = ""
    ) throws -> (lines: [String], result: Tool.Result, home: Scratch) {
        let scratch = try Scratch()
        let program = try scratch.write(name, "#!/bin/sh\nprintf '%s\\n' \"$HARK_PROXY\" \"$@\"\n" + script)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let result = try Tool.run(
            Tool.hark(), ["run", "--quiet", "--", program] + arguments,
            environment: ["HOME": scratch.path, "TMPDIR": scratch.path], seconds: 60)
        return (result.text.split(separator: "\n").map(String.init), result, scratch)
    }

    @Test(arguments: ["chromium", "google-chrome-stable", "Google Chrome", "brave-browser", "microsoft-edge-beta"])
    func chromiumAndItsRelativesGetProxyTrustAndProfileByArguments(name: String) throws {
        // The pin as openssl computes it, from the certificate that Hark shows.
        let (lines, result, home) = try start(
            name, ["--headless", "https://a.example/"],
            script: """
                openssl s_client -proxy "${HARK_PROXY#http://}" -connect demo.hark.test:443 </dev/null 2>/dev/null |
                    openssl x509 -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | \
                    base64
                """)
        let proxy = try #require(lines.first?.trimmingPrefix("http://"), result.summary)
        let given = lines.dropFirst().dropLast()
        #expect(given.contains("--proxy-server=\(proxy)"))
        #expect(given.contains("--proxy-bypass-list=<-loopback>"))
        #expect(given.contains { $0.hasPrefix("--user-data-dir=\(home.path)/hark-run-") })
        #expect(given.suffix(2) == ["--headless", "https://a.example/"], "the user's arguments come last")
        let pin = try #require(lines.last)
        #expect(pin.count == 44 && given.contains("--ignore-certificate-errors-spki-list=\(pin)"), result.summary)
    }

    @Test func aProfileThatTheUserNamesIsUsed() throws {
        let lines = try start("chromium", ["--user-data-dir=/mine"]).lines
        #expect(lines.filter { $0.hasPrefix("--user-data-dir") } == ["--user-data-dir=/mine"])
        let (fox, result, _) = try start("firefox", ["-P", "mine"])
        #expect(!fox.contains("--profile") && fox.suffix(2) == ["-P", "mine"], result.summary)
        #expect(result.diagnostics.contains("hark ca trust"), result.summary)
    }

    @Test(arguments: ["firefox", "firefox-esr", "firefox-nightly"])
    func firefoxGetsAProfileWithTheProxyAndTheTrust(name: String) throws {
        let (lines, result, home) = try start(
            name, ["https://a.example/"],
            script: """
                while [ $# -gt 0 ]; do [ "$1" = --profile ] && profile=$2; shift; done
                cat "$profile/user.js"
                certutil -L -d "sql:$profile"
                certutil -L -d "sql:$profile" -n "$(certutil -L -d "sql:$profile" | sed -n 's/^\\(Hark .*[^ ]\\) \
                *C,,.*/\\1/p')" -a
                """)
        let port = try #require(lines.first?.split(separator: ":").last, result.summary)
        for line in [
            "user_pref(\"network.proxy.type\", 1);",
            "user_pref(\"network.proxy.http\", \"127.0.0.1\");", "user_pref(\"network.proxy.http_port\", \(port));",
            "user_pref(\"network.proxy.ssl\", \"127.0.0.1\");", "user_pref(\"network.proxy.ssl_port\", \(port));",
            "user_pref(\"network.proxy.allow_hijacking_localhost\", true);",
        ] {
            #expect(lines.contains(line), result.summary)
        }
        #expect(lines.contains { $0.hasPrefix("Hark ") && $0.hasSuffix("C,,  ") }, result.summary)
        let ours = try String(contentsOfFile: home.file(".local/share/hark/hark-ca.pem"), encoding: .utf8)
        let body = ours.split(separator: "\n").dropFirst().dropLast().joined()
        #expect(result.text.split(whereSeparator: \.isNewline).joined().contains(body), result.summary)
        #expect(lines.contains("https://a.example/"))
    }

    @Test func otherProgramsGetNoArguments() throws {
        let (lines, result, _) = try start("chromium-like", ["one"])
        #expect(lines.count == 2 && lines.last == "one", result.summary)
    }
}
