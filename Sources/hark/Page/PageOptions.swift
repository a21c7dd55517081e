import ArgumentParser
import Engine
import MCP
import Page
import Platform
import Reactor

/// Whether a page is served, and where.
struct PageOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Serve a web page with all flows. Without a value: 127.0.0.1:8889, or the next free port.",
            valueName: "host:port"))
    var page: String?

    @OptionGroup var login: PageLoginOptions

    @Flag(name: .long, help: "Open the page in a browser (with --page).")
    var open = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Allow agents changes over the page's /mcp: marks, send, rules, run, or all (default: read only).",
            valueName: "list"))
    var mcpAllow: String?

    func validate() throws {
        try login.validate(try place(), option: "--page")
        _ = try permissions()
        if mcpAllow != nil, page == nil { throw ValidationError("--mcp-allow needs --page") }
        if open, page == nil { throw ValidationError("--open needs --page") }
    }

    func permissions() throws -> Set<AgentPermission> {
        try AgentPermission.option(mcpAllow ?? "", "--mcp-allow")
    }

    /// nil: no page.
    func place() throws -> PagePlace? { try page.map { try PagePlace($0) } }
}

/// Where the page listens.
struct PagePlace: Equatable {
    let host: HostPort
    /// Another port will do when this one is taken.
    let mayMove: Bool

    /// What stands for `--page` without a place.
    static let usual = "usual"
    static let standard = PagePlace(HostPort(host: "127.0.0.1", port: 8889), mayMove: true)

    private init(_ host: HostPort, mayMove: Bool) {
        self.host = host
        self.mayMove = mayMove
    }

    /// - Parameter option: of which it is the value.
    init(_ text: String, option: String = "--page") throws {
        if text == Self.usual {
            self = .standard
            return
        }
        let isWithoutPort = HostPort(text) == nil && Resolver.literal(text, port: 0) != nil
        guard let host = isWithoutPort ? HostPort(host: text, port: Self.standard.host.port) : HostPort(text) else {
            throw ValidationError(
                "\(option) '\(text.terminalEscaped)' is not an address (expected HOST:PORT, such as 127.0.0.1:8889)")
        }
        self.init(host, mayMove: isWithoutPort)
        guard address != nil else {
            throw ValidationError(
                "\(option) '\(text.terminalEscaped)' is not an address of this computer (expected 127.0.0.1, 0.0.0.0 "
                    + "or another IP address)")
        }
    }

    /// Nothing but this computer reaches it.
    var isLocal: Bool { address?.isLoopback == true }

    /// nil for a name that is not this machine's.
    var address: SocketAddress? {
        if let literal = Resolver.literal(host.host, port: host.port) { return literal }
        return host.host.lowercased() == "localhost" ? .loopback4(port: host.port) : nil
    }

    /// The words of a command line in which `--page` may stand alone, as no option of the parser's may.
    static func completed(_ words: [String]) -> [String] {
        OptionalValue.completed(words, "--page", usual: usual, isValue: OptionalValue.isPlace)
    }
}

/// Who opens the page from another device: by a password, and to do what.
struct PageLoginOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Open the page to other devices by a password, the first line of this file.", valueName: "file"),
        completion: .file())
    var pageAuth: String?

    @Flag(name: .long, help: "Limit other devices to looking (with --page-auth).")
    var pageView = false

    func validate() throws {
        if pageAuth == "" { throw ValidationError("--page-auth needs a file name") }
        if pageView, pageAuth == nil { throw ValidationError("--page-view needs --page-auth FILE") }
    }

    /// Without a password no other device may reach the page.
    func validate(_ place: PagePlace?, option: String) throws {
        guard let place else {
            if pageAuth != nil { throw ValidationError("--page-auth needs \(option)=HOST:PORT") }
            return
        }
        guard pageAuth == nil, !place.isLocal else { return }
        throw ValidationError(
            "\(option)=\(place.host): other computers could read all flows (expected also --page-auth FILE with a "
                + "password, or 127.0.0.1)")
    }

    /// Reads the file; nil: nobody is let in by a password. Fails with a sentence and an exit code.
    func guests() throws -> PageGuests? {
        guard let pageAuth else { return nil }
        let path = pageAuth.terminalEscaped
        let file = LockedFiles.openFile(pageAuth, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            Diagnostics.say("--page-auth \(path) cannot be read: \(String(cString: strerror(errno)))")
            throw ExitCode(EX_NOINPUT)
        }
        defer { LockedFiles.closeFile(file) }
        if let warning = KeptFile(pageAuth).warning(holding: "the page's password") { Diagnostics.say(warning) }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = max(0, buffer.withUnsafeMutableBytes { SystemCall.read(file, $0.baseAddress, $0.count) })
        let line = Array(buffer[..<count].prefix { $0 != 0x0A && $0 != 0x0D })
        guard line.count >= PageGuests.leastPassword, line.count < buffer.count,
            String(validating: line, as: UTF8.self) != nil
        else {
            Diagnostics.say(
                "--page-auth \(path): invalid first line (expected a password of at least "
                    + "\(PageGuests.leastPassword) characters)")
            throw ExitCode(EX_CONFIG)
        }
        return PageGuests(password: line, isViewOnly: pageView)
    }
}
