import Authority

/// How a copy of Hark came to be where it is, and therefore what removes it. A value; the questions to the system are
/// passed in.
enum InstalledCopy: Equatable {
    case debian, rpm, arch, homebrew, nix
    /// The folder of a tarball, with nothing else in it.
    case folder(String)
    /// A build in a clone, and run from there.
    case build(String)
    /// The prefix of `make install`.
    case prefix(String)
    /// The prefix among whose other programs a tarball was unpacked, and what only a tarball has there.
    case unpacked(String, only: [String])
    case file(String)

    /// - Parameters:
    ///   - path: of the program, absolute and without symbolic links.
    ///   - owns: whether the package manager that this command asks owns the path: `dpkg-query -S PATH` and the like.
    ///   - exists: whether there is such a file.
    ///   - isOfHark: whether a file of a name that others have, too, is Hark's.
    init(
        path: String, owns: ([String]) -> Bool, exists: (String) -> Bool, isOfHark: (String) -> Bool = { _ in false }
    ) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        func ancestor(_ levels: Int) -> String { parts.dropLast(levels).joined(separator: "/") }
        let isInBin = parts.dropLast().last == "bin"
        if path.hasPrefix("/nix/store/") {
            self = .nix
        } else if parts.contains("Cellar") {
            self = .homebrew
        } else if let build = parts.firstIndex(of: ".build") {
            self = .build(parts[...build].joined(separator: "/"))
        } else if owns(["dpkg-query", "-S", path]) {
            self = .debian
        } else if owns(["rpm", "-qf", path]) {
            self = .rpm
        } else if owns(["pacman", "-Qo", path]) {
            self = .arch
        } else if isInBin, exists(ancestor(2) + "/lib/hark"), parts.dropLast(2).last?.hasPrefix("hark-") == true {
            self = .folder(ancestor(2))
        } else if isInBin, exists(ancestor(2) + "/share/man/man1/hark.1") {
            let prefix = ancestor(2)
            let own = ["lib/hark", "share/doc/hark"].filter { exists("\(prefix)/\($0)") }
            let shared = own.isEmpty ? [] : ["README.md", "LICENSE"].filter { isOfHark("\(prefix)/\($0)") }
            self = own.isEmpty ? .prefix(prefix) : .unpacked(prefix, only: own + shared)
        } else {
            self = .file(path)
        }
    }

    /// What a person runs to remove it.
    ///
    /// - Parameters:
    ///   - purges: what Hark kept goes, too, as far as a package manager can remove it.
    ///   - asRoot: a bare system has no sudo, and root needs none.
    func command(purges: Bool, asRoot: Bool = false) -> String {
        let sudo = asRoot ? "" : "sudo "
        return switch self {
        case .debian: sudo + (purges ? "apt purge hark" : "apt remove hark")
        case .rpm: sudo + "dnf remove hark"
        case .arch: sudo + "pacman -R hark-bin"
        case .homebrew: "brew uninstall hark"
        case .nix: "nix profile remove hark"
        case .folder(let folder), .build(let folder): "rm -r \(ShellText.quoted(folder))"
        case .prefix(let prefix): "rm " + Self.paths(Self.installed, under: prefix)
        case .unpacked(let prefix, let only): "rm -r " + Self.paths(Self.installed + only, under: prefix)
        case .file(let path): "rm \(ShellText.quoted(path))"
        }
    }

    /// What each installation under a prefix has.
    private static let installed = [
        "bin/hark", "share/man/man1/hark.1", "share/man/man1/hark-*.1", "share/man/man5/hark-*.5",
        "share/man/man7/hark-*.7", "share/bash-completion/completions/hark", "share/zsh/site-functions/_hark",
        "share/fish/vendor_completions.d/hark.fish",
    ]

    private static func paths(_ paths: [String], under prefix: String) -> String {
        paths.map { ShellText.quoted(prefix) + "/" + $0 }.joined(separator: " ")
    }
}
