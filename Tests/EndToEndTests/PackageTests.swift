import Foundation
import TestKit
import Testing

/// What packages hold, and what releases ask for. `make package` itself takes minutes and is run by the release
/// workflow.
@Suite struct PackageTests {
    private func run(_ words: String..., environment: [String: String] = [:]) throws -> Tool.Result {
        try Tool.run(
            "/bin/sh", ["-c", "cd '\(Tool.packageRoot)' && exec \"$@\"", "sh"] + words, environment: environment,
            seconds: 300)
    }

    @Test func thereIsOneVersion() throws {
        let version = try Tool.run(Tool.hark(), ["--version"]).text
        let plain = try run("sh", "scripts/version").text.trimmingCharacters(in: .newlines)
        // A release adds the commit it was made of.
        let commit = try Regex(
            "hark \(plain.replacing(".", with: "\\."))( \\([0-9a-f]{7,} [0-9]{4}-[0-9]{2}-[0-9]{2}\\))?\\n")
        #expect(try commit.wholeMatch(in: version) != nil, "\(version)")
        for recipe in ["flake.nix", "packaging/arch/PKGBUILD", "packaging/homebrew/hark.rb"] {
            let text = try String(contentsOfFile: Tool.packageRoot + "/" + recipe, encoding: .utf8)
            #expect(text.contains(plain), "\(recipe) has another version")
        }
    }

    @Test func aTagThatIsNotTheVersionIsRefused() throws {
        let other = try run("sh", "scripts/check-release", "v99.0.0")
        #expect(other.code == 78 && other.diagnostics.contains("v99.0.0"), other.summary)
    }

    /// Laid out, installed elsewhere with DESTDIR, and removed again: nothing is left.
    @Test func whatIsInstalledIsRemoved() throws {
        let scratch = try Scratch()
        let root = scratch.file("root")
        let place = ["BINARY": try Tool.hark(), "DESTDIR": root]
        let made = try run("sh", "scripts/install", "/opt/x", environment: place)
        #expect(made.code == 0, made.summary)
        func files() -> [String] {
            let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
            return all.filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }.sorted()
        }
        let pages = files().filter { $0.hasPrefix("opt/x/share/man/") }.map { $0.split(separator: "/").suffix(2) }
        #expect(
            files().filter { !$0.hasPrefix("opt/x/share/man/") } == [
                "opt/x/bin/hark", "opt/x/share/bash-completion/completions/hark",
                "opt/x/share/fish/vendor_completions.d/hark.fish", "opt/x/share/zsh/site-functions/_hark",
            ])
        let names = Set(pages.map { $0.joined(separator: "/") })
        #expect(
            names.isSuperset(of: [
                "man1/hark.1", "man1/hark-proxy.1", "man1/hark-run.1", "man1/hark-judge.1", "man5/hark-config.5",
                "man7/hark-filter.7", "man7/hark-rules.7",
            ]))
        #expect(names.allSatisfy { $0.hasPrefix("man\($0.last ?? " ")/") }, "\(names)")
        let bash = try String(
            contentsOfFile: root + "/opt/x/share/bash-completion/completions/hark", encoding: .utf8)
        #expect(!bash.hasPrefix("#!") && bash.contains("mcp"))
        #expect(try Tool.run(root + "/opt/x/bin/hark", ["--version"]).code == 0)
        #expect(try run("sh", "scripts/install", "/opt/x", "remove", environment: place).code == 0)
        #expect(files() == [])
    }

    @Test func theBillOfMaterialsNamesWhatIsLinkedIn() throws {
        let result = try run(
            "python3", "packaging/sbom.py", try Tool.hark(), "1.0", environment: ["SOURCE_DATE_EPOCH": "0"])
        let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
        #expect(object?["spdxVersion"] as? String == "SPDX-2.3", result.summary)
        let packages = object?["packages"] as? [[String: Any]] ?? []
        let names = packages.compactMap { $0["name"] as? String }
        #expect(Set(names).isSuperset(of: ["hark", "swift", "swift-argument-parser"]), "\(names)")
        #expect(Set(packages.compactMap { $0["SPDXID"] as? String }).count == packages.count)
    }

    /// What the units start, Hark accepts; and installing starts nothing by itself.
    /// Debian 13 and Ubuntu 24.04 call some libraries otherwise (libssl3t64), and these provide the old names: they are
    /// asked for by the names that both have, and by nothing newer than Debian 12.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-shlibdeps")))
    func theDebianPackageNeedsWhatBothReleasesHave() throws {
        let scratch = try Scratch()
        let root = scratch.file("root")
        for folder in ["usr/bin", "usr/share/doc/hark"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(atPath: Tool.hark(), toPath: root + "/usr/bin/hark")
        let made = try run(
            "sh", "packaging/debian/make", root, "1.2.3", "amd64", scratch.file("work"),
            environment: ["SOURCE_DATE_EPOCH": "1700000000"])
        #expect(made.code == 0, made.summary)
        let control = try String(contentsOfFile: root + "/DEBIAN/control", encoding: .utf8)
        let line = control.split(separator: "\n").first { $0.hasPrefix("Depends: ") } ?? ""
        let needs = line.dropFirst("Depends: ".count).split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        // Tried with apt in roots of Debian 12 and 13.
        let known: Set<Substring> = [
            "ca-certificates", "libbrotli1", "libc6", "libduktape207", "libgcc-s1", "libidn2-0", "libncursesw6",
            "libpsl5", "libsqlite3-0", "libssl3", "libstdc++6", "libtinfo6", "libzstd1", "zlib1g",
        ]
        let names = Set(needs.compactMap { $0.split(separator: " ").first })
        #expect(names.isSubset(of: known), "\(names.subtracting(known))")
        #expect(names.isSuperset(of: ["libssl3", "libpsl5", "libc6", "ca-certificates"]), "\(names)")
        let library = needs.first { $0.hasPrefix("libc6 ") } ?? ""
        let minor = library.firstMatch(of: /\(>= 2\.([0-9]+)\)/).flatMap { Int($0.1) }
        #expect(minor.map { $0 <= 36 } == true, "\(library)")
    }

    /// What can be asked of a recipe without the system that it is for: that it is one.
    @Test(arguments: [
        ("bash", ["-n", "packaging/arch/PKGBUILD"]), ("ruby", ["-c", "packaging/homebrew/hark.rb"]),
        ("nix-instantiate", ["--parse", "flake.nix"]),
    ])
    func recipesCanBeRead(program: String, words: [String]) throws {
        guard let path = try? Tool.find(program) else { return }
        let read = try Tool.run("/bin/sh", ["-c", "cd '\(Tool.packageRoot)' && exec \"$@\"", "sh", path] + words)
        #expect(read.code == 0, read.summary)
    }

    @Test func theServiceStartsWhatIsThere() throws {
        let check = try Tool.run(
            Tool.hark(), ["config", "check", Tool.packageRoot + "/packaging/systemd/service.toml"])
        #expect(check.code == 0, check.summary)
        let unit = try String(contentsOfFile: Tool.packageRoot + "/packaging/systemd/hark.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/bin/hark proxy --quiet --config /etc/hark/service.toml\n"))
        for script in ["postinst", "prerm"] {
            let text = try String(contentsOfFile: Tool.packageRoot + "/packaging/debian/" + script, encoding: .utf8)
            for word in ["invoke start", "systemctl start", "systemctl enable"] {
                #expect(!text.contains(word), "\(script)")
            }
        }
    }

    /// An account of its own, no privileges, two folders: `systemd-analyze` rates it at most 1.5 of 10.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
    func theServiceIsConfined() throws {
        let result = try run(
            "systemd-analyze", "security", "--offline=true", "--no-pager", "packaging/systemd/hark.service")
        let rating = result.text.split(separator: " ").compactMap { Double($0) }.last
        #expect(try #require(rating, "\(result.summary)") <= 1.5)
    }
}
