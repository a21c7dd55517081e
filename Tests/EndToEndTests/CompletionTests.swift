import Foundation
import TestKit
import Testing

/// What shells offer besides options: profiles, topics of the help, and the command after `hark run`.
@Suite struct CompletionTests {
    /// A folder with `hark`, a file of settings with two profiles, and the script of a shell.
    private struct Shell {
        let home: PrivateHome
        let script: String

        init(_ name: String) throws {
            home = try PrivateHome()
            let config = home.scratch.file("config/hark")
            try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
            try "[profile.ci]\nquiet = true\n[profile.loud]\n".write(
                toFile: config + "/config.toml", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: config + "/config.toml")
            let made = try home.hark("--generate-completion-script", name)
            #expect(made.code == 0, made.summary)
            script = try home.scratch.write("script.\(name)", made.text)
            try FileManager.default.createDirectory(
                atPath: home.scratch.file("bin"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: home.scratch.file("bin/hark"), withDestinationPath: Tool.hark())
        }

        func run(_ shell: String, _ words: [String]) throws -> Tool.Result {
            let path = home.scratch.file("bin") + ":/usr/bin:/bin"
            return try Tool.run(
                shell, words,
                environment: ["PATH": path, "XDG_CONFIG_HOME": home.scratch.file("config"), "HARK_PROFILE": "gone"],
                seconds: 60)
        }
    }

    private static let cases: [(line: [String], offered: [String], not: [String])] = [
        (["hark", "proxy", "--profile", ""], ["ci", "loud"], ["gone", "config"]),
        (["hark", "--profile", "l"], ["loud"], ["ci"]),
        (["hark", "judge", "--profile", ""], ["browser", "api"], ["ci"]),
        (["hark", "help", "time"], ["timeouts"], ["filter"]), (["hark", "help", "ru"], ["rules", "run"], ["ca"]),
        (["hark", "run", "mkdi"], ["mkdir"], []), (["hark", "run", "--", "mkdi"], ["mkdir"], []),
        (["hark", "run", "--tls", "tunnel", "-q", "mkdi"], ["mkdir"], []),
        (["hark", "run", "--tls", "tun"], ["tunnel"], ["intercept"]),
        (["hark", "run", "--ha"], ["--har"], ["--page"]), (["hark", "proxy", "--no-con"], ["--no-config"], []),
        (["hark", "run", "ls", "/etc/hostna"], ["/etc/hostname"], []),
        // The command's own options are not Hark's.
        (["hark", "run", "mkdir", "--ha"], [], ["--har"]),
    ]

    @Test func bashOffersThem() throws {
        let shell = try Shell("bash")
        let text = try String(contentsOfFile: shell.script, encoding: .utf8)
        #expect(text.components(separatedBy: "complete -o filenames -F").count == 2)
        let ask = """
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            _hark_and_more hark "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        for one in Self.cases {
            let result = try shell.run(Tool.find("bash"), ["-c", ask, "bash", shell.script] + one.line)
            let offered = Set(result.text.split(separator: "\n").map(String.init))
            #expect(offered.isSuperset(of: one.offered), "\(one.line): \(result.summary)")
            #expect(offered.isDisjoint(with: one.not), "\(one.line): \(result.summary)")
        }
    }

    @Test(.enabled(if: (try? Tool.find("fish")) != nil)) func fishOffersThem() throws {
        let shell = try Shell("fish")
        for one in Self.cases {
            let ask = "source \(shell.script); complete -C '\(one.line.joined(separator: " "))'"
            let result = try shell.run(Tool.find("fish"), ["--no-config", "-c", ask])
            let offered = Set(result.text.split(separator: "\n").compactMap { $0.split(separator: "\t").first })
            #expect(offered.isSuperset(of: one.offered.map { $0[...] }), "\(one.line): \(result.summary)")
            #expect(offered.isDisjoint(with: one.not.map { $0[...] }), "\(one.line): \(result.summary)")
        }
    }

    /// zsh completes only at a terminal: here its script is read.
    @Test(.enabled(if: (try? Tool.find("zsh")) != nil)) func zshReadsItsScript() throws {
        let shell = try Shell("zsh")
        let result = try shell.run(Tool.find("zsh"), ["-n", shell.script])
        #expect(result.code == 0, result.summary)
        let text = try String(contentsOfFile: shell.script, encoding: .utf8)
        #expect(text.hasPrefix("#compdef hark\n"), "compinit reads the first line")
        for word in ["compadd actions", "timeouts", "_normal", " --tls ", "---completion config show"] {
            #expect(text.contains(word), "\(word)")
        }
    }
}
