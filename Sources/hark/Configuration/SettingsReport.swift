import ArgumentParser
import Bytes
import Filter
import Platform

/// Settings as `hark config` prints them: TOML whose lines end in their origin, values, or JSON.
struct SettingsReport {
    private let settings: [Setting]
    private let options: [CommandOption]
    private let key: String?
    private let isJSON: Bool

    /// Fails with a sentence and an exit code.
    init(_ all: Settings, command name: String, key: String?, hasDefaults: Bool, isJSON: Bool) throws {
        let wanted = name.replacing(" ", with: ".")
        guard let command = ConfiguredCommand.all.first(where: { $0.name == wanted }) else {
            let nearest = NearestName.find(wanted.lowercased(), among: ConfiguredCommand.all.map(\.name))
            throw UsageFailure.said(
                "invalid value '\(name.terminalEscaped)' for --for (expected a command)"
                    + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
        }
        options = command.options.filter(\.isSettable)
        var found: [Setting]
        do throws(Settings.Failure) {
            found = try all.settings(of: command)
        } catch {
            Diagnostics.mistake(error.problem.text)
            throw ExitCode(error.code)
        }
        if hasDefaults {
            let known = Dictionary(found.map { ($0.option.name, $0) }, uniquingKeysWith: { first, _ in first })
            found = options.compactMap { option in
                known[option.name] ?? Self.standard(option)
            }
        }
        (settings, self.key, self.isJSON) = (found, key, isJSON)
    }

    private static func standard(_ option: CommandOption) -> Setting? {
        if option.kind == .flag { return Setting(option: option, values: ["false"], origin: .standard) }
        return option.standard.map { Setting(option: option, values: [$0], origin: .standard) }
    }

    func write() throws {
        if let key { return try write(key) }
        if isJSON { return Report.json { Self.write(settings, to: &$0) } }
        Report.lines { out in
            for setting in settings { out.line("\(Self.toml(setting))  # \(setting.origin.text)") }
        }
    }

    private func write(_ key: String) throws {
        guard options.contains(where: { $0.name == key }) else {
            let nearest = NearestName.find(key.lowercased(), among: options.map(\.name))
            throw UsageFailure.said(
                "unknown key '\(key.terminalEscaped)'" + (nearest.map { " (did you mean '\($0)'?)" } ?? ""))
        }
        guard let setting = settings.first(where: { $0.option.name == key }) else { throw UsageFailure.notFound }
        if isJSON { return Report.json { Self.write([setting], to: &$0) } }
        Report.lines { out in
            for value in setting.values { out.line(value) }
        }
    }

    static func toml(_ setting: Setting) -> String {
        let values = setting.values.map(quoted)
        return switch setting.option.kind {
        case .flag: "\(setting.option.name) = \(setting.values.first ?? "false")"
        case .value: "\(setting.option.name) = \(values.first ?? "\"\"")"
        case .list: "\(setting.option.name) = [\(values.joined(separator: ", "))]"
        }
    }

    /// A basic string of TOML, which escapes as JSON does.
    static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func write(_ settings: [Setting], to writer: inout JSONWriter) {
        writer.beginArray()
        for setting in settings {
            writer.beginObject()
            writer.member("key", setting.option.name)
            writer.key("value")
            switch setting.option.kind {
            case .flag: writer.boolean(setting.values == ["true"])
            case .value: writer.string(setting.values.first ?? "")
            case .list:
                writer.beginArray()
                for value in setting.values { writer.string(value) }
                writer.endArray()
            }
            writer.member("origin", setting.origin.word)
            writer.key("file")
            if case .file(let name, let line, _, _) = setting.origin {
                writer.string(name)
                writer.member("line", line)
            } else {
                writer.null()
                writer.key("line")
                writer.null()
            }
            writer.endObject()
        }
        writer.endArray()
    }

    // MARK: Checking

    /// Says every problem of a file, or of those in use.
    static func check(_ file: String?) throws {
        let settings: Settings
        do {
            settings = try Settings(try SettingsRequest(file.map { ["--config", $0] } ?? []))
        } catch let failure as Settings.Failure {
            Diagnostics.mistake(failure.problem.text)
            throw ExitCode(failure.code)
        }
        // Of a file with mistakes of form the values are looked at, too; a place is told once.
        let values = SettingsValues(settings).problems
        let problems =
            settings.problems
            + values.filter { value in
                !settings.problems.contains { $0.place != nil && $0.place?.line == value.place?.line }
            }
        for problem in problems { Diagnostics.mistake(problem.text) }
        for variable in settings.unknownVariables {
            Diagnostics.say("the variable \(variable.terminalEscaped) sets no option")
        }
        guard problems.isEmpty else { throw ExitCode(EX_CONFIG) }
        let names = settings.readings.map(\.file.name)
        Report.lines { out in
            out.line(
                names.isEmpty ? "There is no configuration file." : "\(names.joined(separator: ", ")): no problems.")
        }
    }
}
