import Foundation
import TestKit
import Testing

/// Files of settings as commands use them.
@Suite struct ConfigTests {
    private func home(_ text: String) throws -> PrivateHome {
        let home = try PrivateHome()
        let folder = home.scratch.file("home/.config/hark")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: folder + "/config.toml", atomically: true, encoding: .utf8)
        return home
    }

    @Test func theOriginOfEachValueIsShown() throws {
        let home = try home("[proxy]\nlisten = \"127.0.0.1:9000\"\n[profile.ci]\nverbose = true\n")
        let shown = try home.hark("config", environment: ["HARK_QUIET": "1"])
        #expect(shown.code == 0, shown.summary)
        #expect(shown.text.contains("listen = [\"127.0.0.1:9000\"]  # ~/.config/hark/config.toml:2\n"), shown.summary)
        #expect(shown.text.contains("quiet = true  # HARK_QUIET\n"), shown.summary)
        #expect(try home.hark("config", "listen").text == "127.0.0.1:9000\n")
        #expect(try home.hark("config", "quiet").code == 1)
        #expect(try home.hark("config", "lisen").code == 64)
        let profile = try home.hark("--profile", "ci", "config", environment: ["HARK_LISTEN": ":1"])
        #expect(profile.text.contains("verbose = true  # ~/.config/hark/config.toml:4, profile ci"), profile.summary)
        #expect(profile.text.contains("# HARK_LISTEN") && !profile.text.contains("9000"), profile.summary)
        let none = try home.hark("config", "--no-config", environment: ["HARK_QUIET": "1"])
        #expect(none.code == 0 && none.text.isEmpty, none.summary)
        let json = try home.hark("config", "--json")
        #expect(json.text.contains("\"origin\":\"file\"") && json.text.contains("\"line\":2"), json.summary)
        let path = try home.hark("config", "--path")
        #expect(
            path.text.contains("config.toml  read\n") && path.text.contains("/etc/hark/config.toml  "), path.summary)
    }

    @Test func commandsTakeThem() throws {
        let home = try home("[flows]\nlimit = 1\n[profile.two.flows]\nlimit = 2\n")
        let raw = "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
        let file = try home.scratch.write("raw.http", Array((raw + raw + raw).utf8))
        #expect(try home.hark("import", file).code == 0)
        func rows(_ result: Tool.Result) -> Int { result.text.split(separator: "\n").count }
        #expect(rows(try home.hark("flows")) == 1)
        #expect(rows(try home.hark("--profile", "two", "flows")) == 2)
        #expect(rows(try home.hark("flows", "--limit", "3")) == 3)
        #expect(rows(try home.hark("flows", environment: ["HARK_LIMIT": "2"])) == 2)
        #expect(rows(try home.hark("--no-config", "flows")) == 3)
        #expect(rows(try home.hark("flows", environment: ["HARK_CONFIG": ""])) == 3)
    }

    @Test func aWrongKeyEndsACommandAndNotHelp() throws {
        let home = try home("[proxy]\n  lisen = \"1\"\n")
        let result = try home.hark("flows")
        #expect(result.code == 78 && result.text.isEmpty, result.summary)
        #expect(result.diagnostics.contains("config.toml:2:3: unknown key 'lisen'"), result.summary)
        #expect(
            result.diagnostics.contains("did you mean 'listen'?") && result.diagnostics.contains("^"), result.summary)
        for words in [["--version"], ["--help"], ["flows", "--help"], ["help", "filter"]] {
            #expect(try home.hark(arguments: words).code == 0, "\(words)")
        }
        #expect(try home.hark("config", "check").code == 78)
        #expect(try home.hark("--no-config", "sessions").code == 0)
    }

    @Test func whatExcludesEachOtherInOneTableIsAMistake() throws {
        let result = try home("[proxy]\nquiet = true\nverbose = true\n").hark("config", "check")
        #expect(result.code == 78, result.summary)
        #expect(result.diagnostics.contains("config.toml:3:1: 'verbose' and 'quiet'"), result.summary)
        for text in [
            "quiet = true\n[profile.loud]\nverbose = true\n", "quiet = true\n[proxy]\nverbose = true\n",
            "[proxy]\nquiet = false\nverbose = true\n",
        ] {
            let fine = try home(text).hark("config", "check")
            #expect(fine.code == 0, "\(text): \(fine.summary)")
        }
    }

    /// A value of a file is told by its place, and not as if it had been typed.
    @Test func aWrongValueEndsACommand() throws {
        let home = try home("[proxy]\nlisten = \"127.0.0.1:0\"\ntls = \"intercpt\"\n[flows]\nlimit = -1\n")
        let result = try home.hark("proxy")
        #expect(result.code == 78 && result.text.isEmpty, result.summary)
        #expect(result.diagnostics.contains("config.toml:3:7: invalid value 'intercpt' for tls"), result.summary)
        #expect(!result.diagnostics.contains("Usage:") && !result.diagnostics.contains("limit"), result.summary)
        let checked = try home.hark("config", "check")
        #expect(checked.code == 78 && checked.diagnostics.contains("config.toml:5:9: "), checked.summary)
        // What was typed is told as ever.
        let typed = try home.hark("stats", "--limit", "x")
        #expect(typed.code == 64 && typed.diagnostics.contains("--limit"), typed.summary)
        let variable = try self.home("").hark("proxy", environment: ["HARK_TLS": "foo"])
        #expect(variable.code == 78 && variable.diagnostics.contains("HARK_TLS: invalid value 'foo'"), variable.summary)
    }

    /// Trust can be taken away whatever the file says; where it may name the CA's folder, that is asked for.
    @Test(arguments: ["quiet = yes\n", "[proxy]\nlisen = \"1\"\n", "[b\n", "a = 1\na = 2\n"])
    func aBrokenFileKeepsNoTrust(text: String) throws {
        let home = try home(text)
        _ = try home.hark("--no-config", "ca", "create")
        #expect(try home.hark("flows").code == 78)
        let untrust = try home.hark("ca", "untrust", "--dry-run")
        #expect(untrust.code == 0 && !untrust.diagnostics.contains("config.toml"), untrust.summary)
        let uninstall = try home.hark("uninstall", "--dry-run", "--ca-dir", home.folder)
        #expect(uninstall.code == 0, uninstall.summary)
        let unsure = try home.hark("uninstall", "--dry-run")
        #expect(unsure.code == 78 && unsure.diagnostics.contains("--ca-dir"), unsure.summary)
    }

    /// A file that lies in the folder of a project changes nothing by itself.
    @Test func nothingIsReadFromAProject() throws {
        let home = try home("")
        for name in [".hark.toml", "hark.toml", "config.toml", ".config/hark/config.toml"] {
            let folder = home.scratch.file("project/" + name.split(separator: "/").dropLast().joined(separator: "/"))
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try "nonsense\n".write(
                toFile: home.scratch.file("project/" + name), atomically: true, encoding: .utf8)
        }
        let result = try Tool.run(
            "/bin/sh", ["-c", "cd '\(home.scratch.file("project"))' && exec '\(Tool.hark())' sessions"],
            environment: ["HOME": home.scratch.file("home"), "XDG_DATA_HOME": home.scratch.file("data")])
        #expect(result.code == 0, result.summary)
    }

    @Test func othersMayNotWriteIt() throws {
        let home = try home("quiet = true\n")
        let path = home.scratch.file("home/.config/hark/config.toml")
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
        let result = try home.hark("sessions")
        #expect(result.code == 78 && result.diagnostics.contains("chmod go-w"), result.summary)
    }

    @Test func theExampleIsMadeOnce() throws {
        let home = try PrivateHome()
        let made = try home.hark("config", "init")
        #expect(made.code == 0 && made.text.hasSuffix("/hark/config.toml\n"), made.summary)
        let path = made.text.trimmingCharacters(in: .newlines)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try home.hark("config", "check").code == 0)
        #expect(try home.hark("config", "init").code == 73)
    }
}
