/// The sections of a long help, and the options that most people use. Pure.
enum HelpSections {
    struct Section {
        let title: String
        /// Shown by `--help`.
        let common: [String]
        /// Shown only by `--help-all`.
        let others: [String]
    }

    /// An option that is in none of them is a command's own, and comes first.
    static let all = [
        Section(
            title: "Listen", common: ["--listen", "--reverse", "--allow", "--proxy-auth"],
            others: ["--preserve-host", "--ready-fd"]),
        Section(
            title: "Record", common: ["--har", "--log", "--no-store", "--keep-only"],
            others: [
                "--store", "--keep", "--keep-sessions", "--max-body-record", "--on-overload", "--log-connections",
            ]),
        Section(
            title: "Ship", common: [],
            others: [
                "--ship", "--ship-filter", "--ship-sample", "--ship-bodies", "--ship-max-body", "--ship-with-secrets",
                "--ship-insecure", "--ship-password-file", "--redact-key", "--proxy-name", "--label", "--tenant",
            ]),
        Section(
            title: "Telemetry", common: [],
            others: ["--otlp", "--otlp-signals", "--otlp-header", "--otlp-propagate", "--metrics", "--metrics-auth"]),
        Section(
            title: "Show", common: ["--show", "--quiet", "--verbose", "--messages", "--page", "--screen"],
            others: [
                "--judge", "--open", "--page-auth", "--page-view", "--mcp-allow", "--show-secrets", "--proto",
            ]),
        Section(
            title: "Change", common: ["--rule", "--rules", "--script", "--set", "--set-request-header"],
            others: [
                "--add-request-header", "--remove-request-header", "--set-response-header", "--add-response-header",
                "--remove-response-header", "--via", "--forwarded", "--seed", "--max-body-change", "--hold-timeout",
                "--script-timeout", "--script-failure",
            ]),
        Section(
            title: "TLS", common: ["--tunnel-host", "--insecure-upstream"],
            others: [
                "--tls", "--upstream-ca", "--upstream-ca-only", "--upstream-crl", "--client-cert", "--tls-min",
                "--ca-dir",
            ]),
        Section(
            title: "Upstream", common: ["--upstream-proxy"],
            others: [
                "--upstream-proxy-auth", "--upstream-proxy-except", "--pac", "--resolve", "--http1", "--upstream-http2",
            ]),
        Section(
            title: "Limits", common: [], others: ["--timeout", "--strict", "--shards", "--dispatch-sources"]),
        Section(title: "Help", common: [], others: ["--help", "--version"]),
    ]

    /// The place of an option; nil for one that is a command's own.
    static func place(of option: String) -> (section: Int, place: Int, isCommon: Bool)? {
        for (index, section) in all.enumerated() {
            if let place = section.common.firstIndex(of: option) { return (index, place, true) }
            if let place = section.others.firstIndex(of: option) {
                return (index, section.common.count + place, false)
            }
        }
        return nil
    }
}
