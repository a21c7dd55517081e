import Foundation
import TestKit
import Testing

/// `hark run -- CMD`: what the command is given, how it ends, and what is left.
@Suite struct RunTests {
    /// Everything of one test: a home of its own, so an authority of its own, and a folder for temporary files.
    private struct Place {
        let scratch: Scratch
        let temporary: String

        init() throws {
            scratch = try Scratch()
            temporary = scratch.file("tmp")
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
        }

        var settings: [String: String] { ["HOME": scratch.path, "TMPDIR": temporary] }
        var authority: String { scratch.file(".local/share/hark/hark-ca.pem") }

        func run(
            _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null"
        ) throws -> Tool.Result {
            try Tool.run(
                Tool.hark(), ["run"] + arguments, environment: settings.merging(environment) { $1 },
                input: input, seconds: 60)
        }

        /// The command in the words of a shell.
        func shell(
            _ script: String, options: [String] = ["--quiet"], environment: [String: String] = [:]
        ) throws -> Tool.Result {
            try run(options + ["--", "sh", "-c", script], environment: environment)
        }

        func program(_ name: String, _ script: String) throws -> String {
            let path = try scratch.write(name, "#!/bin/sh\n" + script)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            return path
        }
    }

    private func variables(_ text: String) -> [String: String] {
        let lines: [Substring] = text.split(separator: "\n")
        let pairs = lines.compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test func theCommandIsToldOfTheProxyInEveryVariableThatNamesOne() throws {
        let given = try Place().shell("env", environment: ["NO_PROXY": "localhost", "http_proxy": "http://other:1"])
        let seen = variables(given.text)
        let proxy = try #require(seen["HARK_PROXY"])
        #expect(proxy.contains(/^http:\/\/127\.0\.0\.1:[1-9][0-9]*$/))
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"] {
            #expect(seen[name] == proxy, "\(name)")
        }
        #expect(seen["NO_PROXY"] == "" && seen["no_proxy"] == "")
        #expect(seen["NODE_USE_ENV_PROXY"] == "1")
        #expect(given.code == 0, given.summary)
    }

    @Test func oneBundleHoldsTheSystemsRootsTheUsersAndOurs() throws {
        let place = try Place()
        let theirs = place.scratch.file("theirs.pem")
        let made = try Tool.run(
            Tool.find("openssl"),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                "/dev/null", "-subj", "/CN=Theirs", "-out", theirs,
            ])
        #expect(made.code == 0, made.summary)
        let given = try place.shell(
            "env; cat \"$SSL_CERT_FILE\"", environment: ["SSL_CERT_FILE": theirs, "CURL_CA_BUNDLE": "/no/such/file"])
        let seen = variables(given.text)
        let bundle = try #require(seen["SSL_CERT_FILE"])
        for name in [
            "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO", "PIP_CERT",
            "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "DENO_CERT",
        ] {
            #expect(seen[name] == bundle, "\(name)")
        }
        let ours = try String(contentsOfFile: place.authority, encoding: .utf8)
        #expect(given.text.contains(ours))
        #expect(try given.text.contains(String(contentsOfFile: theirs, encoding: .utf8)))
        let systems = try String(contentsOfFile: "/etc/ssl/certs/ca-certificates.crt", encoding: .utf8)
        #expect(given.text.contains(systems))
        // What is named and cannot be read is told of, also with --quiet, and is no reason to fail.
        #expect(given.code == 0 && given.diagnostics.contains("/no/such/file"), given.summary)
    }

    @Test func javaIsToldAfterTheOptionsThatItHad() throws {
        let given = try Place().shell("env", environment: ["JAVA_TOOL_OPTIONS": "-Dmine=1"])
        let seen = variables(given.text)
        let port = try #require(seen["HARK_PROXY"]?.split(separator: ":").last)
        let words = try #require(seen["JAVA_TOOL_OPTIONS"]).split(separator: " ")
        #expect(words.first == "-Dmine=1")
        for scheme in ["http", "https"] {
            #expect(
                words.contains("-D\(scheme).proxyHost=127.0.0.1") && words.contains("-D\(scheme).proxyPort=\(port)"))
        }
        #expect(words.contains("-Dhttp.nonProxyHosts="))
        #expect(words.contains { $0.hasPrefix("-Djavax.net.ssl.trustStore=/") })
    }

    @Test func theListOfRootsForJavaHoldsOurs() throws {
        let place = try Place()
        let listed = try place.shell(
            "keytool -list -rfc -keystore \"${SSL_CERT_FILE%.pem}.p12\" -storepass hark 2>/dev/null")
        // The base64 of our certificate; line ends differ.
        let ours = try String(contentsOfFile: place.authority, encoding: .utf8)
        let body = ours.split(whereSeparator: \.isNewline).dropFirst().dropLast().joined()
        #expect(listed.text.split(whereSeparator: \.isNewline).joined().contains(body), listed.summary)
    }

    @Test func bytesThatAreNoTextReachTheCommandUnharmed() throws {
        let place = try Place()
        let hark = try Tool.hark()
        let script = """
            export MINE="$(printf 'a\\377b')"
            exec '\(hark)' run --quiet -- sh -c 'printf %s "$MINE$1" | od -An -tx1' sh "$(printf '\\376')"
            """
        let result = try Tool.run("/bin/sh", ["-c", script], environment: place.settings)
        #expect(result.text.split(whereSeparator: \.isWhitespace) == ["61", "ff", "62", "fe"], result.summary)
    }

    @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("kill -TERM $$", 143), ("kill -KILL $$", 137)])
    func theExitCodeIsTheCommands(script: String, code: Int32) throws {
        let result = try Place().shell(script)
        #expect(result.code == code, result.summary)
        #expect(result.output.isEmpty && result.diagnostics.isEmpty, result.summary)
    }

    @Test func aCommandThatCannotBeRunHasTheCodesOfShells() throws {
        let place = try Place()
        let script = try place.program("noShebang", "")
        try "echo\n".write(toFile: script, atomically: false, encoding: .utf8)
        for (command, code) in [("no-such-command", 127), ("/no/such/file", 127), ("/etc/passwd", 126), (script, 126)] {
            let result = try place.run(["--", command])
            #expect(result.code == Int32(code), "\(command) \(result.summary)")
            #expect(result.diagnostics.contains("hark: \(command)") && result.output.isEmpty, result.summary)
        }
    }

    /// As with sudo and env, the first word that is no option begins the command.
    @Test func theCommandNeedsNoMark() throws {
        let result = try Place().run(["--quiet", "sh", "-c", "echo $0 --quiet; exit 3", "said"])
        #expect(result.code == 3 && result.text == "said --quiet\n", result.summary)
    }

    @Test(arguments: [[], ["--"], ["--quite", "true"], ["--", ""], ["--no-such-flag", "--", "true"]])
    func mistakesInTheCommandLineAre64(arguments: [String]) throws {
        let result = try Place().run(arguments)
        #expect(result.code == 64 && result.output.isEmpty, result.summary)
    }

    @Test func standardOutputIsTheCommandsAlone() throws {
        let place = try Place()
        let body = try place.run(["--", "curl", "-sS", "http://demo.hark.test/redirect/end"])
        let direct = try RunningProxy("--quiet")
        let expected = try Tool.curl("-x", direct.url, "http://demo.hark.test/redirect/end")
        #expect(body.output == expected.output && !body.output.isEmpty)
        #expect(body.diagnostics.contains("http://demo.hark.test/redirect/end"), body.summary)
        #expect(body.diagnostics.contains("hark: stopped after 1 exchange"), body.summary)
        let quiet = try place.run(["--quiet", "--", "curl", "-sS", "http://demo.hark.test/redirect/end"])
        #expect(quiet.output == expected.output && quiet.diagnostics.isEmpty, quiet.summary)
    }

    @Test func standardInputIsTheCommands() throws {
        let place = try Place()
        let input = try place.scratch.write("input", "read me\n")
        let result = try place.run(["--quiet", "--", "cat"], input: input)
        #expect(result.text == "read me\n", result.summary)
    }

    @Test func whatWasMadeForTheCommandIsPrivateAndGoesWithIt() throws {
        let place = try Place()
        let result = try place.shell(
            """
            folder=$(dirname "$SSL_CERT_FILE"); ls -ld "$folder"
            mkdir -p "$folder/deep/er"; echo x > "$folder/deep/er/file"; ln -s "$HOME" "$folder/link"
            """)
        #expect(result.text.hasPrefix("drwx------") && result.text.contains(place.temporary), result.summary)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.temporary).isEmpty)
        // The link was removed, not what it leads to.
        #expect(FileManager.default.fileExists(atPath: place.authority))
    }

    @Test func theOptionsOfTheProxyWorkAndThoseAfterTheDashesAreTheCommands() throws {
        let place = try Place()
        let har = place.scratch.file("kept.har")
        let result = try place.run([
            "--har", har, "--set-request-header", "X-Mine: ours", "--", "curl", "-sS", "-o", "/dev/null",
            "--data-raw", "--set-request-header", "--next", "-sS", "-o", "/dev/null", "--header", "X-Other: theirs",
            "http://demo.hark.test/echo",
        ])
        // curl complains about its first part, which has no URL, or takes it: what counts is what the proxy did.
        let entries = try Recorded.har(har)
        let sent = try #require(entries.last?.request.sentText, result.summary)
        #expect(sent.contains("X-Mine: ours\r\n") && sent.contains("X-Other: theirs\r\n"))
    }

    @Test func aProxyThatCannotStartStartsNoCommand() throws {
        let place = try Place()
        let (descriptor, port) = try Loopback.listen()
        defer { close(descriptor) }
        let mark = place.scratch.file("mark")
        for (options, code) in [
            (["--listen", "127.0.0.1:\(port)"], 69), (["--har", place.scratch.file("no/such/file")], 74),
            (["--listen", "nonsense"], 64),
        ] {
            let result = try place.run(options + ["--", "touch", mark])
            #expect(result.code == Int32(code), result.summary)
            #expect(!FileManager.default.fileExists(atPath: mark))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.temporary).isEmpty)
    }

    @Test func anAuthorityOpenToOthersIsNotUsed() throws {
        let place = try Place()
        #expect(try place.shell("true").code == 0)
        let key = place.scratch.file(".local/share/hark/hark-ca-key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let result = try place.shell("echo started")
        #expect(result.code == 78 && result.output.isEmpty, result.summary)
        #expect(result.diagnostics.contains("chmod 600 \(key)"), result.summary)
    }

    @Test func withNothingDecryptedTheCommandTrustsWhomItAlwaysDid() throws {
        let place = try Place()
        let result = try place.shell(
            "env", options: ["--quiet", "--tls", "tunnel"], environment: ["CURL_CA_BUNDLE": "/mine"])
        let seen = variables(result.text)
        #expect(seen["HTTPS_PROXY"] != nil && seen["SSL_CERT_FILE"] == nil && seen["CURL_CA_BUNDLE"] == "/mine")
        #expect(seen["JAVA_TOOL_OPTIONS"]?.contains("trustStore") == false, result.summary)
        #expect(!FileManager.default.fileExists(atPath: place.authority))
    }

    @Test(arguments: [("0.0.0.0:0", "http://127.0.0.1:"), ("[::1]:0", "http://[::1]:"), ("[::]:0", "http://[::1]:")])
    func theCommandIsGivenAnAddressThatItCanReach(listener: String, start: String) throws {
        let result = try Place().shell(
            "echo $HARK_PROXY; curl -sS -g -o /dev/null -w '%{http_code}' http://demo.hark.test/",
            options: ["--quiet", "--listen", listener, "--allow", "127.0.0.1"])
        #expect(result.text.hasPrefix(start) && result.text.hasSuffix("200"), result.summary)
    }

    @Test func aProxyOfTheUsersIsMentionedWithoutItsPassword() throws {
        let result = try Place().shell(
            "true", options: [], environment: ["https_proxy": "http://me:secret@proxy.example:3128"])
        #expect(result.diagnostics.contains("https_proxy"), result.summary)
        #expect(!result.diagnostics.contains("secret"))
    }

    /// That nothing came is often why a command failed.
    @Test(arguments: [("true", 0), ("exit 3", 3)])
    func aCommandThatSendsNothingIsExplained(script: String, code: Int32) throws {
        let result = try Place().shell(script, options: [])
        #expect(result.code == code)
        #expect(result.diagnostics.contains("stopped without an exchange"), result.summary)
        #expect(result.diagnostics.contains("HARK_PROXY"), result.summary)
    }

    @Test func aCommandThatSentSomethingOrDidNotStartGetsNoSuchAdvice() throws {
        let place = try Place()
        let reached = try place.run(["--", "curl", "-sS", "http://demo.hark.test/status/404", "-f"])
        #expect(reached.code == 22 && !reached.diagnostics.contains("HARK_PROXY"), reached.summary)
        let missing = try place.run(["--", "no-such-command"])
        #expect(missing.code == 127 && !missing.diagnostics.contains("HARK_PROXY"), missing.summary)
    }
}
