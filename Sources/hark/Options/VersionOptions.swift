import ArgumentParser
import Engine

/// The options about versions of HTTP.
struct VersionOptions: ParsableArguments {
    @Flag(name: .customLong("http1"), help: "Disable HTTP/2 on both sides.")
    var onlyHTTP1 = false

    @Flag(
        name: .customLong("upstream-http2"),
        help: "Use HTTP/2 with servers even for HTTP/1 clients; without TLS by prior knowledge.")
    var upstreamHTTP2 = false

    func validate() throws {
        if onlyHTTP1, upstreamHTTP2 {
            throw ValidationError("--http1 and --upstream-http2 cannot be combined")
        }
    }

    func apply(to configuration: inout ProxyConfiguration) {
        configuration.speaksHTTP2 = !onlyHTTP1
        configuration.upstreamHTTP2 = upstreamHTTP2
    }
}
