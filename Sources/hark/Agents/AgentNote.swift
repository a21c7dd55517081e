import Bytes
import Dispatch
import Formats
import Platform
import Store
import Views

/// That an agent changed something, or tried to: a line on standard error, and in the log of the proxy whose session
/// it reads.
struct AgentNote: Sendable {
    /// Microseconds since 1970.
    let time: Int64
    let client: String
    let tool: String
    /// JSON, without bodies and credentials.
    let arguments: String
    let result: String

    /// For people.
    var line: String { "\(Self.shown(time)) agent (\(client)): \(tool) \(arguments): \(result)" }

    /// As it is in a log.
    var entry: Bytes {
        var json = JSONWriter()
        json.beginObject()
        json.beginObject("_agent")
        json.key("time")
        json.date(micro: time)
        for (name, value) in [("client", client), ("tool", tool), ("arguments", arguments), ("result", result)] {
            json.key(escaping: name)
            json.string(value)
        }
        json.endObject()
        json.endObject()
        return json.withBytes { Bytes(Array($0)) }
    }

    private static func shown(_ time: Int64) -> String {
        var json = JSONWriter()
        json.date(micro: time)
        return json.withBytes { String(decoding: $0, as: UTF8.self) }.replacing("\"", with: "")
    }

    // MARK: Writing

    /// Another process takes its time to answer, and a call must not wait for it.
    private static let queue = DispatchQueue(label: "hark.mcp.notes")
    private static let grace = DispatchTimeInterval.milliseconds(150)

    /// - Parameter session: its path; the proxy that writes it, if one does, has a log.
    func write(beside session: String?) {
        OutputCapture.$current.withValue(nil) { Diagnostics.say(line) }
        guard let session, session != "-" else { return }
        let question = "agent-note \(getpid()) \(words)"
        Self.queue.async { _ = ControlSocket.ask(session + HeldProxy.suffix, question) }
    }

    /// Returns when proxies have heard of all, or do not answer.
    static func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + grace)
    }

    /// As another process reads it.
    private var words: String {
        let texts = ["\(time)", client, tool, arguments, result]
        return texts.map { Base64.encode(Bytes($0)) }.joined(separator: " ")
    }

    /// A proxy writes it down; nil for any other question.
    static func answer(_ question: String, to recorder: Recorder?) -> String? {
        guard let (note, isOwn) = read(question) else { return nil }
        if !isOwn { Diagnostics.say(note.line) }
        recorder?.note(note.entry)
        return "ok\n"
    }

    /// What `words` says, and whether this process wrote it; nil for any other question.
    private static func read(_ question: String) -> (note: AgentNote, isOwn: Bool)? {
        let words = question.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 7, words[0] == "agent-note" else { return nil }
        let texts = words.dropFirst(2).compactMap { Base64.decode(Bytes($0)).map { Bytes($0).text } }
        guard texts.count == 5, let time = Int64(texts[0]) else { return nil }
        let note = AgentNote(time: time, client: texts[1], tool: texts[2], arguments: texts[3], result: texts[4])
        return (note, words[1] == "\(getpid())")
    }
}
