import Bytes
import Flow
import HTTPModel

extension ExchangeLines {
    private static let lineLimit = 80
    /// Quirks of one message told one by one.
    private static let quirkLimit = 10

    /// Tolerated deviations, and what Hark changed: a user's rules one by one, what a proxy owes in one line.
    mutating func changeLines(_ record: FlowRecord) {
        for kind in [MessageKind.request, .response] {
            let quirks = record.quirks(kind)
            for quirk in quirks.prefix(Self.quirkLimit) {
                writer.detail("quirk", ink: .warning) { out in
                    out.text(kind == .request ? "request, byte " : "response, byte ")
                    out.number(quirk.offset)
                    out.text(": ")
                    out.wire(quirk.text)
                    out.text(" (")
                    out.wire(quirk.spec)
                    out.text(")")
                }
            }
        }
        ownedChanges(record)
        for kind in [MessageKind.request, .response] {
            guard let fields = record.fields(kind) else { continue }
            for edit in record[kind].edits {
                guard case .rule(let rule) = edit.reason else { continue }
                writer.detail("rule") { out in
                    Self.phrase(edit.action, fields, to: &out)
                    out.text(" (")
                    out.wire(Secrets.redacted(Bytes(rule)), limit: 100)
                    out.text(")")
                }
            }
        }
    }

    private mutating func ownedChanges(_ record: FlowRecord) {
        var hasAny = false
        for kind in [MessageKind.request, .response] {
            for edit in record[kind].edits {
                if case .owed = edit.reason { hasAny = true }
            }
        }
        guard hasAny else { return }
        writer.detail("changed", ink: .quiet) { out in
            var isFirst = true
            for kind in [MessageKind.request, .response] {
                guard let fields = record.fields(kind) else { continue }
                for edit in record[kind].edits {
                    guard case .owed(let spec, _) = edit.reason else { continue }
                    if !isFirst { out.text(", ") }
                    isFirst = false
                    Self.phrase(edit.action, fields, isShort: true, to: &out)
                    out.text(" (")
                    out.wire(spec.description)
                    out.text(")")
                }
            }
        }
    }

    /// `User-Agent removed`, `Host: a -> Host: b`, `X-Test: 1 added`, `request line -> GET / HTTP/1.1`
    static func phrase(
        _ action: Change.Action, _ fields: FieldSection, isShort: Bool = false, to out: inout LineBuffer
    ) {
        func line(_ index: Int) -> FieldLine? {
            fields.lines.indices.contains(index) ? fields.lines[index] : nil
        }
        switch action {
        case .replaceStartLine(let with):
            if isShort, let target = changedTarget(fields.startLine, with) {
                out.text("target -> ")
                out.wire(target, limit: 24)
            } else {
                out.text("first line -> ")
                out.wire(with, limit: lineLimit)
            }
        case .remove(let index):
            if let line = line(index) { out.wire(fields.name(of: line), limit: 40) }
            out.text(" removed")
        case .replace(let index, let with):
            if let line = line(index) {
                if isShort {
                    out.wire(fields.name(of: line), limit: 40)
                } else {
                    out.wire(
                        Secrets.redacted(fields.raw.slice(Int(line.start)..<Int(line.valueEnd))), limit: lineLimit)
                }
            }
            out.text(" -> ")
            out.wire(Secrets.redacted(with), limit: lineLimit)
        case .add(let added):
            out.wire(Secrets.redacted(added), limit: lineLimit)
            out.text(" added")
        }
    }
}

extension ExchangeLines {
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

extension FlowRecord {
    func fields(_ kind: MessageKind) -> FieldSection? {
        switch kind {
        case .request: requestHead?.fields
        case .response: responseHead?.fields
        }
    }
}
