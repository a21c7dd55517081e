import ArgumentParser
import Engine
import PageAPI
import Platform
import Reactor

/// `hark page`: shows what was recorded in a browser, without a proxy.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Show a session, a HAR or a log in a browser.",
        discussion: """
            The page is served at 127.0.0.1 alone, until a signal ends it; the printed URL opens it once, within ten \
            minutes. 'hark proxy --page' shows what passes.

            Examples:
              hark page
              hark page session.har --open
              hark page --token
            """)

    @Argument(
        help: ArgumentHelp("The session by name or path, a HAR or a log; otherwise the newest.", valueName: "session"),
        completion: .file())
    var session: String?

    @Option(name: .long, help: ArgumentHelp("Where to listen; port 0 picks one.", valueName: "host:port"))
    var listen: String?

    @Flag(name: .long, help: "Open it in a browser.")
    var open = false

    @Flag(name: .long, help: "Print a token for scripts, and end.")
    var token = false

    @Flag(name: .long, help: "Make every token invalid, and end; pages that are open have to be opened anew.")
    var forget = false

    @Option(
        name: .long,
        help: ArgumentHelp("Write 'page URL' to this descriptor, then close it.", valueName: "n"))
    var readyFd: Int32?

    @OptionGroup var protos: ProtoOptions

    func validate() throws {
        if token, forget { throw ValidationError("--token and --forget: only one of them.") }
        if token || forget, session != nil || open || listen != nil {
            throw ValidationError("--token and --forget are for all sessions, and serve none.")
        }
        _ = try place()
    }

    private func place() throws -> PagePlace { try listen.map { try PagePlace($0, option: "--listen") } ?? .standard }

    func run() async throws {
        if token { return Report.text(PageAccess(secret: PageSecret.load()).makeToken() + "\n") }
        if forget {
            return Diagnostics.say(PageSecret.forget() ? "every token is invalid now." : "there is no token.")
        }
        Ready.keep(readyFd)
        let schema = try protos.schema()
        Signals.hold { .stops }
        let page = try await PageStart.start(
            try OpenedSource.open(session), at: try place(), opens: open, schema: schema)
        page.say()
        if let readyFd { try Ready.tell([], page: page.url, on: readyFd) }
        await Signals.wait()
        await page.stop()
    }
}
