import ArgumentParser
import Platform
import Views

/// The commented example of a file of settings, made of the options' own words.
enum SettingsExample {
    /// The commands whose options it lists.
    private static let commands = ["proxy", "run", "flows", "stats"]

    static var text: String {
        var lines = [
            "# Settings of Hark. Remove the # in front of a line to use it.",
            "# 'hark config' shows what is in force and where it comes from; 'hark config check' finds mistakes.",
            "# A key at the top is for every command that has the option; a table is for one command.",
        ]
        var known: Set<String> = []
        for name in commands {
            guard let command = ConfiguredCommand.all.first(where: { $0.name == name }) else { continue }
            lines += ["", "[\(name)]"]
            for option in command.options where option.isSettable && known.insert(option.name).inserted {
                lines += WrappedText.lines(option.help, width: 100).map { "# \($0)" }
                lines.append("#\(option.name) = \(value(of: option))")
            }
        }
        lines += ["", "# Used with: hark --profile ci run COMMAND", "[profile.ci]", "#quiet = true"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func value(of option: CommandOption) -> String {
        let standard = SettingsReport.quoted(option.standard ?? "")
        return switch option.kind {
        case .flag: "true"
        case .value: standard
        case .list: "[\(option.standard == nil ? "" : standard)]"
        }
    }

    /// Writes it to the user's file, never over one. Fails with a sentence and an exit code.
    static func create() throws {
        guard let path = SettingsFile.userPath, let slash = path.lastIndex(of: "/") else {
            Diagnostics.say("HOME is not set, so Hark has no place for its configuration file")
            throw ExitCode(EX_CONFIG)
        }
        makeFolder(String(path[..<slash]))
        let descriptor = LockedFiles.openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = errno == EEXIST ? "it exists already" : SystemText.of(errno)
            Diagnostics.say("\(SettingsFile.name(of: path).terminalEscaped) was not created: \(reason)")
            throw ExitCode(EX_CANTCREAT)
        }
        defer { LockedFiles.closeFile(descriptor) }
        TerminalWriter(descriptor: descriptor, isResult: false).write(Array(text.utf8))
        Report.lines { $0.line(path) }
    }

    private static func makeFolder(_ path: String) {
        guard access(path, F_OK) != 0 else { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { makeFolder(String(path[..<slash])) }
        mkdir(path, 0o700)
    }
}
