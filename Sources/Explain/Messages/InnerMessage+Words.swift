import Bytes
package import Flow
import HTTPSemantics
import Registry

extension InnerMessage {
    /// What it is, in a word or two: `text`, `close 1000`, `event tick`.
    package var title: String {
        switch form {
        case .text: "text"
        case .binary: "binary"
        case .ping: "ping"
        case .pong: "pong"
        case .close(nil): "close"
        case .close(let code?): "close \(code)"
        case .event(let event): event.id.isEmpty ? "event \(name(event))" : "event \(name(event)) (id \(event.id.text))"
        case .part(let head): Self.part(head)
        case .line: "line"
        case .call: "message"
        case .callEnd: "trailers"
        }
    }

    /// With its type, if it has one: `part image/jpeg`.
    private static func part(_ head: Bytes) -> String {
        let type = MultipartReader.fields(head).first { $0.name.equalsIgnoringCase("content-type") }
        return type.map { "part \($0.value.text)" } ?? "part"
    }

    private func name(_ event: Event) -> String { event.name.text }

    /// Its bytes are meant to be read by people.
    ///
    /// - Parameter record: whose it is; that says in what form messages of a call are.
    package func isText(in record: FlowRecord) -> Bool {
        switch form {
        case .text, .event, .line, .close, .callEnd: true
        case .ping, .pong: isReadable
        case .call(let isCoded): !isCoded && record.callCodec(from) == .json
        case .binary, .part: false
        }
    }

    private var isReadable: Bool { !bytes.isEmpty && bytes.allSatisfy { $0 >= ASCII.space && $0 < ASCII.delete } }

    /// Its beginning in one line: what is for people as text, all else in figures.
    package func preview(characters: Int, in record: FlowRecord) -> String {
        guard isText(in: record) else {
            let shown = bytes.prefix(characters / 3).map { Hex.text([$0]) }.joined(separator: " ")
            return bytes.count > characters / 3 ? shown + " …" : shown
        }
        // A character has four bytes at most, so none that is shown is cut.
        let text = bytes.slice(0..<min(bytes.count, characters * 4)).text.unicodeScalars
        let shown = String(String.UnicodeScalarView(text.prefix(characters)))
        return text.count > characters || bytes.count > characters * 4 ? shown + "…" : shown
    }

    /// What its close code means; empty where nobody has registered it.
    package var closeMeaning: String {
        guard case .close(let code?) = form, let term = Vocabulary.closeCodes[Int(code)] else { return "" }
        return term.name.description
    }
}
