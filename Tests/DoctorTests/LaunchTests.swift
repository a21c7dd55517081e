import Authority
import Foundation
import Reactor
import Testing

@testable import Doctor

/// What a command is given, looked at without starting one.
@Suite struct LaunchTests {
    private let proxy = ProxyAddress(.loopback4(port: 8_888))

    private func environment(_ values: [String: String]) -> CommandEnvironment {
        CommandEnvironment(entries: values.map { Array("\($0)=\($1)".utf8) })
    }

    /// Without an authority: what is given to every command.
    private func launch(
        _ command: [String] = ["x"], _ values: [String: String] = [:], in folder: RunFolder
    ) throws -> Launch {
        try Launch(
            command, environment: environment(values), proxy: proxy, authority: nil, leafPin: nil, folder: folder,
            say: { _ in })
    }

    /// A folder that is gone after the test.
    private func inFolder<Result>(_ body: (RunFolder) throws -> Result) async throws -> Result {
        let folder = try RunFolder(in: NSTemporaryDirectory())
        let result = Swift.Result { try body(folder) }
        #expect(await folder.remove() == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        return try result.get()
    }

    @Test func theUsersOptionsOfNodeStayAndOursStandBeforeThem() async throws {
        try await inFolder { folder in
            let given = try launch(["node"], ["NODE_OPTIONS": "--max-old-space-size=9"], in: folder).environment
            let script = folder.file("hark-node.cjs")
            #expect(given.value("NODE_OPTIONS") == "--require \"\(script)\" --max-old-space-size=9")
            #expect(try String(contentsOfFile: script, encoding: .utf8).contains("addRequest"))
        }
    }

    @Test func theUsersPathOfPythonStaysBehindOurs() async throws {
        try await inFolder { folder in
            let given = try launch(["python3"], ["PYTHONPATH": "/mine:/theirs"], in: folder).environment
            #expect(given.value("PYTHONPATH") == folder.file("python") + ":/mine:/theirs")
            #expect(FileManager.default.fileExists(atPath: folder.file("python/sitecustomize.py")))
        }
    }

    @Test func anEmptyVariableGetsNoSeparator() async throws {
        try await inFolder { folder in
            let given = try launch(["python3"], ["PYTHONPATH": "", "NODE_OPTIONS": ""], in: folder).environment
            // An empty part of PYTHONPATH would be the folder that the command is started in.
            #expect(given.value("PYTHONPATH") == folder.file("python"))
            #expect(given.value("NODE_OPTIONS")?.hasSuffix("\"") == true)
        }
    }

    @Test func theUsersSettingsOfWgetAreCopiedAndOursStandBehindThem() async throws {
        try await inFolder { folder in
            let home = try folder.folder("home")
            try folder.write("quota = 5m\nhttps_proxy = http://other:1", to: "home/.wgetrc")
            let given = try launch(["wget"], ["HOME": home], in: folder).environment
            let path = try #require(given.value("WGETRC"))
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
            #expect(lines.prefix(2) == ["quota = 5m", "https_proxy = http://other:1"])
            #expect(lines.dropFirst(2).contains("https_proxy = http://127.0.0.1:8888"))
            // Nothing is decrypted here, so nobody else is to be trusted.
            #expect(!lines.contains { $0.hasPrefix("ca_certificate") })
            #expect(try String(contentsOfFile: home + "/.wgetrc", encoding: .utf8).hasPrefix("quota"))
        }
    }

    @Test func settingsThatWGETRCNamesGoBeforeThoseOfTheHome() async throws {
        try await inFolder { folder in
            try folder.write("tries = 7\n", to: "named")
            let given = try launch(
                ["wget"], ["HOME": "/nowhere", "WGETRC": folder.file("named")], in: folder
            ).environment
            let path = try #require(given.value("WGETRC"))
            #expect(path != folder.file("named"))
            #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("tries = 7\nuse_proxy = on\n"))
        }
    }

    @Test(arguments: [nil, "/etc/php.d", ""])
    func thePHPSettingsOfTheUserAreReadBeforeOurs(former: String?) async throws {
        try await inFolder { folder in
            var given = environment(former.map { ["PHP_INI_SCAN_DIR": $0] } ?? [:])
            try PHPSettings.add(to: &given, bundle: "/run/roots.pem", folder: folder)
            // An empty part is the folder that PHP was built for.
            #expect(given.value("PHP_INI_SCAN_DIR") == (former ?? "") + ":" + folder.file("php"))
            let lines = try String(contentsOfFile: folder.file("php/hark.ini"), encoding: .utf8)
            #expect(lines == "openssl.cafile='/run/roots.pem'\ncurl.cainfo='/run/roots.pem'\n")
        }
    }

    @Test func withoutAnAuthorityPHPIsLeftAlone() async throws {
        try await inFolder { folder in
            let given = try launch(["php"], in: folder).environment
            #expect(given.value("PHP_INI_SCAN_DIR") == nil)
        }
    }

    @Test func withoutAnAuthorityNoVariableOfTrustIsTouched() async throws {
        try await inFolder { folder in
            let given = try launch(["curl"], ["SSL_CERT_FILE": "/mine"], in: folder).environment
            #expect(given.value("SSL_CERT_FILE") == "/mine")
            #expect(given.value("NODE_EXTRA_CA_CERTS") == nil)
            #expect(given.value("JAVA_TOOL_OPTIONS")?.contains("trustStore") == false)
        }
    }

    @Test func onlyBrowsersGetArguments() async throws {
        try await inFolder { folder in
            let curl = try launch(["curl", "http://a.test/"], in: folder).arguments
            #expect(curl.isEmpty)
        }
        try await inFolder { folder in
            let chromium = try launch(["/usr/bin/chromium"], in: folder).arguments
            #expect(chromium.contains("--proxy-server=127.0.0.1:8888"))
            #expect(chromium.contains("--user-data-dir=" + folder.file("profile")))
        }
    }

    @Test func bytesThatAreNoTextStayAsTheyCame() async throws {
        try await inFolder { folder in
            let odd = Array("ODD=".utf8) + [0xFF, 0x01]
            let path = Array("PYTHONPATH=".utf8) + [0xFE]
            let given = try Launch(
                ["x"], environment: CommandEnvironment(entries: [odd, path]), proxy: proxy, authority: nil,
                leafPin: nil, folder: folder, say: { _ in }
            ).environment
            #expect(given.entries.contains(odd))
            #expect(given.entries.contains(Array("PYTHONPATH=\(folder.file("python")):".utf8) + [0xFE]))
        }
    }

    @Test(arguments: [
        ("chromium", Browser.chromium), ("/usr/bin/google-chrome-beta", .chromium), ("Google Chrome", .chromium),
        ("firefox-esr", .firefox), ("/opt/firefox-nightly", .firefox), ("curl", nil), ("my-chromium-thing", nil),
    ])
    func browsersAreKnownByTheNameOfTheProgram(program: String, browser: Browser?) {
        #expect(Browser(program: program) == browser)
    }
}
