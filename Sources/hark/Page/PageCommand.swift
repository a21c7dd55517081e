import ArgumentParser
import Engine
import Fleet
import Page
import Platform
import Reactor

/// `hark page`: shows what was recorded in a browser, without a proxy.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Open a session, a HAR or a log in a browser.",
        discussion: """
            The page is available only on this computer, until you press Ctrl-C. The printed URL works once, within \
            ten minutes. 'hark proxy --page' shows live traffic. To show it to other devices, add a password.

            Examples:
              hark page
              hark page session.har --open
              hark page --present --open
              hark page --token
              hark page --listen 0.0.0.0:8889 --page-auth password.txt --page-view
            """)

    @Argument(
        help: ArgumentHelp("Session name or path, HAR or log (default: the newest session).", valueName: "session"),
        completion: .file())
    var argument: String?

    @Option(
        name: [.short, .customLong("session")],
        help: ArgumentHelp("The same as the argument, or the database of a fleet.", valueName: "session"),
        completion: .file())
    var option: String?

    private var session: String? { argument ?? option }

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Listen here; port 0 picks a free port (default: 127.0.0.1:8889 or the next free port).",
            valueName: "host:port"))
    var listen: String?

    @OptionGroup var login: PageLoginOptions

    @OptionGroup var authority: AuthorityOptions

    @Flag(name: .long, help: "Open the page in a browser.")
    var open = false

    @Flag(name: .long, help: "Show lessons in large type, a step at a time, for a projector.")
    var present = false

    @Flag(name: .long, help: "Print a token for scripts and exit.")
    var token = false

    @Flag(name: .long, help: "Revoke all tokens and exit; open pages must be reopened.")
    var forget = false

    @Option(
        name: .long,
        help: ArgumentHelp("Write 'page URL' to this file descriptor, then close it.", valueName: "n"))
    var readyFd: Int32?

    @OptionGroup var protos: ProtoOptions

    func validate() throws {
        if argument != nil, option != nil {
            throw ValidationError("--session and the argument name two inputs; give only one")
        }
        if token, forget { throw ValidationError("--token and --forget cannot be combined") }
        if token || forget, session != nil || open || present || listen != nil {
            throw ValidationError(
                "--token and --forget apply to all sessions; leave out the session, --open, --present and --listen")
        }
        try login.validate(try place(), option: "--listen")
    }

    private func place() throws -> PagePlace { try listen.map { try PagePlace($0, option: "--listen") } ?? .standard }

    func run() async throws {
        if token { return Report.text(PageAccess(secret: PageSecret.load()).makeToken() + "\n") }
        if forget { return Diagnostics.say(PageSecret.forget() ? "all tokens are revoked" : "no token exists") }
        Ready.keep(readyFd)
        let schema = try protos.schema()
        Signals.hold { .stops }
        let source = try OpenedSource.open(session)
        let isFleet = session.map { FleetLibrary.isFleet($0) } ?? false
        let path = isFleet ? session : try SessionChoice.path(of: session)
        let page = try await PageStart.start(
            source, agents: AgentEndpoint(session: { path }, permissions: []),
            at: try PageOpening(place(), login, authority), opens: open, presents: present, schema: schema,
            views: isFleet ? nil : path.flatMap(ScriptBodyViews.init(beside:)))
        page.say()
        if let readyFd { try Ready.tell([], page: page.url, on: readyFd) }
        await Signals.wait()
        await page.stop()
    }
}
