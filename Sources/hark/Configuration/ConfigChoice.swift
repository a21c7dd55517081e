import ArgumentParser
import Platform

/// Which files, for the commands that look into them.
struct ConfigChoice: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Read this file in place of the usual ones.", valueName: "file"),
        completion: .file())
    var config: String?

    @Option(
        name: .long, help: ArgumentHelp("Use this profile: a table [profile.NAME].", valueName: "name"),
        completion: .custom { _, _, _ in profiles })
    var profile: String?

    @Flag(name: .long, help: "Read no file and no variable.")
    var noConfig = false

    /// The names of the files in use, for a shell.
    private static var profiles: [String] {
        // The one in use may be none of them, which is no reason to offer none.
        let variables = Environment.all.filter { $0.key != "HARK_PROFILE" }
        guard let request = try? SettingsRequest([]), let settings = try? Settings(request, variables: variables)
        else { return [] }
        // A shell would take a name with a blank for two.
        return Set(settings.readings.flatMap(\.profileNames)).filter { !$0.contains { $0.isWhitespace } }.sorted()
    }

    /// Fails with the problem and an exit code.
    func settings() throws -> Settings {
        let words =
            (config.map { ["--config", $0] } ?? []) + (profile.map { ["--profile", $0] } ?? [])
            + (noConfig ? ["--no-config"] : [])
        do {
            return try Settings(try SettingsRequest(words))
        } catch let failure as Settings.Failure {
            Diagnostics.mistake(failure.problem.text)
            throw ExitCode(failure.code)
        }
    }
}
