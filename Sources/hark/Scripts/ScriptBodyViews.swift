import Bytes
import Engine
import Flow
import Messages
import Page
import Platform

/// Bodies as the views of addons show them (`contentviews.add`). Safe to use from anywhere.
struct ScriptBodyViews: PageBodyViews {
    /// What a script of an addon with views answers.
    static let command = "contentviews.render"
    /// Lines of a body.
    private static let lineLimit = 100_000

    private let ask: @Sendable (String) -> String?

    /// Those of scripts of this process.
    init(_ scripts: LiveScripts) {
        let answers = ScriptAnswers(scripts: scripts)
        ask = { answers.answer($0) }
    }

    /// Those of the proxy that records this session now; nil when none runs, or no script of it has any.
    ///
    /// - Parameter session: the path of its file.
    init?(beside session: String) {
        let path = session + HeldProxy.suffix
        guard access(path, F_OK) == 0, let list = ControlSocket.ask(path, "script-list"),
            list.contains("\n  command \(Self.command)"),
            Self.isRecorded(session, by: ControlSocket.ask(path, "session") ?? "")
        else { return nil }
        ask = { ControlSocket.ask(path, $0) }
    }

    /// It may have begun another one since.
    private static func isRecorded(_ session: String, by answer: String) -> Bool {
        guard answer.hasPrefix("ok\n/") else { return true }
        let told = answer.dropFirst(3).prefix { $0 != "\n" }
        return told.split(separator: "/").last == session.split(separator: "/").last
    }

    func view(of flow: UInt64, _ kind: MessageKind) -> BodyView? {
        let words = [Self.command, "\(flow)", kind.rawValue]
        guard let answer = ask(ScriptedProxyOption.question("script-call", words)), answer.hasPrefix("ok\n") else {
            return nil
        }
        return Self.view(Bytes(String(answer.dropFirst(3))))
    }

    /// - Parameter answer: `{"view": …, "text": …}`, or nothing.
    static func view(_ answer: Bytes) -> BodyView? {
        let tree = answer.withUnsafeBytes { raw -> JSONNode? in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        guard let name = tree?.member("view", in: answer)?.string(in: answer),
            let text = tree?.member("text", in: answer)?.string(in: answer)
        else { return nil }
        return BodyView(shown: text, as: "\(name.text) (view of a script)", lineLimit: lineLimit)
    }
}
