import ArgumentParser
import Bytes

/// Which running proxy is asked about its scripts.
struct ScriptedProxyOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Use the proxy of this session (a path) (default: the newest).", valueName: "session"),
        completion: .file())
    var proxy: String?

    func found() throws -> HeldProxy { try HeldProxy.find(proxy, answering: .scripts) }

    /// A question with words of people in it.
    static func question(_ verb: String, _ words: [String]) -> String {
        ([verb] + words.map { Base64.encode($0.utf8) }).joined(separator: " ")
    }
}
