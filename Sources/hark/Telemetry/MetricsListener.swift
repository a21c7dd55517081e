import ArgumentParser
import Bytes
import Engine
import Flow
import Platform
import Reactor

/// The listener of `--metrics`. Started once, stopped once.
struct MetricsListener: Sendable {
    private let server: ProxyServer

    var addresses: [SocketAddress] { server.addresses }

    /// Serves; fails with a sentence and an exit code.
    ///
    /// - Parameter tokenFile: has the token that is asked for; nil: none is.
    static func start(
        at place: HostPort, tokenFile: String?, _ access: AccessOptions, _ metrics: MetricsSink
    ) async throws -> MetricsListener {
        let token = try tokenFile.map { try Self.token($0) }
        let isLocal = AccessOptions.isLocal(place)
        guard isLocal || token != nil || !access.allow.isEmpty else {
            Diagnostics.say(
                "--metrics \(place) can be reached by other computers; require a token (--metrics-auth FILE), or name "
                    + "who may ask (--allow)")
            throw ExitCode(EX_USAGE)
        }
        var configuration = ProxyConfiguration()
        let policy = ForwardingPolicy(
            mode: .reverse(Destination(host: Bytes(MetricsSite.host), port: 80), preserveHost: true))
        configuration.listeners = [
            ListenerSpec(place, policy: policy, access: AccessPolicy(allowed: access.allow))
        ]
        configuration.shards = 1
        do throws(ProxyServer.StartError) {
            let server = try await ProxyServer.start(
                configuration, events: nil,
                sites: [MetricsSite.host: MetricsSite(text: { metrics.text }, token: token)],
                diagnostics: Diagnostics.say)
            return MetricsListener(server: server)
        } catch {
            Diagnostics.say("--metrics: \(error)")
            throw ExitCode(EX_UNAVAILABLE)
        }
    }

    func stop() async { await server.stop() }

    private static func token(_ path: String) throws -> Bytes {
        guard let content = (try? RuleFiles.content(path, limit: 4_096)).flatMap({ $0 }) else {
            Diagnostics.say("--metrics-auth \(path.terminalEscaped) cannot be read")
            throw ExitCode(EX_NOINPUT)
        }
        if let warning = KeptFile(path).warning(holding: "the token of --metrics") { Diagnostics.say(warning) }
        let line = Bytes(Array(content.prefix { $0 != 0x0A && $0 != 0x0D })).trimmed
        guard line.count >= 8, line.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) else {
            Diagnostics.say(
                "--metrics-auth \(path.terminalEscaped): the first line is not a token (8 or more printable characters)"
            )
            throw ExitCode(EX_CONFIG)
        }
        return line
    }
}
