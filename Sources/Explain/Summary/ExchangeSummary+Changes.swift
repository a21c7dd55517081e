import Bytes
import Flow
import HTTPModel

extension ExchangeSummary {
    private static let lineLimit = 80
    /// Quirks of one message told one by one.
    private static let quirkLimit = 10

    /// Tolerated deviations.
    mutating func quirks(_ record: FlowRecord) {
        guard record.hasQuirks else { return }
        for quirk in record.quirks(.request).prefix(Self.quirkLimit) { tell(quirk, of: "request, byte ") }
        for (_, quirk) in record.interimQuirks.prefix(Self.quirkLimit) { tell(quirk, of: "interim response, byte ") }
        for quirk in record.quirks(.response).prefix(Self.quirkLimit) { tell(quirk, of: "response, byte ") }
    }

    private mutating func tell(_ quirk: Quirk, of place: StaticText) {
        add(.quirk, .warning) { out in
            out.text(place)
            out.number(quirk.offset)
            out.text(": ")
            out.string(quirk.text)
            out.text(" (")
            out.string(quirk.spec)
            out.text(")")
        }
    }

    /// What Hark changed: a user's rules one by one, what a proxy owes in one row. Briefly, nothing of what every
    /// exchange has.
    mutating func changes(_ record: FlowRecord, _ extent: Extent) {
        guard !record.request.edits.isEmpty || !record.response.edits.isEmpty else { return }
        var owed: [(edit: Change, fields: FieldSection)] = []
        var ruled: [(edit: Change, fields: FieldSection, rule: String)] = []
        for kind in [MessageKind.request, .response] {
            guard let fields = record.fields(kind) else { continue }
            for edit in record[kind].edits {
                switch edit.reason {
                case .owed(let spec, _):
                    if extent == .full || !Self.isUsual(edit.action, spec) { owed.append((edit, fields)) }
                case .rule(let rule), .raw(let rule): ruled.append((edit, fields, rule))
                }
            }
        }
        if !owed.isEmpty {
            add(.changed, .quiet) { out in
                out.list(owed, limit: .max) { out, change in
                    guard case .owed(let spec, _) = change.edit.reason else { return }
                    Self.told(change.edit.action, change.fields, isShort: true, to: &out)
                    out.text(" (")
                    out.text(spec)
                    out.text(")")
                }
            }
        }
        for change in ruled {
            add(.rule) { out in
                Self.told(change.edit.action, change.fields, to: &out)
                out.text(" (")
                out.line(Bytes(change.rule), limit: 100)
                out.text(")")
            }
        }
    }

    /// Whether every exchange has such a change: the form of the target, what two versions write differently, fields
    /// for one connection. Among these the change that one looks for is lost.
    private static func isUsual(_ action: Change.Action, _ spec: StaticText) -> Bool {
        if usualSpecs.contains(spec) { return true }
        guard case .replaceStartLine = action else { return false }
        return targetSpecs.contains(spec)
    }

    /// RFC 9110 §7.6.1: fields of one connection; RFC 9113 §8.3: the start line of one version and that of the other.
    private static let usualSpecs: Set<StaticText> = ["RFC 9110 §7.6.1", "RFC 9113 §8.3.1", "RFC 9113 §8.3.2"]
    private static let targetSpecs: Set<StaticText> = ["RFC 9112 §3.2.1", "RFC 9112 §3.2.2", "RFC 9110 §2.5"]

    /// `User-Agent removed`, `Host: a -> Host: b`, `X-Test: 1 added`, `first line -> GET / HTTP/1.1`
    private static func told(
        _ action: Change.Action, _ fields: FieldSection, isShort: Bool = false, to out: inout Phrase
    ) {
        func line(_ index: Int) -> FieldLine? {
            fields.lines.indices.contains(index) ? fields.lines[index] : nil
        }
        switch action {
        case .replaceStartLine(let with):
            if isShort, let target = changedTarget(fields.startLine, with) {
                out.text("target -> ")
                out.url(target, limit: 24)
            } else {
                out.text("first line -> ")
                out.line(with, limit: lineLimit)
            }
        case .replaceHead(let with):
            out.text("head -> ")
            out.line(with, limit: lineLimit)
        case .remove(let index):
            if let line = line(index) { out.wire(fields.name(of: line), limit: 40) }
            out.text(" removed")
        case .replace(let index, let with):
            if let line = line(index) {
                if isShort {
                    out.wire(fields.name(of: line), limit: 40)
                } else {
                    out.line(fields.raw.slice(Int(line.start)..<Int(line.valueEnd)), limit: lineLimit)
                }
            }
            out.text(" -> ")
            out.line(with, limit: lineLimit)
        case .add(let added):
            out.line(added, limit: lineLimit)
            out.text(" added")
        }
    }

    /// The new target, when it alone differs between two request lines.
    private static func changedTarget(_ old: Bytes, _ new: Bytes) -> Bytes? {
        guard let oldStart = old.firstIndex(of: ASCII.space), let oldEnd = old.lastIndex(of: ASCII.space),
            let newStart = new.firstIndex(of: ASCII.space), let newEnd = new.lastIndex(of: ASCII.space),
            newStart < newEnd, old.slice(0..<oldStart) == new.slice(0..<newStart),
            old.slice(oldEnd..<old.count) == new.slice(newEnd..<new.count)
        else { return nil }
        return new.slice((newStart + 1)..<newEnd)
    }
}
