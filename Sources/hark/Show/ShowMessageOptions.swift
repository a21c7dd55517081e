import ArgumentParser
import Flow
import HTTPModel

/// Which message of a flow is shown, which part of it, and how.
struct ShowMessageOptions: ParsableArguments {
    @Flag(name: .long, help: "The request: its head and its body.")
    var request = false

    @Flag(name: .long, help: "The response: its head and its body.")
    var response = false

    @Flag(name: .long, help: "Heads alone, as they came.")
    var head = false

    @Flag(name: .long, help: "Bodies alone, laid out.")
    var body = false

    @Flag(name: .long, help: "Heads as they went on.")
    var sent = false

    @Flag(name: .long, help: "The exact bytes, as they were transferred.")
    var raw = false

    @Flag(name: .long, help: "The exact bytes in hexadecimal.")
    var hex = false

    @Flag(name: .long, help: "Show what proves who one is: passwords, tokens, cookies.")
    var showSecrets = false

    var isAsked: Bool { request || response || head || body || sent || raw || hex }

    /// Both, unless one is named.
    var kinds: [MessageKind] { request == response ? [.request, .response] : request ? [.request] : [.response] }
}
