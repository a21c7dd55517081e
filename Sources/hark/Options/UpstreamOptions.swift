import ArgumentParser
import Bytes
import Flow
import Platform

/// Which proxy servers are asked through.
struct UpstreamOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Use this upstream proxy; http://, https:// or socks5://HOST:PORT.", valueName: "url"))
    var upstreamProxy: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Choose the upstream proxy with this PAC script; needs Node.js.", valueName: "file"), completion: .file())
    var pac: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Log in to the upstream proxy with USER:PASSWORD, the first line of this file or the value of "
                + "HARK_UPSTREAM_PROXY_AUTH.",
            valueName: "file"), completion: .file())
    var upstreamProxyAuth: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Hosts that bypass the upstream proxy, as in NO_PROXY: names with subdomains, addresses, ranges, *. "
                + "Repeatable.",
            valueName: "list"))
    var upstreamProxyExcept: [String] = []

    /// The variable that has USER:PASSWORD.
    static let variable = "HARK_UPSTREAM_PROXY_AUTH"

    func validate() throws {
        _ = try proxy()
        _ = try exceptions()
        if upstreamProxyAuth == "" { throw ValidationError("--upstream-proxy-auth needs a file name") }
        if pac == "" { throw ValidationError("--pac needs a file name") }
        if pac != nil, upstreamProxy != nil {
            throw ValidationError("--pac and --upstream-proxy cannot be combined")
        }
        for (flag, isGiven) in [
            ("--upstream-proxy-auth", upstreamProxyAuth != nil),
            ("--upstream-proxy-except", !upstreamProxyExcept.isEmpty),
        ] where isGiven && upstreamProxy == nil && pac == nil {
            throw ValidationError("\(flag) needs --upstream-proxy or --pac")
        }
    }

    /// Reads the files, and starts what runs the script. Fails with a sentence and an exit code.
    func way() throws -> UpstreamWay {
        if let pac {
            return UpstreamWay(
                by: try ProxyScriptFile(path: pac).start(), showing: try credentials(nil), except: try exceptions())
        }
        guard let proxy = try proxy() else { return .straight }
        return UpstreamWay(try proxy.showing(credentials(proxy.credentials)), except: try exceptions())
    }

    private func proxy() throws -> UpstreamProxy? {
        guard let upstreamProxy else { return nil }
        do throws(UpstreamProxy.Mistake) {
            return try UpstreamProxy(url: upstreamProxy)
        } catch {
            // The URL itself may have a password in it.
            throw ValidationError("--upstream-proxy: \(error.text)")
        }
    }

    private func credentials(_ written: ShownCredentials?) throws -> ShownCredentials? {
        if let path = upstreamProxyAuth {
            let file = try CredentialsFile.read(path, flag: "--upstream-proxy-auth")
            return ShownCredentials(Bytes(file))
        }
        if let text = Environment.value(Self.variable), !text.isEmpty {
            guard let credentials = ShownCredentials(Bytes(text)), text.contains(":") else {
                Diagnostics.say("invalid value of \(Self.variable) (expected USER:PASSWORD)")
                throw ExitCode(EX_CONFIG)
            }
            return credentials
        }
        if written != nil {
            Diagnostics.say(
                "warning: other users can see the password in --upstream-proxy in the process list; use "
                    + "--upstream-proxy-auth FILE or \(Self.variable)")
        }
        return written
    }

    private func exceptions() throws -> [ProxyException] {
        try upstreamProxyExcept.flatMap { list in
            try list.split(whereSeparator: { $0 == "," || $0 == " " }).map { word in
                guard let exception = ProxyException(String(word)) else {
                    throw ValidationError(
                        "--upstream-proxy-except '\(String(word).terminalEscaped)' is not valid (expected a host name, "
                            + "an address, a range such as 10.0.0.0/8, or *)")
                }
                return exception
            }
        }
    }
}
