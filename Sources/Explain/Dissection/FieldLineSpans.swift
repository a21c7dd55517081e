import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Registry

/// Names the parts of field lines (RFC 9112 §5) in a head or a trailer section, whatever is in them.
struct FieldLineSpans {
    let input: Bytes
    let lines: LineReader
    let kind: MessageKind
    /// The message is of HTTP/2 or 3, written down as lines: a name may begin with a colon (RFC 9113 §8.3).
    var hasPseudoFields = false

    /// So many folds of one value are named one by one.
    private static let foldLimit = 256

    /// The field that begins with `first`, with the lines it is folded over; the line ends are not part of it. Answers
    /// its last line, and the field when the line is one.
    ///
    /// - Parameter earlier: the fields before it, of which one may make this one void.
    func field(_ first: Line, after earlier: [FieldLine] = [], into list: inout SpanList) -> (
        last: Line, field: FieldLine?
    ) {
        guard !ASCII.isWhitespace(input[first.start]) else {
            list.leaf(
                "field-line", to: first.end, "RFC 9112 §2.2",
                """
                A field name was expected. The line begins with white space, but there is no field before it to \
                continue.
                """,
                malformed: true)
            return (first, nil)
        }
        let isPseudo =
            hasPseudoFields && input[first.start] == ASCII.colon && first.start + 1 < first.end
            && ASCII.isAlpha(input[first.start + 1])
        let start = isPseudo ? first.start + 1 : first.start
        guard let colon = input.index(of: ASCII.colon, from: start, before: first.end) else {
            list.leaf(
                "field-line", to: first.end, "RFC 9112 §5",
                "A field name and a colon were expected; \(quoting: input.slice(first.range)) has no colon.",
                malformed: true)
            return (first, nil)
        }

        var parts = list.children()
        let name = first.start..<input.trimEnd(first.start..<colon)
        let known = Vocabulary.fields[input.slice(name)]
        let isToken =
            isPseudo
            ? pseudoFieldName(name, before: colon, &parts) : fieldName(name, known, before: colon, &parts)
        parts.leaf("\":\"", to: colon + 1, "RFC 9112 §5", "The colon ends the field name.")

        // RFC 9112 §5.2: a line that begins with white space goes on with the value.
        var last = first
        var folds: [Line] = []
        var count = 0
        while last.ending != .none, lines.continues(at: last.next) {
            last = lines.line(at: last.next)
            count += 1
            if count <= Self.foldLimit { folds.append(last) }
        }
        let value =
            folds.isEmpty
            ? input.trim((colon + 1)..<last.end) : input.trimWithLineEnds((colon + 1)..<last.end)
        parts.leaf(
            "OWS", to: min(value.lowerBound, first.end), "RFC 9110 §5.6.3",
            "Optional white space after the colon; it is not part of the value.")
        if folds.isEmpty {
            if isVoid(name, after: earlier) {
                parts.leaf(
                    "field-value", to: value.upperBound, "RFC 6797 §8.1",
                    "Browsers use the first field of this name and ignore this one.")
            } else {
                fieldValue(name, value, known, &parts)
            }
        } else {
            foldedValue(first, folds, count: count, end: last.end, &parts)
        }
        parts.leaf(
            "OWS", to: last.end, "RFC 9110 §5.6.3", "White space after the value is not part of it.")
        let spec = isPseudo ? FieldListDissection.meaning(of: input.slice(name)).spec : known?.spec ?? "RFC 9112 §5"
        list.group("field-line", spec, summary(name, value, known), parts)
        guard isToken, last.next <= Int(UInt32.max) else { return (last, nil) }
        let field = FieldLine(
            start: first.start, nameEnd: name.upperBound, valueStart: value.lowerBound, valueEnd: value.upperBound,
            end: last.next, known: KnownField.named(input.slice(name)))
        return (last, field)
    }

    /// Answers whether the name, which begins with a colon, is one (RFC 9113 §8.3).
    private func pseudoFieldName(_ name: Range<Int>, before colon: Int, _ parts: inout SpanList) -> Bool {
        let isWhole = input.end(of: (name.lowerBound + 1)..<name.upperBound, while: OctetClass.token.contains) == colon
        let words = FieldListDissection.meaning(of: input.slice(name))
        parts.leaf(
            "field-name", to: colon, words.spec,
            isWhole ? Wording(words.text) : "A pseudo-header field's name is a colon and a token.",
            malformed: !isWhole)
        return isWhole
    }

    /// Answers whether the name is one.
    private func fieldName(
        _ name: Range<Int>, _ known: Term?, before colon: Int, _ parts: inout SpanList
    ) -> Bool {
        let end = input.end(of: name, while: OctetClass.token.contains)
        let isToken = end == name.upperBound && !name.isEmpty
        if name.isEmpty {
            parts.missing("field-name", "RFC 9110 §5.1", "A field name was expected before the colon.")
        } else if !isToken {
            parts.leaf(
                "field-name", to: name.upperBound, "RFC 9110 §5.1",
                "A field name is a token, which cannot contain \(Quotation.byte(input[end])).", malformed: true)
        } else if let known {
            parts.leaf("field-name", to: end, known.spec, "\(known.name): \(known.text)")
        } else {
            parts.leaf(
                "field-name", to: end, "RFC 9110 §5.1",
                "\(quoting: input.slice(name)) is not in Hark's dictionary. Field names are not case-sensitive.")
        }
        parts.leaf(
            "\":\"", to: colon, "RFC 9112 §5.1",
            kind == .request
                ? "The colon must follow the name directly: some readers take the white space as a part of the "
                    + "name."
                : "The colon must follow the name directly. A proxy has to remove this white space.",
            malformed: true)
        return isToken
    }

    /// RFC 6797 §8.1: of several lines of Strict-Transport-Security only the first counts.
    private func isVoid(_ name: Range<Int>, after earlier: [FieldLine]) -> Bool {
        guard kind == .response, input.slice(name).equalsIgnoringCase("strict-transport-security") else { return false }
        return earlier.contains { field in
            input.slice(Int(field.start)..<Int(field.nameEnd)).equalsIgnoringCase("strict-transport-security")
        }
    }

    private func fieldValue(
        _ name: Range<Int>, _ value: Range<Int>, _ known: Term?, _ parts: inout SpanList
    ) {
        guard !value.isEmpty else { return }
        guard !parts.isSilent else { return parts.leaf("field-value", to: value.upperBound, "", "") }
        let foreign = FieldValue.counted(
            name: input.slice(name), value: input.slice(value), at: value.lowerBound, in: kind)
        func text() -> Wording { "The value of \(quoting: input.slice(name))." }
        let spec = known?.spec ?? "RFC 9110 §5.5"
        var pieces = SpanList(at: value.lowerBound)
        pieces.adopt(foreign.list, foreign.count, to: value.upperBound, orElse: "field-value", spec, text())
        if pieces.spans.count == 1, pieces.spans[0].rule == "field-value" {
            parts.append(pieces)
        } else {
            parts.group("field-value", spec, text(), pieces)
        }
    }

    /// `folds` are the lines to be named, of `count` that there are.
    private func foldedValue(
        _ first: Line, _ folds: [Line], count: Int, end: Int, _ parts: inout SpanList
    ) {
        var pieces = SpanList(at: parts.position)
        let content: Wording = "A part of the value, which continues over several lines."
        pieces.leaf(
            "field-content", to: max(parts.position, input.trimEnd(parts.position..<first.end)), "RFC 9110 §5.5",
            content)
        for line in folds {
            let text = input.trim(line.range)
            pieces.leaf(
                "obs-fold", to: text.lowerBound, "RFC 9112 §5.2",
                kind == .request
                    ? """
                    A line end and white space would fold the value. A request must not do so, and servers must \
                    reject it.
                    """
                    : """
                    A line end and white space fold the value: an obsolete form, which readers replace with a \
                    space.
                    """,
                malformed: kind == .request || line.ending == .bareLineFeed)
            pieces.leaf("field-content", to: text.upperBound, "RFC 9110 §5.5", content)
        }
        if count > folds.count {
            pieces.leaf(
                "field-content", to: end, "RFC 9110 §5.5",
                "\(count - folds.count) more lines, not described one by one.", malformed: kind == .request)
        }
        parts.group("field-value", "RFC 9110 §5.5", "A value folded over \(count + 1) lines.", pieces)
    }

    private func summary(_ name: Range<Int>, _ value: Range<Int>, _ known: Term?) -> Wording {
        guard let known else {
            return value.isEmpty
                ? "The field \(quoting: input.slice(name)) with an empty value."
                : "The field \(quoting: input.slice(name)) with the value \(quoting: input.slice(value))."
        }
        return value.isEmpty
            ? "The field \(known.name) with an empty value."
            : "The field \(known.name) with the value \(quoting: input.slice(value))."
    }

    /// The line end of a line, after its content.
    static func lineEnd(of line: Line, _ text: @autoclosure () -> Wording, into list: inout SpanList) {
        switch line.ending {
        case .crlf: list.leaf("CRLF", to: line.next, "RFC 9112 §2.2", text())
        case .bareLineFeed:
            list.leaf(
                "CRLF", to: line.next, "RFC 9112 §2.2",
                "A line must end with CR LF. This is only LF, which some readers treat differently.",
                malformed: true)
        case .none: break
        }
    }
}

extension Bytes {
    /// One past the last byte of the range that is no white space.
    fileprivate func trimEnd(_ range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, ASCII.isWhitespace(self[end - 1]) { end -= 1 }
        return end
    }

    /// The range without white space and line ends around it.
    fileprivate func trimWithLineEnds(_ range: Range<Int>) -> Range<Int> {
        func isSpace(_ byte: UInt8) -> Bool {
            ASCII.isWhitespace(byte) || byte == ASCII.carriageReturn || byte == ASCII.lineFeed
        }
        let start = end(of: range, while: isSpace)
        var end = range.upperBound
        while end > start, isSpace(self[end - 1]) { end -= 1 }
        return start..<end
    }
}
