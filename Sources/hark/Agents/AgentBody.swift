import Bytes
import Explain
import Filter
import Flow
import HTTPModel
import MCP

/// A window of a body.
enum AgentBody {
    /// As text; nil when it is none. The last character may have been cut in the middle.
    static func text(_ bytes: some Collection<UInt8>) -> String? {
        var whole = Array(bytes)
        for _ in 0..<4 {
            if let text = String(validating: whole, as: UTF8.self) { return text.contains("\0") ? nil : text }
            guard !whole.isEmpty else { return nil }
            whole.removeLast()
        }
        return nil
    }

    /// The first place of a text; nil when it is not there.
    static func find(_ text: String, in bytes: Bytes) -> Int? {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, wanted.count <= bytes.count else { return nil }
        var start = 0
        while let place = bytes.firstIndex(of: first, from: start), place + wanted.count <= bytes.count {
            if bytes.slice(place..<(place + wanted.count)) == Bytes(wanted) { return place }
            start = place + 1
        }
        return nil
    }
}

extension AgentTools {
    func body(_ arguments: ToolArguments) throws -> ToolAnswer {
        let number = try number(arguments)
        let subject = try subject(number)
        let kind = arguments.text("message") == "request" ? MessageKind.request : .response
        guard let content = FilterReader.standard.content(subject.record, kind), !content.isEmpty else {
            let status = kind == .response ? subject.record.status.map { " (\($0))" } ?? "" : ""
            throw AgentFailure(
                "flow \(number) has no \(kind.rawValue) body\(status). Its head: get_flow {\"flow\": \(number)}")
        }
        var shown = content
        if let path = arguments.text("path") {
            guard let json = JSONWindow(content) else {
                throw AgentFailure("path: the body is not JSON. Without path: get_body {\"flow\": \(number)}")
            }
            guard let value = json.value(at: path) else {
                throw AgentFailure(
                    "path: there is nothing at this path. What there is: get_body {\"flow\": \(number), \"form\": "
                        + "\"outline\"}")
            }
            shown = value
        }
        let form = arguments.text("form") ?? "raw"
        switch form {
        case "outline":
            guard let json = JSONWindow(shown) else { throw AgentFailure("form outline: the body is not JSON") }
            shown = Bytes(json.outline)
        case "pretty":
            let text = try output(
                of: ShowCommand.self, ["\(number)", "--\(kind.rawValue)", "--body"] + secretWords + sessionWords)
            if arguments.text("path") == nil { shown = Bytes(text) }
        default: break
        }
        return try window(of: shown, isBase64: form == "base64", number, kind, arguments)
    }

    /// A result's frame, and room for what JSON escapes.
    private static let frame = 1_024

    private func window(
        of content: Bytes, isBase64: Bool, _ number: UInt64, _ kind: MessageKind, _ arguments: ToolArguments
    ) throws -> ToolAnswer {
        var start = arguments.integer("offset") ?? 0
        if let text = arguments.text("find") {
            guard let place = AgentBody.find(text, in: content.slice(min(start, content.count)..<content.count)) else {
                throw AgentFailure("find: the text does not occur in the body from byte \(start) on")
            }
            start += place
        }
        guard start < content.count || start == 0 else {
            throw AgentFailure("offset: \(start) is after the end: the body has \(content.count) bytes")
        }
        let room = max(256, (arguments.budget ?? Self.standardBudget) - Self.frame)
        let limit = min(arguments.integer("limit") ?? .max, isBase64 ? room / 4 * 3 : room)
        var (piece, end) = Self.piece(content, from: start, limit, isBase64)
        // JSON escapes what stands in it: the window shrinks until both have room.
        while RPCValue.string(CapturedText.plain(piece)).json.count > room, end > start + 1 {
            (piece, end) = Self.piece(content, from: start, (end - start) * 3 / 4, isBase64)
        }
        var answer = ToolAnswer()
        answer.say("\(kind.rawValue) body of flow \(number): bytes \(start) to \(end) of \(content.count).")
        answer.add(captured: piece)
        answer.fact("flow", .integer(Int64(clamping: number)))
        answer.fact("size", .integer(Int64(content.count)))
        answer.fact("offset", .integer(Int64(start)))
        answer.fact(captured: "text", .string(piece))
        if end < content.count {
            answer.fact("next", .integer(Int64(end)))
            answer.markCut()
            answer.say("Next: the same call with \"offset\": \(end)")
        }
        return answer
    }

    /// A window as text, and where it ends; of a binary content a description.
    private static func piece(_ content: Bytes, from start: Int, _ limit: Int, _ isBase64: Bool) -> (String, Int) {
        let end = min(content.count, start + max(1, limit))
        let bytes = content.slice(start..<end)
        if isBase64 { return (Base64.encode(bytes), end) }
        // A window may begin in the middle of a character.
        var skipped = 0
        while skipped < min(3, bytes.count), bytes[skipped] & 0xC0 == 0x80 { skipped += 1 }
        if let text = AgentBody.text(bytes.slice(skipped..<bytes.count)) {
            return (text, max(start + 1, start + skipped + text.utf8.count))
        }
        let first = Hex.text(bytes.prefix(64))
        return ("(binary, \(Quantity.size(content.count)); the first bytes from here: \(first))", content.count)
    }
}
