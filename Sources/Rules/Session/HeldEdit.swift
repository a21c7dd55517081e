package import Bytes
package import Flow
package import HTTPModel
internal import HTTPWire

/// What somebody wrote in place of a held head. Pure functions.
package enum HeldEdit {
    /// Why it is no such head, and at which byte of it.
    package struct Refusal: Error, Sendable, Hashable {
        package let offset: Int
        /// A sentence.
        package let text: String

        init(at offset: Int, _ text: String) {
            self.offset = offset
            self.text = text
        }
    }

    /// What to do to a received head so that it becomes what was written.
    ///
    /// Lines that say where a message or a connection ends stay as they are.
    package static func alteration(
        _ kind: MessageKind, _ section: FieldSection, to text: Bytes
    ) throws(Refusal) -> Alteration {
        let isList = text.first == ASCII.colon
        guard isList == section.isList else {
            let begins = section.isList ? "pseudo-header fields, such as :method" : "a start line"
            throw Refusal(at: 0, "The held head begins with \(begins), and this one does not.")
        }
        var alteration = Alteration()
        let edited: FieldSection
        switch kind {
        case .request:
            // RFC 8441 §4: what was held as an extended CONNECT was offered; nothing else becomes one.
            let head = try request(text, mayNameProtocol: section.pseudoField(":protocol") != nil)
            alteration.requestLine = try requestLine(head, section)
            edited = head.fields
            try checkFixed(edited, section)
        case .response:
            let head = try response(text, section)
            alteration.statusLine = try statusLine(head, section)
            edited = head.fields
        }
        alteration.headers = headers(section, edited)
        return alteration
    }

    // MARK: - Heads

    private static func request(_ text: Bytes, mayNameProtocol: Bool) throws(Refusal) -> RequestHead {
        try checkList(text) { fields throws(FieldFault) in
            _ = try FieldRules.request(fields, allowsExtendedConnect: mayNameProtocol)
        }
        let (head, error) = RecordedHead.request(text)
        if let error { throw Refusal(at: error.offset, error.text) }
        return head
    }

    private static func response(_ text: Bytes, _ section: FieldSection) throws(Refusal) -> ResponseHead {
        try checkList(text) { fields throws(FieldFault) in _ = try FieldRules.response(fields) }
        let (head, error) = RecordedHead.response(text, to: .get)
        if let error { throw Refusal(at: error.offset, error.text) }
        guard let head else { throw Refusal(at: 0, "It has no status code.") }
        // What is read of a server that does not know better is no form to write in; what it wrote itself may stay.
        let had = Set(RecordedHead.response(section.raw, to: .get).head?.quirks.map(\.code) ?? [])
        let odd: Set<Quirk.Code> = [.oddFieldName, .controlInValue]
        if let quirk = head.quirks.first(where: { odd.contains($0.code) && !had.contains($0.code) }) {
            throw Refusal(at: Int(quirk.offset), quirk.text)
        }
        return head
    }

    /// Of HTTP/2 the fields are asked themselves, as its faults are others than those of lines.
    private static func checkList(
        _ text: Bytes, _ check: (FieldSection) throws(FieldFault) -> Void
    ) throws(Refusal) {
        guard text.first == ASCII.colon else { return }
        let section = RecordedHead.section(text, hasStartLine: false)
        if let line = section.lines.first(where: { !section.hasColon($0) }) {
            throw Refusal(at: Int(line.start), WireError(.missingColon, offset: Int(line.start)).text)
        }
        do throws(FieldFault) {
            try check(section)
        } catch {
            throw Refusal(at: error.offset, error.text)
        }
    }

    /// Whom the request is for, and how, was decided before it was held.
    private static func checkFixed(_ edited: FieldSection, _ section: FieldSection) throws(Refusal) {
        guard section.isList else { return }
        for (name, words) in [(":scheme", "how its server is reached"), (":protocol", "what it opens")] {
            guard edited.value(ofPseudo: name) != section.value(ofPseudo: name) else { continue }
            let line = edited.lines.first { edited.name(of: $0).text == name }
            throw Refusal(
                at: line.map { Int($0.valueStart) } ?? 0,
                "\(name) cannot be edited here: \(words) is already decided; use a rule with 'map-to'.")
        }
    }

    /// nil when it is the same as before.
    private static func requestLine(
        _ head: RequestHead, _ section: FieldSection
    ) throws(Refusal) -> Alteration.NewRequestLine? {
        if !section.isList, head.startLine == section.startLine { return nil }
        let target: Bytes
        switch head.target.form {
        case .origin: target = head.targetBytes
        case .absolute: target = head.raw.slice(head.target.pathAndQuery)
        case .authority, .asterisk:
            throw Refusal(at: head.target.range.lowerBound, "The target has to be a path or an absolute URL.")
        }
        if section.isList, head.method.name == section.pseudoField(":method"), target == section.pseudoField(":path") {
            return nil
        }
        return Alteration.NewRequestLine(
            method: head.method.name, target: target.isEmpty ? "/" : target, source: source)
    }

    /// nil when it is the same as before. Whether content follows depends on the status (RFC 9112 §6.3), and what
    /// follows this head is decided.
    private static func statusLine(
        _ head: ResponseHead, _ section: FieldSection
    ) throws(Refusal) -> Alteration.NewStatusLine? {
        let (was, _) = RecordedHead.response(section.raw, to: .get)
        guard let was, was.status != head.status || was.reason != head.reason else { return nil }
        guard hasContent(was.status) == hasContent(head.status), head.status >= 200 else {
            // Of HTTP/2 the code stands behind its name, which is the first of all.
            let offset = section.isList ? ":status: ".utf8.count : "HTTP/1.1 ".utf8.count
            throw Refusal(
                at: offset,
                "A response with \(head.status) \(hasContent(head.status) ? "has" : "has no") content, unlike one with "
                    + "\(was.status); answer with a response of your own.")
        }
        return Alteration.NewStatusLine(
            status: head.status, reason: section.isList ? Bytes() : head.reason, source: source)
    }

    private static func hasContent(_ status: Int) -> Bool { status >= 200 && status != 204 && status != 304 }

    // MARK: - Fields

    private static func headers(_ section: FieldSection, _ edited: FieldSection) -> [HeaderRule] {
        var old = lines(section)
        var new: [HeaderRule] = []
        for line in lines(edited) {
            if let place = old.firstIndex(where: { $0 == line }) {
                old.remove(at: place)
            } else if let rule = try? HeaderRule.parse(line.name.text + ": " + line.value.text, flag: .addResponse) {
                new.append(rule.told(as: source))
            }
        }
        let gone = old.compactMap { line -> HeaderRule? in
            guard (try? HeaderRule.parse(line.name.text, flag: .removeResponse)) != nil else { return nil }
            return HeaderRule(.removeLine(value: line.value), line.name, source: source)
        }
        var headers = gone + new
        if let authority = edited.pseudoField(":authority"), authority != section.pseudoField(":authority") {
            headers.append(HeaderRule(.set(value: authority), "Host", source: source))
        }
        return headers
    }

    static let source = "edited by hand"

    private struct Line: Equatable {
        let name: Bytes
        let value: Bytes
    }

    private static func lines(_ section: FieldSection) -> [Line] {
        section.lines.map { Line(name: section.name(of: $0), value: section.unfoldedValue(of: $0)) }
    }
}

extension FieldSection {
    fileprivate func value(ofPseudo name: String) -> Bytes? {
        lines.first { self.name(of: $0).text == name }.map { value(of: $0) }
    }
}
