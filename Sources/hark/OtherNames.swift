/// What other tools call the options of Hark: curl, mitmproxy, ripgrep, tail and their like. Pure.
enum OtherNames {
    /// The option of Hark, as it is written, for one of another tool.
    private static let table: [(names: [String], ours: String)] = [
        (
            ["-p", "--port", "--listen-port", "--listen-host", "--host", "-l", "--bind", "--address"],
            "--listen HOST:PORT"
        ),
        (["-k", "--insecure", "--ssl-insecure", "--no-verify", "--no-check-certificate"], "--insecure-upstream"),
        (["--cacert", "--ca-bundle", "--ssl-verify-upstream-trusted-ca"], "--upstream-ca FILE"),
        (["-E", "--cert", "--client-certs"], "--client-cert HOST=FILE"),
        (["-H", "--header", "--modify-headers", "--add-header"], "--set-request-header 'NAME: VALUE'"),
        (["-x", "--proxy", "--upstream", "--via-proxy"], "--upstream-proxy URL"),
        (["-v", "--debug"], "--verbose"),
        // mitmproxy's, where scripts run; elsewhere curl's.
        (["-s", "--scripts"], "--script FILE"),
        (["-q", "--silent", "-s"], "--quiet"),
        (["-f", "--tail"], "--follow"),
        (["-n", "--lines", "--max-count", "--head"], "--limit N"),
        (["-w", "--write", "--save-stream-file", "--hardump", "--output-har"], "--har FILE"),
        (["-r", "--read", "--rfile", "--file", "-i", "--input", "--db"], "--session FILE"),
        (["--out", "--output-file"], "--output FILE"),
        (["--filter", "--view-filter", "--grep"], "--show FILTER"),
        (["--ignore-hosts", "--passthrough"], "--tunnel-host HOST"),
        (["--no-http2", "--http1.1", "--http1-only"], "--http1"),
        (["--block", "--block-list", "--blocklist"], "--rule 'when host = HOST do block'"),
        (["--map-local", "--mock"], "--rule 'when path = /PATH do map-file FILE'"),
        (["--map-remote", "--rewrite"], "--rule 'when host = HOST do map-to URL'"),
        (["--delay", "--latency"], "--rule 'when host = HOST do delay response 300ms'"),
        (["--intercept", "--breakpoint"], "--rule 'when host = HOST do break request'"),
        (["--proxyauth", "--auth", "-u", "--user"], "--proxy-auth FILE"),
        (["--mode", "--target"], "--reverse URL"),
        (["--web", "--ui", "--gui", "--web-port"], "--page"),
        (["--tui", "--console"], "--screen"),
        (["-y", "--yes", "--assume-yes"], "--force"),
    ]

    /// - Parameter options: those that the command has.
    static func hint(for option: String, among options: [String]) -> String? {
        table.first { row in
            row.names.contains(option) && options.contains { row.ours == $0 || row.ours.hasPrefix($0 + " ") }
        }?.ours
    }
}
