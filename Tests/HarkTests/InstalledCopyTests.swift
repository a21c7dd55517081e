import Testing

@testable import hark

/// Which command removes a copy of Hark: that of whoever put it there.
@Suite struct InstalledCopyTests {
    private func copy(_ path: String, owner: String? = nil, files: Set<String> = []) -> InstalledCopy {
        InstalledCopy(path: path, owns: { $0[0] == owner && $0.last == path }, exists: { files.contains($0) })
    }

    @Test func aPackageIsRemovedByItsManager() {
        #expect(copy("/usr/bin/hark", owner: "dpkg-query") == .debian)
        #expect(copy("/usr/bin/hark", owner: "rpm") == .rpm)
        #expect(copy("/opt/hark/bin/hark", owner: "pacman", files: ["/opt/hark/lib/hark"]) == .arch)
        #expect(copy("/home/linuxbrew/.linuxbrew/Cellar/hark/0.1.0/bin/hark") == .homebrew)
        #expect(copy("/nix/store/abc-hark-0.1.0/bin/hark", owner: "dpkg-query") == .nix)
    }

    @Test func whatNoManagerKnowsIsFiles() {
        #expect(
            copy("/opt/x/hark-0.1.0-linux-x86_64/bin/hark", files: ["/opt/x/hark-0.1.0-linux-x86_64/lib/hark"])
                == .folder("/opt/x/hark-0.1.0-linux-x86_64"))
        #expect(copy("/usr/local/bin/hark", files: ["/usr/local/share/man/man1/hark.1"]) == .prefix("/usr/local"))
        #expect(copy("/home/me/bin/hark") == .file("/home/me/bin/hark"))
        #expect(copy("/hark") == .file("/hark"))
        #expect(copy("/home/me/hark/.build/release/hark") == .build("/home/me/hark/.build"))
        #expect(copy("/home/me/.build-tools/bin/hark") == .file("/home/me/.build-tools/bin/hark"))
    }

    /// A prefix such as /usr/local is shared with other programs, and a clone holds somebody's work.
    @Test func whatIsSharedIsNotRemovedWhole() {
        let prefix = InstalledCopy.prefix("/usr/local").command(purges: true)
        #expect(!prefix.contains("-r") && prefix.hasPrefix("rm ") && prefix.contains("/usr/local/bin/hark"))
        // Each command has a page, which the shell finds; the prefix may have a blank.
        let blank = InstalledCopy.prefix("/opt/my tools").command(purges: false)
        #expect(blank.contains(" '/opt/my tools'/share/man/man1/hark-*.1 ") && !blank.contains("'/opt/my tools/"))
        // A tarball that was unpacked among other programs.
        let unpacked = copy("/usr/local/bin/hark", files: ["/usr/local/lib/hark", "/usr/local/share/man/man1/hark.1"])
        #expect(unpacked == .unpacked("/usr/local", only: ["lib/hark"]))
        let all = InstalledCopy(
            path: "/opt/t/bin/hark", owns: { _ in false }, exists: { !$0.hasSuffix("/lib/other") },
            isOfHark: { $0 == "/opt/t/README.md" })
        let command = all.command(purges: false)
        #expect(command.hasPrefix("rm -r /opt/t/bin/hark "))
        #expect(command.hasSuffix(" /opt/t/lib/hark /opt/t/share/doc/hark /opt/t/README.md"), "no LICENSE of others")
        // What `make install` put there has no folders of its own.
        #expect(!prefix.contains("lib/hark") && !prefix.contains("README"))
        #expect(!InstalledCopy.file("/home/me/bin/hark").command(purges: true).contains("-r"))
        #expect(InstalledCopy.debian.command(purges: false) == "sudo apt remove hark")
        #expect(InstalledCopy.debian.command(purges: true, asRoot: true) == "apt purge hark")
        #expect(InstalledCopy.rpm.command(purges: false, asRoot: true) == "dnf remove hark")
    }

    @Test func aPathIsQuotedForTheShell() {
        #expect(InstalledCopy.file("/tmp/a b; rm x/hark").command(purges: false) == "rm '/tmp/a b; rm x/hark'")
    }
}
