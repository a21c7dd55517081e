import ArgumentParser
import Page
import Platform
import Store

/// `hark screen`: shows what was recorded in the whole terminal, without a proxy.
struct ScreenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Browse a session, a HAR or a log in a full-screen view.",
        discussion: """
            Keys: Enter opens an exchange, / filters, e shows its bytes, ? lists all keys, q quits. \
            'hark proxy --screen' shows live traffic.

            Examples:
              hark screen
              hark screen session.har
            """)

    @Argument(
        help: ArgumentHelp("Session name or path, HAR or log (default: the newest session).", valueName: "session"),
        completion: .file())
    var session: String?

    @Flag(name: .long, help: "Show credentials: passwords, tokens, cookies (default: hidden).")
    var showSecrets = false

    @OptionGroup var protos: ProtoOptions

    func run() async throws {
        try ScreenRun.check()
        let schema = try protos.schema()
        let source = try OpenedSource.open(session)
        Signals.hold { .stops }
        let screen = ScreenRun(showsSecrets: showSecrets, schema: schema)
        try await screen.start(source, isLive: false, openPage: nil, quit: { Signals.quit() })
        await Signals.wait()
        await screen.stop()
    }
}
