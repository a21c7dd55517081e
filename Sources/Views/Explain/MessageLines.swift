import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

/// A message line by line: each as it is, and beneath it what it says. Used once.
struct MessageLines {
    private let message: ExplainedMessage
    /// The parts of one value that are told one by one.
    private static let partLimit = 12
    /// The bytes of a line that are shown.
    private static let lineLimit = 600
    private static let chunkLimit = 6
    /// Of content, so many bytes and lines are shown.
    private static let contentLimit = 480
    private static let contentLines = 6

    /// Whether all is told: in short, lines stand close together, and of the first one only what it asks or answers is
    /// told.
    private let showsAll: Bool

    init(_ message: ExplainedMessage, showsAll: Bool = true) {
        self.message = message
        self.showsAll = showsAll
    }

    func write(to page: inout PageWriter) {
        lineEnds(&page)
        var isInHead = false
        var seen: Set<Bytes> = []
        for span in message.spans {
            // In short, one empty line ends the head.
            let isOfHead = span.rule == "request-line" || span.rule == "status-line" || span.rule == "field-line"
            if !showsAll, isInHead, !isOfHead, span.rule != "CRLF" { page.newline() }
            if span.rule != "CRLF" { isInHead = isOfHead }
            switch span.rule {
            case "request-line", "status-line": startLine(span, &page)
            case "field-line":
                // In short, what a field is for is said once of its lines.
                let name = span.children.first { $0.rule == "field-name" }.map { bytes($0).lowercased }
                let isKnown = name.map { !seen.insert($0).inserted } ?? false
                fieldLine(span, isRepeated: isKnown && !showsAll, &page)
            case "message-body": body(span, &page)
            case "CRLF" where !span.isMalformed || isLineFeed(span): break
            default: stray(span, &page)
            }
        }
        if !showsAll, isInHead { page.newline() }
    }

    /// Messages that somebody typed end their lines with LF alone: it is said once, not of every line.
    private func lineEnds(_ page: inout PageWriter) {
        guard message.spans.contains(where: { $0.rule == "CRLF" && isLineFeed($0) }) else { return }
        page.prose(
            message.isPasted
                ? """
                Lines end with \("LF") only, but HTTP requires CR LF. An editor or the terminal probably changed \
                them.
                """
                : "Lines end with \("LF") only, but HTTP requires CR LF; some recipients reject that.", at: 2,
            ink: message.isPasted ? .quiet : .bad)
        page.newline()
    }

    private func isLineFeed(_ span: Span) -> Bool { span.isMalformed && span.length == 1 }

    // MARK: Lines

    private func startLine(_ span: Span, _ page: inout PageWriter) {
        line(span, &page)
        var parts = span.children.filter { !$0.isSeparator && $0.rule != "reason-phrase" }
        if !showsAll {
            parts.removeAll { !$0.isMalformed && $0.rule != "method" && $0.rule != "status-code" }
            return table(parts, 18, &page)
        }
        table(parts.flatMap { part in part.rule == "request-target" ? [part] + part.targetParts : [part] }, 18, &page)
        page.newline()
    }

    private func fieldLine(_ span: Span, isRepeated: Bool = false, _ page: inout PageWriter) {
        line(span, &page)
        let name = span.children.first { $0.rule == "field-name" }
        let meaning = name.flatMap { Vocabulary.fields[bytes($0)] }
        let value = span.children.first { $0.rule == "field-value" }
        let parts = value.map { $0.significantParts } ?? []
        var words: Prose
        if let meaning {
            words = Prose(stringLiteral: meaning.text.capitalisedFirst)
        } else if span.children.isEmpty {
            words = Prose(stringLiteral: span.text)
        } else {
            // A pseudo-header field of HTTP/2 is no field name that a registry has.
            let isTold = name.map { $0.isMalformed || bytes($0).first == ASCII.colon } ?? false
            words = Prose(stringLiteral: isTold ? name?.text ?? "" : "Not in Hark's dictionary.")
        }
        let isLone = parts.count == 1
        if isLone, let part = parts.first, part.rule != "field-value" {
            // In short, nothing is said twice.
            let telling: FieldTable.Telling =
                if let name, message.lacksContent, bytes(name).equalsIgnoringCase("content-length") {
                    .part
                } else if let name, !showsAll, !part.isMalformed { FieldTable.telling(bytes(name)) } else { .both }
            switch telling {
            case .meaning: break
            case .part: words = Prose(stringLiteral: part.text)
            case .both: words = words + Prose(stringLiteral: " " + part.text)
            }
        }
        if !isRepeated || isLone || span.isMalformed {
            page.flow(words, at: ExplanationView.indent, ink: span.isMalformed ? .bad : .normal)
            spec(meaning?.spec ?? span.spec, &page)
        }
        var rows = isLone ? parts.flatMap(\.parameters) : parts.flatMap { [$0] + $0.parameters }
        if let name, !showsAll, FieldTable.listsNames(bytes(name)) { rows = [] }
        table(rows, Self.nameLimit, &page)
        for flaw in span.malformedLeaves where !rows.contains(flaw) && flaw != span && !(isLone && flaw == parts.first)
        {
            self.flaw(flaw, &page)
        }
        if showsAll { page.newline() }
    }

    private func body(_ span: Span, _ page: inout PageWriter) {
        page.prose(
            Prose(stringLiteral: showsAll ? span.text : withoutType(span.text)), at: 2,
            ink: span.isMalformed ? .bad : .normal)
        let parts = span.children.filter { !$0.isSeparator && $0.length > 0 }
        // In short, chunks that say no more than their sizes are told together, above.
        let areChunksTold =
            showsAll
            || parts.contains { part in
                !part.malformedLeaves.isEmpty || part.children.contains { $0.rule == "chunk-ext" }
            }
        let chunks = parts.filter { $0.rule == "chunk" }
        var number = 0
        var toldFlaws: Set<String> = []
        for part in parts {
            if part.rule == "trailer-section" { continue }
            if !areChunksTold, part.rule == "chunk" || part.rule == "last-chunk" { continue }
            if part.rule == "chunk" {
                number += 1
                if number == Self.chunkLimit + 1 {
                    page.prose(
                        "and \(chunks.count - Self.chunkLimit) more chunks", at: ExplanationView.indent, ink: .quiet)
                }
                if number > Self.chunkLimit { continue }
            }
            chunk(part, isFirst: number == 1, &toldFlaws, &page)
        }
        // Bytes of a charset that a terminal does not have say nothing beside the text.
        let isShownAsText = message.plain.map { $0.codings.isEmpty } ?? false
        if !span.isMalformed, !isShownAsText {
            content(parts.isEmpty ? bytes(span) : message.content.bytes ?? Bytes(), &page)
        }
        if let plain = message.plain, span.length > 0 { self.plain(plain, &page) }
        page.newline()
        for trailers in parts where trailers.rule == "trailer-section" {
            page.prose(Prose(stringLiteral: trailers.text), at: 2, ink: trailers.isMalformed ? .bad : .normal)
            page.newline()
            for line in trailers.children where line.rule == "field-line" { fieldLine(line, &page) }
            if !showsAll { page.newline() }
            for flaw in trailers.malformedLeaves.prefix(4)
            where !trailers.children.contains(where: { $0.rule == "field-line" }) {
                self.flaw(flaw, &page)
            }
        }
    }

    /// Content-Type stands among the lines above.
    private func withoutType(_ text: String) -> String {
        guard let type = message.fields?.first(.contentType) else { return text }
        return text.replacing(" of the type " + Quotation.of(type), with: "")
    }

    /// A chunk, and what stands on its size line beside the size.
    ///
    /// - Parameter told: which flaws of line ends were told; each is told once.
    private func chunk(_ part: Span, isFirst: Bool, _ told: inout Set<String>, _ page: inout PageWriter) {
        if part.isMalformed, isLineFeed(part), !told.insert(part.text).inserted { return }
        page.flow(Prose(stringLiteral: part.text), at: ExplanationView.indent, ink: part.isMalformed ? .bad : .normal)
        let extensions = part.children.filter { $0.rule == "chunk-ext" && !$0.isMalformed }
        if !extensions.isEmpty {
            let shown = extensions.prefix(4).map { bytes($0).slice(0..<min($0.length, 60)) }
            // What extensions are is said where the first one stands.
            let meaning: Prose = isFirst ? ": for the next recipient, which ignores unknown extensions." : "."
            page.flow(
                "Its size line has \(Prose.quoted(shown.map(\.text), separator: " "))" + meaning,
                at: ExplanationView.indent)
        }
        page.newline()
        for flaw in part.malformedLeaves where flaw != part {
            if flaw.rule == "CRLF", isLineFeed(flaw), !told.insert(flaw.text).inserted { continue }
            page.prose(Prose(stringLiteral: flaw.text), at: 6, ink: .bad)
        }
    }

    /// The content without its codings.
    private func plain(_ plain: PlainContent, _ page: inout PageWriter) {
        var prose: [Prose] = []
        if !plain.codings.isEmpty {
            prose.append("Without \(Prose.list(plain.codings)): \(Prose(stringLiteral: Quantity.bytes(plain.size))).")
        }
        for remark in [plain.remark, plain.charset.map { "Decoded as \($0)." }] {
            if let remark { prose.append(Prose(stringLiteral: remark)) }
        }
        if let first = prose.first { page.prose(prose.dropFirst().reduce(first) { $0 + " " + $1 }, at: 2) }
        content(plain.bytes, &page)
    }

    /// The first lines of a text.
    private func content(_ content: Bytes, _ page: inout PageWriter) {
        let start = content.slice(0..<min(content.count, Self.contentLimit))
        // What is not text, or is compressed, says nothing to people.
        let isText = start.allSatisfy {
            $0 >= ASCII.space && $0 != ASCII.delete || $0 == ASCII.tab || $0 == ASCII.lineFeed
                || $0 == ASCII.carriageReturn
        }
        guard isText, !start.isEmpty else { return }
        var lines = start.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map {
            Bytes(Array($0.last == ASCII.carriageReturn ? $0.dropLast() : $0))
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let isAll = lines.count <= Self.contentLines && start.count == content.count
        for line in lines.prefix(Self.contentLines) {
            page.wire([(line, .quiet)], at: ExplanationView.indent)
        }
        if !isAll { page.prose("…", at: ExplanationView.indent, ink: .quiet) }
    }

    /// What is no line of a message.
    private func stray(_ span: Span, _ page: inout PageWriter) {
        if span.length > 0 { line(span, &page) }
        page.prose(
            Prose(stringLiteral: span.text), at: ExplanationView.indent, ink: span.isMalformed ? .bad : .normal)
        page.newline()
    }

    // MARK: Parts

    /// The line as it is, its parts in colours.
    private func line(_ span: Span, _ page: inout PageWriter) {
        var left = Self.lineLimit
        var pieces: [(bytes: Bytes, ink: Ink)] = []
        func add(_ part: Span, _ ink: Ink) {
            guard left > 0 else { return }
            let shown = bytes(part)
            pieces.append((shown.slice(0..<min(left, shown.count)), part.isMalformed ? .bad : ink))
            left -= shown.count
        }
        if span.children.isEmpty { add(span, span.isMalformed ? .bad : .strong) }
        for part in span.children { add(part, Self.ink(part.rule)) }
        if left < 0 { pieces.append(("…", .quiet)) }
        page.wire(pieces, at: 2)
    }

    private static func ink(_ rule: String) -> Ink {
        switch rule {
        case "method", "status-code", "field-name": .strong
        case "request-target", "field-value", "reason-phrase": .notice
        default: .quiet
        }
    }

    /// Parts with their sentences, in two columns.
    private func table(_ parts: [Span], _ nameLimit: Int, _ page: inout PageWriter) {
        let shown = parts.prefix(Self.partLimit)
        let widest = shown.map { min(bytes($0).count, nameLimit) }.max() ?? 0
        let column = ExplanationView.indent + widest + 2
        for part in shown {
            let text = bytes(part)
            page.pad(to: ExplanationView.indent)
            page.raw(part.isMalformed ? .bad : .notice) { $0.wire(text, limit: nameLimit) }
            page.flow(Prose(stringLiteral: phrase(part)), at: column, ink: part.isMalformed ? .bad : .normal)
            page.newline()
        }
        if parts.count > shown.count {
            page.prose(
                "and \(parts.count - shown.count) more, which --bytes shows", at: ExplanationView.indent, ink: .quiet)
        }
    }

    private static let nameLimit = 24

    /// Without the word that stands before it already.
    private func phrase(_ part: Span) -> String {
        let name = bytes(part).text + ": "
        let sentence = part.text
        if part.rule == "method", sentence.hasPrefix(name) {
            return String(sentence.dropFirst(name.count)).capitalisedFirst
        }
        // Code and phrase stand on the line itself.
        guard !showsAll, part.rule == "status-code", let end = sentence.firstRange(of: "): ") else { return sentence }
        return String(sentence[end.upperBound...])
    }

    private func flaw(_ span: Span, _ page: inout PageWriter) {
        page.flow("✗ byte \(message.base + span.offset):", at: ExplanationView.indent, ink: .bad)
        page.prose(Prose(stringLiteral: span.text), at: ExplanationView.indent + 2, ink: .bad)
    }

    private func spec(_ spec: String, _ page: inout PageWriter) {
        page.source(spec, at: ExplanationView.indent)
        page.newline()
    }

    private func bytes(_ span: Span) -> Bytes { message.input.slice(span.range) }
}
