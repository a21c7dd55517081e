import ArgumentParser

/// `hark ca`: the local certificate authority. Alone it shows it.
struct CaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Create, show, export, check the local certificate authority.",
        discussion: """
            The authority signs the certificates that Hark shows in place of servers' own, so that it can read \
            HTTPS. It is \
            made on first use, on this computer, for you alone. Its key never leaves its file.

            Example:
              hark ca show
              hark ca export --output hark-ca.pem
              hark ca trust --dry-run
            """,
        subcommands: [
            CaShowCommand.self, CaCreateCommand.self, CaExportCommand.self, CaCheckCommand.self, CaTrustCommand.self,
            CaUntrustCommand.self, CaRotateCommand.self,
        ],
        defaultSubcommand: CaShowCommand.self)
}
