import ArgumentParser
import PageAPI
import Platform
import Store

/// `hark screen`: shows what was recorded in the whole terminal, without a proxy.
struct ScreenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Show a session, a HAR or a log in the whole terminal.",
        discussion: """
            A list with a waterfall; Enter opens an exchange, / filters, e goes through its bytes, ? shows all keys, \
            q ends it. 'hark proxy --screen' shows what passes.

            Examples:
              hark screen
              hark screen session.har
            """)

    @Argument(
        help: ArgumentHelp("The session by name or path, a HAR or a log; otherwise the newest.", valueName: "session"),
        completion: .file())
    var session: String?

    @Flag(name: .long, help: "Show what proves who one is: passwords, tokens, cookies.")
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
