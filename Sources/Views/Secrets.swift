import Bytes
import Formats

/// What proves who one is, as lines may show it: names and schemes, never the proof. Lines end up in the logs of build
/// servers and on shared screens; the record keeps all.
package struct Secrets: Sendable {
    /// Whoever looks at the lines wants them whole.
    let areShown: Bool

    /// A line of a head, as these lines show it.
    func line(_ line: Bytes) -> Bytes { areShown ? line : Self.redacted(line) }

    /// A URL, as these lines show it.
    func url(_ url: Bytes) -> Bytes { areShown ? url : Self.redacted(url: url) }

    /// The beginning of a content, as these lines show it.
    func content(_ content: Bytes) -> Bytes { areShown ? content : Self.redacted(content: content) }

    /// A content, or as much of it as is shown.
    static func redacted(content: Bytes) -> Bytes {
        content.hiding(SecretFinder.secrets(inContent: content, type: Bytes()))
    }

    /// A field line, or a user's rule that holds one (`--set-request-header 'N: V'`).
    static func redacted(_ line: Bytes) -> Bytes { line.hiding(SecretFinder.secrets(inLine: line)) }

    /// A URL, whole or a reference, without the password it may hold, and without the values of parameters that are
    /// named as secrets are.
    static func redacted(url: Bytes) -> Bytes { url.hiding(SecretFinder.secrets(inURL: url)) }

    /// A command line, as a list of sessions shows it.
    package static func redacted(command: String) -> String {
        let line = Bytes(command)
        return line.hiding(SecretFinder.secrets(inCommand: line)).text
    }
}
