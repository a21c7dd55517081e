import ArgumentParser
import Platform

/// Which files, for the commands that look into them.
struct ConfigChoice: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Read this file in place of the usual ones.", valueName: "file"),
        completion: .file())
    var config: String?

    @Option(name: .long, help: ArgumentHelp("Use this profile: a table [profile.NAME].", valueName: "name"))
    var profile: String?

    @Flag(name: .long, help: "Read no file and no variable.")
    var noConfig = false

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
