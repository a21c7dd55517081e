import ArgumentParser

/// `hark ca`: the local certificate authority. Alone it shows it.
struct CaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Manage Hark's CA: create, show, export, trust, check.",
        discussion: """
            Hark decrypts HTTPS with certificates that its own CA signs. The CA is created on this computer on first \
            use, only for you. The CA's key never leaves its file.

            Examples:
              hark ca show
              hark ca export > hark-ca.pem
              hark ca trust
            """,
        subcommands: [
            CaShowCommand.self, CaCreateCommand.self, CaExportCommand.self, CaCheckCommand.self, CaTrustCommand.self,
            CaUntrustCommand.self, CaRotateCommand.self,
        ],
        defaultSubcommand: CaShowCommand.self)
}
