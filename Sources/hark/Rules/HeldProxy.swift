import ArgumentParser
import Platform
import Store

/// A running proxy that answers.
struct HeldProxy {
    private let path: String

    static let suffix = ".control"

    /// The newest that answers, or the one of a session.
    static func find(_ session: String?) throws -> HeldProxy {
        if let session {
            let path = session.hasSuffix(suffix) ? session : session + suffix
            if ControlSocket.ask(path, "list") != nil { return HeldProxy(path: path) }
        } else {
            let folder = try SessionsFolder.existing()
            for entry in folder.files().sorted(by: { $0.path > $1.path }) {
                let path = entry.path + suffix
                if access(path, F_OK) == 0, ControlSocket.ask(path, "list") != nil { return HeldProxy(path: path) }
            }
        }
        Diagnostics.say("no running proxy with rules answers; start one with 'hark proxy --rules FILE'.")
        throw ExitCode(EX_UNAVAILABLE)
    }

    /// Why there is no answer.
    struct Refusal: Error {
        /// A sentence.
        let text: String
        let code: Int32
    }

    /// The lines that it answers.
    func answer(_ question: String) throws(Refusal) -> String {
        guard let answer = ControlSocket.ask(path, question) else {
            throw Refusal(text: "the proxy does not answer any more.", code: EX_UNAVAILABLE)
        }
        if answer.hasPrefix("ok\n") { return String(answer.dropFirst(3)) }
        let reason = answer.dropFirst(3).split(separator: "\n").first
        throw Refusal(text: reason.map { "\($0)." } ?? "that did not work.", code: 1)
    }

    /// The same, for a command: says why there is none, and fails.
    func ask(_ question: String) throws -> String {
        do throws(Refusal) {
            return try answer(question)
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(error.code)
        }
    }
}
