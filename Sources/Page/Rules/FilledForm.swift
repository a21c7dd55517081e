import Bytes

/// A form with what is in its places, and the line of the rule that it is. A value.
struct FilledForm {
    let form: RuleForm
    var name: String
    var when: String
    var values: [String: String]

    init(_ form: RuleForm, name: String, when: String, values: [String: String]) {
        (self.form, self.name, self.when, self.values) = (form, name, when, values)
    }

    // MARK: - Written

    var line: String {
        let action = Word.split(form.action).map { Self.written($0, values) }.joined(separator: " ")
        return (name.isEmpty ? "" : "\(name): ") + (when.isEmpty ? "" : "when \(when) ") + "do \(action)"
    }

    private static func written(_ word: Word, _ values: [String: String]) -> String {
        let isPattern = word.kind == .pattern
        let text = word.parts.map { part in
            guard case .place(let name) = part else { return part.text }
            let value = values[name] ?? ""
            // What is looked for is text; what comes in its place has only its end to spare.
            return isPattern ? escaped(value, name == "find" ? special : "/") : value
        }.joined()
        guard !isPattern else { return text }
        let isPlain =
            !text.isEmpty && text.unicodeScalars.allSatisfy { $0 > " " && !"\"#,\u{7F}".unicodeScalars.contains($0) }
        return word.kind == .plain && isPlain ? text : quoted(text)
    }

    private static let special = #"\/.*+?^${}()|[]"#

    private static func escaped(_ text: String, _ signs: String) -> String {
        text.reduce(into: "") { $0 += signs.contains($1) ? "\\\($1)" : "\($1)" }
    }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return json.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: - Read

    /// The form that a line fits; nil for any other line, and for one that would not be written again as it is.
    init?(_ line: String) {
        let line = line.trimmed
        var rest = line[...]
        var name = ""
        if let colon = rest.firstIndex(where: { $0 == ":" || $0 == " " || $0 == "\"" }), rest[colon] == ":" {
            name = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...].trimmed[...]
        }
        let words = Word.split(String(rest))
        guard let place = words.firstIndex(where: { $0.text == "do" }) else { return nil }
        guard place == 0 || words.first?.text == "when" else { return nil }
        let when = words[..<place].dropFirst().map(\.text).joined(separator: " ")
        let action = Array(words[(place + 1)...])
        for form in RuleForm.all {
            guard let values = Self.values(form, action) else { continue }
            self.init(form, name: name, when: when, values: values)
            if self.line == line { return }
        }
        return nil
    }

    private static func values(_ form: RuleForm, _ given: [Word]) -> [String: String]? {
        let wanted = Word.split(form.action)
        guard wanted.count == given.count else { return nil }
        var values: [String: String] = [:]
        for (word, found) in zip(wanted, given) {
            guard (word.kind == .pattern) == (found.kind == .pattern), var rest = found.content?[...] else {
                return nil
            }
            for (index, part) in word.parts.enumerated() {
                guard case .place(let name) = part else {
                    guard rest.hasPrefix(part.text) else { return nil }
                    rest = rest.dropFirst(part.text.count)
                    continue
                }
                let next = index + 1 < word.parts.count ? word.parts[index + 1].text : ""
                guard let end = Self.end(of: rest, before: next, isPattern: word.kind == .pattern) else { return nil }
                let raw = String(rest[..<end])
                let value =
                    word.kind != .pattern
                    ? raw : name == "find" ? unescaped(raw) : raw.replacing("\\/", with: "/")
                let choices = form.fields.first { $0.name == name }?.choices ?? []
                guard choices.isEmpty || choices.contains(value) else { return nil }
                values[name] = value
                rest = rest[end...]
            }
            guard rest.isEmpty else { return nil }
        }
        return values
    }

    /// Where the text that comes next begins; at the end when nothing comes.
    private static func end(of text: Substring, before next: String, isPattern: Bool) -> String.Index? {
        guard let first = next.first else { return text.endIndex }
        var index = text.startIndex
        while index < text.endIndex {
            if isPattern, text[index] == "\\" {
                index = text.index(index, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
                continue
            }
            if text[index] == first, text[index...].hasPrefix(next) { return index }
            index = text.index(after: index)
        }
        return nil
    }

    private static func unescaped(_ text: String) -> String {
        var (result, isEscaped) = ("", false)
        for character in text {
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { result.append(character) }
        }
        return result
    }

    /// A word of a rule: a string, a substitution, or what has no blank in it.
    private struct Word {
        enum Kind {
            case plain, string, pattern
        }

        enum Part {
            case text(String)
            case place(String)

            var text: String { if case .text(let text) = self { text } else { "" } }
        }

        let kind: Kind
        let text: String

        /// What the quotes have; nil when they have no string.
        var content: String? {
            guard kind == .string else { return text }
            return try? PageBody(Bytes("{\"text\": \(text)}")).text("text")
        }

        /// Of a template: what is in braces is a place.
        var parts: [Part] {
            let inside = kind == .string ? text.dropFirst().dropLast() : text[...]
            var (parts, rest) = ([Part](), inside)
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
                parts.append(.place(String(rest[rest.index(after: open)..<close])))
                rest = rest[rest.index(after: close)...]
            }
            if !rest.isEmpty { parts.append(.text(String(rest))) }
            return parts
        }

        static func split(_ line: String) -> [Word] {
            var (words, rest) = ([Word](), line[...])
            while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
                rest = rest[start...]
                // Elsewhere what begins with a slash is a path.
                let isPattern = rest.first == "/" && words.last?.text.hasPrefix("substitute-") == true
                let kind: Kind = rest.first == "\"" ? .string : isPattern ? .pattern : .plain
                var (index, closings) = (rest.index(after: start), 0)
                let needed = kind == .string ? 1 : 2
                while index < rest.endIndex {
                    let character = rest[index]
                    if kind == .plain || closings == needed {
                        if character.isWhitespace { break }
                    } else if character == "\\" {
                        index = rest.index(index, offsetBy: 1, limitedBy: rest.endIndex) ?? rest.endIndex
                        if index == rest.endIndex { break }
                    } else if character == rest.first {
                        closings += 1
                    }
                    index = rest.index(after: index)
                }
                words.append(Word(kind: kind, text: String(rest[..<index])))
                rest = rest[index...]
            }
            return words
        }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return String(self[start..<Swift.max(start, end)])
    }
}

extension PageAPI {
    /// The line of a rule that a form makes.
    func formRule(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        guard let title = try body.text("title"), let form = RuleForm.all.first(where: { $0.title == title }) else {
            throw .request("'title' must be that of a form.")
        }
        let given = try body.texts("values")
        guard given.count == form.fields.count else { throw .request("'values' must be a text for each field.") }
        let values = Dictionary(zip(form.fields.map(\.name), given), uniquingKeysWith: { $1 })
        let filled = FilledForm(
            form, name: try body.text("rule") ?? "", when: try body.text("when") ?? "", values: values)
        return .answer(
            .json { json in
                json.beginObject()
                json.member("rule", filled.line)
                json.endObject()
            })
    }
}

extension JSONWriter {
    mutating func form(_ filled: FilledForm) {
        beginObject()
        member("title", filled.form.title)
        member("rule", filled.name)
        member("when", filled.when)
        beginArray("values")
        for field in filled.form.fields { string(filled.values[field.name] ?? "") }
        endArray()
        endObject()
    }
}
