import ArgumentParser
import Flow
import HTTPModel

/// Which message of a flow is shown, which part of it, and how.
struct ShowMessageOptions: ParsableArguments {
    @Flag(name: .long, help: "Show the request: head and body.")
    var request = false

    @Flag(name: .long, help: "Show the response: head and body.")
    var response = false

    @Flag(name: .long, help: "Show only heads, as received.")
    var head = false

    @Flag(name: .long, help: "Show only bodies, formatted.")
    var body = false

    @Flag(name: .long, help: "Show heads as forwarded.")
    var sent = false

    @Flag(name: .long, help: "Print the exact bytes, as transferred.")
    var raw = false

    @Flag(name: .long, help: "Print the exact bytes in hexadecimal.")
    var hex = false

    @Flag(name: .long, help: "Show credentials: passwords, tokens, cookies (default: hidden).")
    var showSecrets = false

    var isAsked: Bool { request || response || head || body || sent || raw || hex }

    /// Both, unless one is named.
    var kinds: [MessageKind] { request == response ? [.request, .response] : request ? [.request] : [.response] }
}
