import Bytes
import Engine
import Filter
import Flow
import Page
import Platform
import Rules

/// What a running proxy answers to `hark held`: one line in, lines out. Pure but for what is held.
struct HeldAnswers: Sendable {
    let held: HeldMessages
    /// What the record adds to the number of a flow.
    var offset: UInt64 = 0

    /// `list`, `json`, `head N` and `show N` (in base64), `send N`, `drop N`, `edit N BASE64` (the head, and after a
    /// blank and a `=` the content), `respond N STATUS …`. An answer begins with `ok` or `no`.
    func answer(_ question: String) -> String {
        let words = question.split(separator: " ", maxSplits: 2).map(String.init)
        if words == ["list"] { return "ok\n" + held.all.map(line).joined() }
        if words == ["json"] { return "ok\n" + held.listed(offset).map(object).joined() }
        guard words.count >= 2, let shown = UInt64(words[1]) else { return "no such command\n" }
        guard let message = held.held(shown &- offset) else { return notHeld(shown) }
        let number = message.flow
        switch words[0] {
        case "head": return "ok\n" + Base64.encode(message.head)
        case "show": return show(message)
        case "send": return decide(number, .send)
        case "drop": return decide(number, .drop)
        case "edit":
            // Of a file that was emptied there is nothing in base64.
            let parts = (words.count < 3 ? "" : words[2]).split(
                separator: " =", maxSplits: 1, omittingEmptySubsequences: false)
            guard let text = Base64.decode(Bytes(String(parts[0]))) else { return "no text came\n" }
            guard parts.count > 1 else { return edit(message, Bytes(text), nil) }
            guard let content = Base64.decode(Bytes(String(parts[1]))) else { return "no content came\n" }
            return edit(message, Bytes(text), Bytes(content))
        case "respond":
            guard words.count == 3 else { return "no answer came\n" }
            return respond(number, words[2])
        default: return "no such command\n"
        }
    }

    /// `reading`, while its body is on the way: it is held again with it. Else the head, and the body with what there
    /// is to say of it.
    private func show(_ message: HeldMessages.Held) -> String {
        let head = Base64.encode(message.head)
        switch message.body {
        case .unread: return held.decide(message.flow, .readBody) ? "ok\nreading\n" : notHeld(message.flow + offset)
        case .absent: return "ok\n\(head) none\n"
        case .read(let body): return "ok\n\(head) body \(Base64.encode(body))\n"
        case .passing(let reason): return "ok\n\(head) reason \(Base64.encode(Bytes(reason)))\n"
        }
    }

    private func line(_ message: HeldMessages.Held) -> String {
        let now = Clock.nanoseconds()
        func seconds(_ since: UInt64) -> String { "\(now > since ? (now - since) / 1_000_000_000 : 0) s" }
        var parts = ["\(message.flow + offset)", message.kind.rawValue, seconds(message.since), message.rule]
        parts.append(message.start.text)
        if let ended = message.clientEndedAt {
            parts.append("(its client closed its side \(seconds(ended)) ago and may be gone)")
        }
        return parts.joined(separator: "\t") + "\n"
    }

    /// In a line for programs.
    private func object(_ message: PageHeld) -> String {
        var json = JSONWriter()
        json.held(message, now: Clock.nanoseconds(), hasHead: false)
        return json.withBytes { String(decoding: $0, as: UTF8.self) } + "\n"
    }

    private func decide(_ number: UInt64, _ decision: HeldDecision) -> String {
        held.decide(number, decision) ? "ok\n" : notHeld(number + offset)
    }

    /// `no message #12 is not held; #3 and #7 are ('hark held' lists them)`
    private func notHeld(_ number: UInt64) -> String {
        let all = held.all
        guard !all.isEmpty else { return "no message #\(number) is not held; no message is\n" }
        var named = all.map { $0.flow + offset }.sorted().prefix(8).map { "#\($0)" }
        if all.count > 8 { named.append("\(all.count - 8) more") }
        let list = (named.dropLast().joined(separator: ", "), named.last ?? "")
        let names = list.0.isEmpty ? list.1 : "\(list.0) and \(list.1)"
        return "no message #\(number) is not held; \(names) \(all.count == 1 ? "is" : "are") "
            + "('hark held' lists \(all.count == 1 ? "it" : "them"))\n"
    }

    /// An empty text drops the message. One that is no message decides nothing.
    private func edit(_ message: HeldMessages.Held, _ text: Bytes, _ content: Bytes?) -> String {
        let head = EditedHead(message, text)
        if head.isEmpty { return decide(message.flow, .drop) }
        var new = content
        if let content {
            guard case .read(let received) = message.body else {
                return "no: the body was not read; it is still held\n"
            }
            if content == received { new = nil }
        }
        // What came can be less tidy than what may be written, and goes on as it came.
        if head.bytes == EditedHead(message, message.head).bytes {
            return decide(message.flow, new == nil ? .send : .edit(Alteration(), content: new))
        }
        do throws(HeldEdit.Refusal) {
            return decide(message.flow, .edit(try message.edit(to: head.bytes), content: new))
        } catch {
            let reason = error.text.hasSuffix(".") ? String(error.text.dropLast()) : error.text
            let place = head.place(of: error.offset)
            return "no line \(place.line), column \(place.column): \(reason); it is still held\n"
        }
    }

    private func respond(_ number: UInt64, _ text: String) -> String {
        do throws(FilterError) {
            return decide(number, .respond(try RuleAnswer(said: text)))
        } catch {
            return "no #\(number + offset): \(error.message); it is still held\n"
        }
    }
}

/// The lines that an editor left, with the ends that a head has, and where each of them stood.
struct EditedHead {
    let bytes: Bytes
    private var lines: [(start: Int, number: Int, written: Int)] = []

    /// Nothing is left of it.
    var isEmpty: Bool {
        bytes.allSatisfy { ASCII.isWhitespace($0) || $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed }
    }

    /// What somebody wrote in place of this message; of one that goes out byte for byte, just that.
    init(_ message: HeldMessages.Held, _ text: Bytes) {
        if message.isRaw { self.init(exactly: text) } else { self.init(text) }
    }

    /// Byte for byte: nothing of it is asked for a place.
    private init(exactly text: Bytes) {
        bytes = text
    }

    init(_ text: Bytes) {
        var head: [UInt8] = []
        var (number, written) = (0, 0)
        for whole in text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false) {
            number += 1
            defer { written += whole.count + 1 }
            let line = whole.last == ASCII.carriageReturn ? whole.dropLast() : whole
            guard !line.allSatisfy(ASCII.isWhitespace) else { continue }
            lines.append((head.count, number, written))
            head += Array(line) + [ASCII.carriageReturn, ASCII.lineFeed]
        }
        // The empty line at the end, of which a fault may say that something is missing before it.
        lines.append((head.count, (lines.last?.number ?? 0) + 1, text.count))
        bytes = Bytes(head + [ASCII.carriageReturn, ASCII.lineFeed])
    }

    /// Line and column as an editor counts them, and the byte of what was written.
    func place(of offset: Int) -> (line: Int, column: Int, offset: Int) {
        guard let line = lines.last(where: { $0.start <= offset }) else { return (1, 1, 0) }
        let before = bytes.slice(line.start..<min(max(offset, line.start), bytes.count))
        return (line.number, before.count { $0 & 0xC0 != 0x80 } + 1, line.written + before.count)
    }
}
