import Bytes
import Engine
import Flow
import Platform
import Rules

/// What a running proxy answers to `hark held`: one line in, lines out. Pure but for what is held.
struct HeldAnswers: Sendable {
    let held: HeldMessages

    /// `list`, `head N`, `send N`, `drop N`, `edit N BASE64`, `respond N STATUS …`. An answer begins with `ok` or
    /// `no`.
    func answer(_ question: String) -> String {
        let words = question.split(separator: " ", maxSplits: 2).map(String.init)
        if words == ["list"] { return "ok\n" + held.all.map(line).joined() }
        guard words.count >= 2, let number = UInt64(words[1]), let message = held.held(number) else {
            return "no nothing is held under this number\n"
        }
        switch words[0] {
        case "head": return "ok\n" + message.head.text
        case "send": return decide(number, .send)
        case "drop": return decide(number, .drop)
        case "edit":
            guard words.count == 3, let text = Base64.decode(Bytes(words[2])) else { return "no text came\n" }
            return edit(message, Bytes(text))
        case "respond":
            guard words.count == 3 else { return "no answer came\n" }
            return respond(number, words[2])
        default: return "no such command\n"
        }
    }

    private func line(_ message: HeldMessages.Held) -> String {
        let seconds = Clock.nanoseconds() / 1_000_000_000
        let waited = seconds > message.since ? seconds - message.since : 0
        return "\(message.flow)\t\(message.kind.rawValue)\t\(waited) s\t\(message.rule)\t\(message.start.text)\n"
    }

    private func decide(_ number: UInt64, _ decision: HeldMessages.Decision) -> String {
        held.decide(number, decision) ? "ok\n" : "no nothing is held under this number\n"
    }

    /// An empty text drops the message. One that is no message decides nothing.
    private func edit(_ message: HeldMessages.Held, _ text: Bytes) -> String {
        if text.allSatisfy({ ASCII.isWhitespace($0) || $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            return decide(message.flow, .drop)
        }
        let head = EditedHead(text)
        // What came can be less tidy than what may be written, and goes on as it came.
        if head.bytes == EditedHead(message.head).bytes { return decide(message.flow, .send) }
        do throws(HeldEdit.Refusal) {
            return decide(message.flow, .edit(try message.edit(to: head.bytes)))
        } catch {
            let reason = error.text.hasSuffix(".") ? String(error.text.dropLast()) : error.text
            return "no \(head.place(of: error.offset)): \(reason); it is still held\n"
        }
    }

    private func respond(_ number: UInt64, _ text: String) -> String {
        guard let made = RuleAnswer(said: text) else { return "no: 'respond STATUS [\"N: v\"] [text T | json J]'\n" }
        return decide(number, .respond(made))
    }
}

/// The lines that an editor left, with the ends that a head has, and where each of them stood.
struct EditedHead {
    let bytes: Bytes
    private var lines: [(start: Int, number: Int)] = []

    init(_ text: Bytes) {
        var head: [UInt8] = []
        var number = 0
        for line in text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false) {
            number += 1
            let line = line.last == ASCII.carriageReturn ? line.dropLast() : line
            guard !line.isEmpty else { continue }
            lines.append((head.count, number))
            head += Array(line) + [ASCII.carriageReturn, ASCII.lineFeed]
        }
        // The empty line at the end, of which a fault may say that something is missing before it.
        lines.append((head.count, (lines.last?.number ?? 0) + 1))
        bytes = Bytes(head + [ASCII.carriageReturn, ASCII.lineFeed])
    }

    /// `line 3, column 5`, as an editor counts them.
    func place(of offset: Int) -> String {
        guard let line = lines.last(where: { $0.start <= offset }) else { return "line 1, column 1" }
        let before = bytes.slice(line.start..<min(max(offset, line.start), bytes.count))
        return "line \(line.number), column \(before.count { $0 & 0xC0 != 0x80 } + 1)"
    }
}
