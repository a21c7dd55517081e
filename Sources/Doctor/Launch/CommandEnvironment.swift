import Platform

/// The environment in which `hark run` starts its command: Hark's own, with the variables by which programs find their
/// proxy and whom they trust. A value; what is not set here stays as it came, byte for byte.
package struct CommandEnvironment: Sendable {
    /// `NAME=VALUE` each.
    package private(set) var entries: [[UInt8]]

    /// Programs differ in the case they read. (Servers that run CGI programs set `HTTP_PROXY` from a request's `Proxy`
    /// field, which is why some programs read it in lower case alone; a command that a person starts is no such
    /// program.)
    private static let proxyNames = [
        "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy",
    ]
    private static let exceptionNames = ["NO_PROXY", "no_proxy"]
    /// Each names a PEM file of trusted roots: OpenSSL, Go, Ruby and many more; curl; Python's requests; Node; git;
    /// pip; the AWS tools; cargo; Deno; gRPC; Python's httplib2; Google's tools; Perl's LWP; Bundler; Nix; Composer;
    /// Hex.
    private static let bundleNames = [
        "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO", "PIP_CERT",
        "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "DENO_CERT", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", "HTTPLIB2_CA_CERTS",
        "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE", "PERL_LWP_SSL_CA_FILE", "BUNDLE_SSL_CA_CERT", "NIX_SSL_CERT_FILE",
        "COMPOSER_CAFILE", "HEX_CACERTS_PATH",
    ]
    private static let javaName = "JAVA_TOOL_OPTIONS"

    package static func current() -> CommandEnvironment {
        var entries: [[UInt8]] = []
        var next = environ
        while let entry = next.pointee {
            entries.append([UInt8](UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
            next += 1
        }
        return CommandEnvironment(entries: entries)
    }

    /// As the system's own calls see it: the first of several.
    package func value(_ name: String) -> String? {
        let start = Array("\(name)=".utf8)
        return entries.first { $0.starts(with: start) }.map {
            String(decoding: $0.dropFirst(start.count), as: UTF8.self)
        }
    }

    package mutating func set(_ name: String, _ value: String) {
        let start = Array("\(name)=".utf8)
        entries.removeAll { $0.starts(with: start) }
        entries.append(start + Array(value.utf8))
    }

    /// The proxies that programs would have used without Hark, by the names of their variables.
    package var formerProxies: [String] {
        Self.proxyNames.filter { !(value($0) ?? "").isEmpty }
    }

    /// The files of additional roots that the user's programs trust already, each once.
    var formerBundles: [String] {
        var paths: [String] = []
        for name in Self.bundleNames {
            if let path = value(name), !path.isEmpty, !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    mutating func useProxy(_ proxy: ProxyAddress) {
        for name in Self.proxyNames { set(name, proxy.url) }
        // localhost too is to be seen, so nothing is left out.
        for name in Self.exceptionNames { set(name, "") }
        // Node reads the variables above only when told so (from version 24 on; 22.21 too); see NodePreload for the
        // others.
        set("NODE_USE_ENV_PROXY", "1")
        set("HARK_PROXY", proxy.url)
        addJavaOptions([
            "-Dhttp.proxyHost=\(proxy.host)", "-Dhttp.proxyPort=\(proxy.port)", "-Dhttps.proxyHost=\(proxy.host)",
            "-Dhttps.proxyPort=\(proxy.port)",
            // Without a value, Java goes to localhost directly.
            "-Dhttp.nonProxyHosts=",
        ])
    }

    package mutating func trust(_ files: TrustFiles) {
        for name in Self.bundleNames { set(name, files.bundle) }
        addJavaOptions([
            "-Djavax.net.ssl.trustStore=\(files.javaStore)", "-Djavax.net.ssl.trustStoreType=PKCS12",
            "-Djavax.net.ssl.trustStorePassword=\(TrustFiles.javaPassword)",
        ])
    }

    /// Puts `text` before what the variable says, and `separator` between.
    mutating func prepend(_ text: String, to name: String, separator: String) {
        let start = Array("\(name)=".utf8)
        let former = entries.first { $0.starts(with: start) }.map { $0.dropFirst(start.count) } ?? []
        entries.removeAll { $0.starts(with: start) }
        entries.append(start + Array(text.utf8) + (former.isEmpty ? [] : Array(separator.utf8) + former))
    }

    /// After those that are there, as of two settings of a property the later counts.
    private mutating func addJavaOptions(_ options: [String]) {
        let former = value(Self.javaName).map { $0.isEmpty ? [] : [$0] } ?? []
        // The JVM splits the variable at white space outside quotes.
        let quoted = options.map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
        set(Self.javaName, (former + quoted).joined(separator: " "))
    }
}
