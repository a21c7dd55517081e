import Bytes
import HTTPModel

/// A head on its way to becoming what is forwarded: the lines received, and the edits so far.
///
/// Edits name lines of the received section, so each can be shown beside the line it changed. A line has at most one
/// edit; a later one takes its place. An edit costs the same however many came before it.
struct HeadDraft {
    let section: FieldSection
    /// In the order they were made; nil where a later one of the same line took its place.
    private var made: [Change?] = []
    /// Of each received line the place of its edit in `made`; empty until a line has one.
    private var places: [Int?] = []

    init(_ section: FieldSection) {
        self.section = section
    }

    /// What is to be done, in order.
    var edits: [Change] { made.compactMap { $0 } }

    mutating func replaceStartLine(_ line: Bytes, _ reason: Change.Reason) {
        made.append(Change(.replaceStartLine(line), reason))
    }

    mutating func remove(_ line: Int, _ reason: Change.Reason) {
        make(Change(.remove(line: line), reason), of: line)
    }

    mutating func replace(_ line: Int, with text: Bytes, _ reason: Change.Reason) {
        make(Change(.replace(line: line, with: text), reason), of: line)
    }

    mutating func add(_ text: Bytes, _ reason: Change.Reason) {
        made.append(Change(.add(text), reason))
    }

    /// Whether the line at `index` will not be forwarded.
    func isRemoved(_ index: Int) -> Bool {
        guard index < places.count, let place = places[index] else { return false }
        return made[place]?.action == .remove(line: index)
    }

    /// Applies the user's rules in order; each sees what the ones before it left.
    mutating func apply(_ rules: [HeaderRule]) {
        for rule in rules {
            apply(rule)
        }
    }

    private mutating func apply(_ rule: HeaderRule) {
        let reason = Change.Reason.rule(rule.source)
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
        let isWhole = line.line.count == text.count + 2 && section.raw[Int(line.end) - 2] == ASCII.carriageReturn
        return isWhole && section.raw.slice(line.line.lowerBound..<line.line.upperBound - 2) == text
    }

    /// The received lines of this name that are still to be forwarded.
    private func lines(named name: Bytes) -> [Int] {
        section.lines.indices.filter {
            section.name(of: section.lines[$0]).isEqual(ignoringCase: name) && !isRemoved($0)
        }
    }

    private mutating func removeAll(named name: Bytes, _ reason: Change.Reason) {
        for index in lines(named: name) {
            remove(index, reason)
        }
        dropAdditions(named: name)
    }

    private mutating func dropAdditions(named name: Bytes) {
        for index in made.indices {
            guard case .add(let text) = made[index]?.action, text.count > name.count else { continue }
            if text[name.count] == ASCII.colon, text.slice(0..<name.count).isEqual(ignoringCase: name) {
                made[index] = nil
            }
        }
    }

    private mutating func make(_ edit: Change, of line: Int) {
        guard section.lines.indices.contains(line) else { return }
        supersede(line)
        if places.isEmpty { places = Array(repeating: nil, count: section.lines.count) }
        places[line] = made.count
        made.append(edit)
    }

    private mutating func supersede(_ line: Int) {
        guard line < places.count, let place = places[line] else { return }
        made[place] = nil
        places[line] = nil
    }

    static func line(_ name: Bytes, _ value: Bytes) -> Bytes {
        Bytes(name.array + [ASCII.colon, ASCII.space] + value.array)
    }
}
