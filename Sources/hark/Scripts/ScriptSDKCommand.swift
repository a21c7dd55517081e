import ArgumentParser

/// `hark script sdk`: where the SDK is, for editors.
struct ScriptSDKCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sdk",
        abstract: "Print the folder of an SDK, for editors.",
        discussion: """
            Example:
              hark script sdk python
            """)

    @Argument(help: ArgumentHelp("Language.", valueName: "python|javascript"))
    var language = Language.python

    enum Language: String, ExpressibleByArgument, CaseIterable {
        case python, javascript
    }

    func run() throws {
        Report.text(try ScriptFiles.sdk() + "/\(language.rawValue)\n")
    }
}
