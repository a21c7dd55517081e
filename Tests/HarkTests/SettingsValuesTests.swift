import Foundation
import Testing

@testable import hark

/// Whether options take the values that a file or a variable sets.
@Suite struct SettingsValuesTests {
    private func problems(_ text: String, _ variables: [String: String] = [:], for name: String? = nil) throws
        -> [String]
    {
        let path = "/tmp/hark-values-\(UUID().uuidString).toml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let settings = try Settings(try SettingsRequest(["--config", path]), variables: variables)
        let command = name.flatMap { name in ConfiguredCommand.all.first { $0.name == name } }
        return SettingsValues(settings, for: command).problems.map { $0.text.replacing("\(path):", with: "") }
    }

    /// The command whose table a text begins with. In a debug build ArgumentParser examines a command's declaration at
    /// each call, so that all commands are asked where it matters that it is all of them.
    private static func command(of text: String) -> String? {
        guard text.hasPrefix("["), !text.hasPrefix("[profile") else { return nil }
        return String(text.dropFirst().prefix { $0 != "]" })
    }

    @Test(arguments: [
        ("[proxy]\ntls = \"intercpt\"\n", "2:7: invalid value 'intercpt' for tls; did you mean 'intercept'?"),
        ("tls = \"foo\"\n", "1:7: invalid value 'foo' for tls (expected intercept or tunnel)"),
        ("[proxy]\nshards = \"many\"\n", "2:10: invalid value 'many' for shards"),
        ("[proxy]\nmax-body-record = \"12q\"\n", "2:19: "),
        ("[proxy]\ntimeout = [\"idle=5m\", \"idel=5m\"]\n", "2:23: "),
        ("[proxy]\nlisten = \"nowhere:port\"\n", "2:10: "),
        ("[profile.ci.run]\ntls-min = \"1.9\"\n", "2:11: invalid value '1.9' for tls-min"),
        ("[flows]\nlimit = -1\n", "2:9: "), ("[flows]\nsort = \"colour\"\n", "2:8: "),
        ("[judge]\nonly = [\"no-such-check\"]\n", "2:9: "),
        ("[proxy]\nset-request-header = [\"no colon\"]\n", "2:23: "),
    ])
    func aValueThatTheOptionDoesNotTake(text: String, told: String) throws {
        let problems = try problems(text, for: Self.command(of: text))
        #expect(problems.count == 1 && problems.first?.hasPrefix(told) == true, "\(problems)")
        #expect(problems.first?.contains("^") == true)
    }

    /// Each at its place, and each once, though several commands have the option.
    @Test func allOfThemAreTold() throws {
        let text =
            "tls = \"a\"\ntimeout = [\"x\", \"idle=1s\", \"y\"]\n[proxy]\nlisten = \":99999\"\n[run]\ntls = \"b\"\n"
        let places = try problems(text).map { $0.split(separator: " ")[0] }
        #expect(places.sorted() == ["1:7:", "2:12:", "2:28:", "4:10:", "6:7:"])
    }

    @Test(arguments: [
        "[proxy]\nlisten = \"127.0.0.1:9000\"\nquiet = true\ntls = \"tunnel\"\ntimeout = \"idle=5m\"\n",
        // What another option is needed for may come with the call.
        "[proxy]\npreserve-host = true\n", "[proxy]\nlisten = \"0.0.0.0:8888\"\n",
        // The stronger table wins.
        "quiet = true\n[proxy]\nverbose = true\n", "tunnel-host = [\"\", \"a\"]\n",
        "[profile.a]\nquiet = true\n[profile.b]\nverbose = true\n", "[flows]\nlimit = 50\n", "",
        "[run]\nhar = \"ci.har\"\njudge = \"bad\"\n", "[serve]\nmatch = \"nearest\"\n", "quiet = false\n",
    ])
    func whatIsInOrderIsNotTold(text: String) throws {
        #expect(try problems(text, for: Self.command(of: text)) == [])
    }

    @Test func valuesThatExcludeEachOther() throws {
        let raw = try self.problems("[show]\nraw = true\nhex = true\n")
        #expect(raw.count == 1 && raw[0].hasPrefix("3:7: --raw and --hex cannot be combined"), "\(raw)")
        #expect(try self.problems("[show]\nraw = true\nhex = false\n") == [])
    }

    @Test func variablesHaveTheirNames() throws {
        let problems = try problems("", ["HARK_TLS": "foo", "HARK_LIMIT": "5", "HARK_QUIET": "1"])
        #expect(problems == ["HARK_TLS: invalid value 'foo' for tls (expected intercept or tunnel)"])
    }

    /// A command that begins is told of what is set for it, and of nothing else.
    @Test func ofOneCommandOnlyItsOwn() throws {
        let text = "[flows]\nlimit = -1\n[proxy]\ntls = \"foo\"\n[profile.x.proxy]\ntls = \"bar\"\n"
        #expect(try problems(text, for: "proxy").map { $0.prefix(3) } == ["4:7"])
        #expect(try problems(text, for: "stats") == [])
    }
}
