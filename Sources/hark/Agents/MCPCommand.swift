import ArgumentParser
import Filter
import MCP
import Page
import Platform

/// `hark mcp`: a server of the Model Context Protocol over standard input and output.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve recorded traffic to AI agents (MCP).",
        discussion: """
            Serves the Model Context Protocol on standard input and output. The agent reads the session of the \
            newest running proxy, else the newest session, while it grows. It changes nothing unless you allow it with \
            --allow. Credentials are replaced by tags.

            Examples:
              claude mcp add hark -- hark mcp
              hark mcp --session tour.har
              hark mcp --proxy 127.0.0.1:8888
              hark mcp --allow send,rules
              hark mcp --print-config cursor
            """)

    @OptionGroup var choice: SessionChoice

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read this running proxy: its session or address (default: the newest).", valueName: "name"))
    var proxy: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Allow changes: marks, send, rules, run, or all (default: read only).", valueName: "list"))
    var allow = ""

    @Flag(name: .long, help: "Show credentials to the agent (default: replaced).")
    var withSecrets = false

    @Option(
        name: .long, help: ArgumentHelp("Largest result, 4KiB to 64KiB.", valueName: "size"))
    var maxOutput = "16KiB"

    enum Client: String, ExpressibleByArgument, CaseIterable {
        case claude, codex, cursor, vscode
    }

    @Option(name: .long, help: ArgumentHelp("Print the configuration for this client and exit.", valueName: "client"))
    var printConfig: Client?

    @Flag(name: .long, help: "Print a token that opens only /mcp of the page's listener, and exit.")
    var token = false

    func validate() throws {
        _ = try budget()
        if choice.session != nil, proxy != nil {
            throw ValidationError("--session and --proxy cannot be combined")
        }
        if choice.session == "-" {
            throw ValidationError("--session - reads standard input, which the client uses; name a file")
        }
        if try permissions().contains(.marks), SessionChoice.isFleet(choice.session) {
            throw ValidationError("--allow marks: an agent does not mark flows of a database; use 'hark tag --session'")
        }
    }

    func run() async throws {
        if token { return Report.text(PageAccess(secret: PageSecret.load()).makeToken(for: .agents) + "\n") }
        if let printConfig { return Report.text(AgentConfiguration.text(for: printConfig, words: words)) }
        let permissions = try permissions()
        // A session that is not there is said now, and not at the first call.
        if try OpenedFleet.open(choice.session) == nil, choice.session != nil { _ = try choice.source() }
        let session = try proxy.map { try RunningProxyChoice.session(of: $0) } ?? choice.session
        let tools = AgentTools(session: session, permissions: permissions, showsSecrets: withSecrets)
        if withSecrets { Diagnostics.say("the agent sees credentials (--with-secrets)") }
        if !permissions.isEmpty {
            Diagnostics.say("the agent may change: \(permissions.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        await AgentServer(tools, budget: try budget(), output: AgentServer.ownOutput()).serve()
    }

    /// The options as given, for a client that starts the server.
    private var words: [String] {
        ["mcp"] + (choice.session.map { ["--session", $0] } ?? [])
            + (proxy.map { ["--proxy", $0] } ?? []) + (allow.isEmpty ? [] : ["--allow", allow])
            + (withSecrets ? ["--with-secrets"] : [])
    }

    private func permissions() throws -> Set<AgentPermission> { try AgentPermission.option(allow, "--allow") }

    private func budget() throws -> Int {
        let size = try FigureOption.size(maxOutput, of: "--max-output")
        guard (4_096...65_536).contains(size) else {
            throw ValidationError(
                "invalid value '\(maxOutput.terminalEscaped)' for --max-output (expected 4KiB to 64KiB)")
        }
        return size
    }
}
