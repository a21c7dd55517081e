import Bytes
import HTTPModel

/// A head on its way to becoming what is forwarded: the lines received, and the edits so far.
///
/// Edits name lines of the received section, so each can be shown beside the line it changed. A line has at most one edit;
/// a later one takes its place.
struct HeadDraft {
    let section: FieldSection
    private(set) var edits: [HeadEdit] = []

    init(_ section: FieldSection) {
        self.section = section
    }

    mutating func replaceStartLine(_ line: Bytes, _ reason: HeadEdit.Reason) {
        edits.append(HeadEdit(.replaceStartLine(line), reason))
    }

    mutating func remove(_ line: Int, _ reason: HeadEdit.Reason) {
        supersede(line)
        edits.append(HeadEdit(.remove(line: line), reason))
    }

    mutating func replace(_ line: Int, with text: Bytes, _ reason: HeadEdit.Reason) {
        supersede(line)
        edits.append(HeadEdit(.replace(line: line, with: text), reason))
    }

    mutating func add(_ text: Bytes, _ reason: HeadEdit.Reason) {
        edits.append(HeadEdit(.add(text), reason))
    }

    /// Whether the line at `index` will not be forwarded.
    func isRemoved(_ index: Int) -> Bool {
        edits.contains { $0.action == .remove(line: index) }
    }

    /// Applies the user's rules in order; each sees what the ones before it left.
    mutating func apply(_ rules: [HeaderRule]) {
        for rule in rules {
            apply(rule)
        }
    }

    private mutating func apply(_ rule: HeaderRule) {
        let reason = HeadEdit.Reason.rule(rule.source)
        switch rule.action {
        case .remove:
            removeAll(named: rule.name, reason)
        case .add(let value):
            add(Self.line(rule.name, value), reason)
        case .set(let value):
            let text = Self.line(rule.name, value)
            guard let first = lines(named: rule.name).first else {
                dropAdditions(named: rule.name)
                add(text, reason)
                return
            }
            removeAll(named: rule.name, reason)
            if isReceived(first, as: text) {
                // It is as the user wants it already: no change, and none on record.
                supersede(first)
            } else {
                replace(first, with: text, reason)
            }
        }
    }

    /// Whether the line came with exactly this text.
    private func isReceived(_ line: Int, as text: Bytes) -> Bool {
        let line = section.lines[line]
        let isWhole = line.line.count == text.count + 2
        return isWhole && section.raw.slice(line.line.lowerBound..<line.line.upperBound - 2) == text
    }

    /// The received lines of this name that are still to be forwarded.
    private func lines(named name: Bytes) -> [Int] {
        section.lines.indices.filter {
            section.name(of: section.lines[$0]).isEqual(ignoringCase: name) && !isRemoved($0)
        }
    }

    private mutating func removeAll(named name: Bytes, _ reason: HeadEdit.Reason) {
        for index in lines(named: name) {
            remove(index, reason)
        }
        dropAdditions(named: name)
    }

    private mutating func dropAdditions(named name: Bytes) {
        edits.removeAll { edit in
            guard case .add(let text) = edit.action, text.count > name.count else { return false }
            return text[name.count] == ASCII.colon && text.slice(0..<name.count).isEqual(ignoringCase: name)
        }
    }

    private mutating func supersede(_ line: Int) {
        edits.removeAll { edit in
            switch edit.action {
            case .remove(line), .replace(line, _): true
            case .remove, .replace, .add, .replaceStartLine: false
            }
        }
    }

    static func line(_ name: Bytes, _ value: Bytes) -> Bytes {
        Bytes(name.array + [ASCII.colon, ASCII.space] + value.array)
    }
}
