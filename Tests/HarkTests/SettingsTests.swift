import Foundation
import TestKit
import Testing

@testable import hark

/// What files and variables set, and which source wins.
@Suite struct SettingsTests {
    /// A file with this content, which only its owner may write.
    private func file(_ text: String, mode: Int = 0o600) throws -> String {
        let path = "/tmp/hark-settings-\(UUID().uuidString).toml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try chmod(path, mode)
        return path
    }

    private func chmod(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func unlink(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    private func settings(_ text: String, _ variables: [String: String] = [:], profile: String? = nil) throws
        -> Settings
    {
        let path = try file(text)
        defer { unlink(path) }
        let words = ["--config", path] + (profile.map { ["--profile", $0] } ?? [])
        return try Settings(try SettingsRequest(words), variables: variables)
    }

    private func words(
        _ given: [String], _ text: String, _ variables: [String: String] = [:], profile: String? = nil
    ) throws -> [String] {
        try SettingsWords(given, try settings(text, variables, profile: profile)).words
    }

    @Test func aKeyIsAnOption() throws {
        let text =
            "tunnel-host = [\"*.bank.example\"]\n"
            + "[proxy]\nlisten = \"127.0.0.1:9000\"\nquiet = true\n[flows]\nlimit = 50\n"
        let proxy = try words(["proxy"], text)
        #expect(Set(proxy) == ["proxy", "--listen=127.0.0.1:9000", "--quiet", "--tunnel-host=*.bank.example"])
        #expect(try words(["flows", "status = 200"], text) == ["flows", "--limit=50", "status = 200"])
        // Without a command it is the proxy; a command without such options gets none.
        #expect(try words([], text).count == 3)
        #expect(try words(["sessions"], text) == ["sessions"])
    }

    /// One name, two meanings: what is set for all commands counts only where it is meant.
    @Test func aNameWithTwoMeaningsIsNotShared() throws {
        let text = "allow = [\"10.0.0.0/8\"]\nreverse = \"http://127.0.0.1:9\"\n"
        #expect(try words(["mcp"], text) == ["mcp"])
        #expect(try words(["mcp"], "", ["HARK_ALLOW": "all"]) == ["mcp"])
        #expect(try words(["flows"], text, ["HARK_REVERSE": "http://127.0.0.1:9"]) == ["flows"])
        #expect(try words(["mcp"], "[mcp]\nallow = \"marks\"\n") == ["mcp", "--allow=marks"])
        #expect(try Set(words(["proxy"], text)) == ["proxy", "--allow=10.0.0.0/8", "--reverse=http://127.0.0.1:9"])
        #expect(
            try words(["run", "--judge", "echo", "--config", "x"], "") == ["run", "--judge", "echo", "--config", "x"])
    }

    @Test func theStrongerSourceWins() throws {
        let text =
            "quiet = true\n[profile.loud]\nverbose = true\n[profile.loud.flows]\nlimit = 7\n[flows]\nlimit = 50\n"
        #expect(try words(["flows"], text, profile: "loud") == ["flows", "--limit=7"])
        #expect(try words(["flows"], text, ["HARK_LIMIT": "9"], profile: "loud") == ["flows", "--limit=9"])
        #expect(try words(["flows", "--limit", "3"], text, ["HARK_LIMIT": "9"]) == ["flows", "--limit", "3"])
        #expect(try words(["flows", "-n", "3"], text) == ["flows", "-n", "3"])
        // Of two that exclude each other, too.
        #expect(try words(["proxy"], text, profile: "loud") == ["proxy", "--verbose"])
        #expect(try words(["proxy", "-v"], text) == ["proxy", "-v"])
        #expect(try words(["proxy"], text, ["HARK_QUIET": "no"]) == ["proxy"])
        #expect(try words(["proxy", "--no-quiet"], text) == ["proxy"])
    }

    @Test func listsAddUpAndAnEmptyTextDropsThem() throws {
        let text = "tunnel-host = [\"a\", \"b\"]\n[proxy]\ntunnel-host = [\"c\"]\n"
        #expect(
            try words(["proxy", "--tunnel-host", "d"], text)
                == ["proxy", "--tunnel-host=a", "--tunnel-host=b", "--tunnel-host=c", "--tunnel-host", "d"])
        #expect(
            try words(["proxy"], "tunnel-host = [\"a\"]\n[proxy]\ntunnel-host = [\"\", \"c\"]\n") == [
                "proxy", "--tunnel-host=c",
            ])
        #expect(
            try words(["proxy"], text, ["HARK_TUNNEL_HOST": "\nx\ny"]) == [
                "proxy", "--tunnel-host=x", "--tunnel-host=y",
            ])
    }

    @Test func onlyTheStrongestSaysWhereToListen() throws {
        let text = "listen = [\"1\"]\n[proxy]\nlisten = [\"2\", \"3\"]\n"
        #expect(try words(["proxy"], text) == ["proxy", "--listen=2", "--listen=3"])
        #expect(try words(["proxy", "-l", "4"], text) == ["proxy", "-l", "4"])
        // A command that starts a proxy for a moment takes no address of the one that runs all day.
        #expect(try words(["run", "--", "curl"], text, ["HARK_LISTEN": "5"]) == ["run", "--", "curl"])
        #expect(
            try words(["run", "--", "curl", "-l"], "[run]\nlisten = \"6\"\n") == [
                "run", "--listen=6", "--", "curl", "-l",
            ])
    }

    @Test func pathsCountFromTheFile() throws {
        #expect(try words(["proxy"], "har = \"out/ci.har\"\n") == ["proxy", "--har=/tmp/out/ci.har"])
        #expect(try words(["proxy"], "har = \"/abs.har\"\n") == ["proxy", "--har=/abs.har"])
        // What is no file is left as it is.
        #expect(try words(["proxy"], "upstream-proxy = \"proxy:3128\"\n") == ["proxy", "--upstream-proxy=proxy:3128"])
    }

    // MARK: Mistakes

    @Test(arguments: [
        ("lisen = \"1\"\n", "1:1: unknown key 'lisen' (did you mean 'listen'?)"),
        ("\n[proxy]\n  lisen = \"1\"\n", "3:3: unknown key 'lisen' of hark proxy (did you mean 'listen'?)"),
        ("[flows]\nlisten = \"1\"\n", "2:1: unknown key 'listen' of hark flows"),
        ("[proxi]\n", "1:2: unknown table 'proxi' (did you mean 'proxy'?)"),
        ("[profile.ci]\nquit = true\n", "2:1: unknown key 'quit' (did you mean 'quiet'?)"),
        ("[profile.ci.rum]\n", "unknown table 'rum'"), ("quiet = \"yes\"\n", "1:9: quiet: expected true or false"),
        ("har = true\n", "1:7: har: expected a string"), ("har = [\"a\"]\n", "har: expected a string, not an array"),
        ("tunnel-host = [\"a\", 1.5]\n", "1:21: tunnel-host: expected a string, not a float"),
        ("force = true\n", "1:1: 'force' is given with each call"), ("quiet = tru\n", "1:9: "),
        ("profile = 1\n", "profile is a table"),
    ])
    func aMistakeHasItsPlaceAndTheNearestKey(text: String, told: String) throws {
        let path = try file(text)
        defer { unlink(path) }
        var problem: SettingsProblem?
        do {
            problem = try Settings(try SettingsRequest(["--config", path]), variables: [:]).problems.first
        } catch let failure as Settings.Failure {
            #expect(failure.code == 78)
            problem = failure.problem
        }
        #expect(
            problem?.text.contains(":\(told)") == true || problem?.text.contains(told) == true,
            "\(problem?.text ?? "none")")
        #expect(problem?.text.contains("^") == true)
    }

    @Test func everyProblemIsFound() throws {
        let text = "lisen = 1\n[proxy]\nquit = true\nquiet = 1\n[nowhere]\nx = 1\n"
        #expect(try settings(text).problems.count == 4)
    }

    @Test(arguments: [0o660, 0o606, 0o666, 0o777])
    func aFileThatOthersMayWriteIsNotRead(mode: Int) throws {
        let path = try file("quiet = true\n", mode: mode)
        defer { unlink(path) }
        #expect(throws: Settings.Failure.self) {
            try Settings(try SettingsRequest(["--config", path]), variables: [:])
        }
        try chmod(path, 0o644)
        #expect(try Settings(try SettingsRequest(["--config", path]), variables: [:]).problems == [])
    }

    @Test func aFileOrProfileThatIsNamedHasToBeThere() throws {
        do {
            _ = try Settings(try SettingsRequest(["--config", "/nowhere/x.toml"]), variables: [:])
            Issue.record("it was read")
        } catch let failure as Settings.Failure {
            #expect(failure.code == 66)
        }
        #expect(throws: Settings.Failure.self) { try settings("quiet = true\n", profile: "ci") }
    }

    @Test func aVariableOfAFlagIsYesOrNo() throws {
        let command = try #require(ConfiguredCommand.all.first { $0.name == "proxy" })
        for text in ["1", "true", "yes", "TRUE"] {
            #expect(try settings("", ["HARK_QUIET": text]).settings(of: command).map(\.values) == [["true"]])
        }
        #expect(throws: Settings.Failure.self) { try settings("", ["HARK_QUIET": "maybe"]).settings(of: command) }
        // These are no options, whatever is in them.
        #expect(
            try settings("", ["HARK_PROXY": "x", "HARK_PAGER": "cat", "HARK_CONFIG": ""]).settings(of: command) == [])
    }

    /// 'hark config check' names those that set nothing: none that Hark itself reads is among them.
    @Test func everyVariableThatIsReadIsKnown() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/hark")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var read: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            read.formUnion(text.matches(of: /value\("(HARK_[A-Z_]+)"\)/).map { String($0.1) })
        }
        #expect(read.isSuperset(of: ["HARK_PYTHON", "HARK_NODE", "HARK_FLEET"]), "\(read)")
        let settable = Set(ConfiguredCommand.all.flatMap(\.options).map(\.variable))
        for name in read.sorted() { #expect(!Settings.isSetting(name) || settable.contains(name), "\(name)") }
    }

    // MARK: The command line

    @Test(
        arguments: [
            (["--config", "a", "proxy"], "a", ["proxy"]), (["proxy", "--config=a", "-q"], "a", ["proxy", "-q"]),
            (["run", "--config", "a", "curl", "--config", "b"], "a", ["run", "curl", "--config", "b"]),
            (["run", "--", "x", "--config", "b"], nil, ["run", "--", "x", "--config", "b"]),
            (["run", "curl", "--config", "b"], nil, ["run", "curl", "--config", "b"]),
        ] as [([String], String?, [String])])
    func theWordsOfAnotherCommandAreItsOwn(given: [String], file: String?, left: [String]) throws {
        let request = try SettingsRequest(given)
        #expect(request.file == file && request.words == left)
    }

    /// What the judge checks by is no setting of Hark.
    @Test func theJudgeHasOptionsOfTheSameNames() throws {
        let judge = try SettingsRequest(["--profile", "ci", "judge", "--config", "j.toml", "--profile=api", "a.har"])
        #expect(judge.profile == "ci" && judge.file == nil)
        #expect(judge.words == ["judge", "--config", "j.toml", "--profile=api", "a.har"])
    }

    @Test func aMissingNameIsAMistake() {
        #expect(throws: SettingsProblem.self) { try SettingsRequest(["proxy", "--config"]) }
        #expect(throws: SettingsProblem.self) { try SettingsRequest(["--profile="]) }
    }

    @Test func noOptionThatConfirmsCanBeSet() {
        for command in ConfiguredCommand.all {
            for option in command.options where ["yes", "force", "output", "session"].contains(option.name) {
                #expect(!option.isSettable, "\(command.name) \(option.name)")
            }
        }
        #expect(!ConfiguredCommand.all.contains { $0.name == "ca.untrust" || $0.name == "config" })
    }

    /// The example is read without a problem, also with every key in use.
    @Test func theExampleIsAFileOfSettings() throws {
        #expect(try settings(SettingsExample.text).problems == [])
        let used = SettingsExample.text.split(separator: "\n").map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
        }.joined(separator: "\n")
        // But that some keys exclude each other.
        let problems = try settings(used + "\n").problems.filter { !$0.text.contains("exclude each other") }
        #expect(problems == [])
        #expect(used.contains("\nlisten = [\"127.0.0.1:8888\"]"))
    }
}
