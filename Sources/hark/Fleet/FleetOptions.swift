import ArgumentParser

/// How a command gets to a fleet's database: options that several share.
struct FleetOptions: ParsableArguments {
    @Flag(name: .long, help: "Permit a connection to another machine that does not verify the server.")
    var insecure = false

    @Option(
        name: .long,
        help: ArgumentHelp("Read the database password from this file (its first line).", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    var connector: FleetConnector { FleetConnector(isInsecure: insecure, passwordFile: passwordFile) }
}
