import ArgumentParser
import Engine

/// The options about versions of HTTP.
struct VersionOptions: ParsableArguments {
    @Flag(name: .customLong("http1"), help: "Speak HTTP/1 alone: neither clients nor servers are offered HTTP/2.")
    var onlyHTTP1 = false

    @Flag(
        name: .customLong("upstream-http2"),
        help: "Speak HTTP/2 with servers whatever clients speak; without TLS by prior knowledge.")
    var upstreamHTTP2 = false

    func validate() throws {
        if onlyHTTP1, upstreamHTTP2 {
            throw ValidationError("--http1 and --upstream-http2 contradict each other.")
        }
    }

    func apply(to configuration: inout ProxyConfiguration) {
        configuration.speaksHTTP2 = !onlyHTTP1
        configuration.upstreamHTTP2 = upstreamHTTP2
    }
}
