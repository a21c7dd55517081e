import Authority

/// How a copy of Hark came to be where it is, and therefore what removes it. A value; the questions to the system are
/// passed in.
enum InstalledCopy: Equatable {
    case debian, rpm, arch, homebrew, nix
    /// The folder of a tarball.
    case folder(String)
    /// Built in a clone, and run from there.
    case clone(String)
    /// The prefix of `make install`.
    case prefix(String)
    case file(String)

    /// - Parameters:
    ///   - path: of the program, absolute and without symbolic links.
    ///   - owns: whether the package manager that this command asks owns the path: `dpkg-query -S PATH` and the like.
    ///   - exists: whether there is such a file.
    init(path: String, owns: ([String]) -> Bool, exists: (String) -> Bool) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        func ancestor(_ levels: Int) -> String { parts.dropLast(levels).joined(separator: "/") }
        if path.hasPrefix("/nix/store/") {
            self = .nix
        } else if parts.contains("Cellar") {
            self = .homebrew
        } else if let build = parts.firstIndex(where: { $0 == ".build" || $0.hasPrefix(".build-") }) {
            self = .clone(parts[..<build].joined(separator: "/"))
        } else if owns(["dpkg-query", "-S", path]) {
            self = .debian
        } else if owns(["rpm", "-qf", path]) {
            self = .rpm
        } else if owns(["pacman", "-Qo", path]) {
            self = .arch
        } else if parts.dropLast().last == "bin", exists(ancestor(2) + "/lib/hark") {
            self = .folder(ancestor(2))
        } else if parts.dropLast().last == "bin", exists(ancestor(2) + "/share/man/man1/hark.1") {
            self = .prefix(ancestor(2))
        } else {
            self = .file(path)
        }
    }

    /// What a person runs to remove it.
    var command: String {
        switch self {
        case .debian: "sudo apt purge hark"
        case .rpm: "sudo dnf remove hark"
        case .arch: "sudo pacman -R hark-bin"
        case .homebrew: "brew uninstall hark"
        case .nix: "nix profile remove hark"
        case .folder(let folder): "rm -r \(ShellText.quoted(folder))"
        case .clone(let folder): "rm -r \(ShellText.quoted(folder + "/.build"))"
        case .prefix(let prefix):
            "rm "
                + [
                    "bin/hark", "share/man/man1/hark.1", "share/bash-completion/completions/hark",
                    "share/zsh/site-functions/_hark", "share/fish/vendor_completions.d/hark.fish",
                ].map { ShellText.quoted("\(prefix)/\($0)") }.joined(separator: " ")
        case .file(let path): "rm \(ShellText.quoted(path))"
        }
    }
}
