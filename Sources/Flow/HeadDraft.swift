import Bytes
import HTTPModel

/// A head on its way to becoming what is forwarded: the lines received, and the edits so far.
///
/// Edits name lines of the received section, so each can be shown beside the line it changed. A line has at most one
/// edit; a later one takes its place. An edit costs the same however many came before it.
struct HeadDraft {
    let section: FieldSection
    /// In the order they were made, those that a later one of the same line took the place of included.
    private var made: [Change] = []
    /// Places in `made` of those that hold no more.
    private var dropped: Set<Int> = []
    /// Of each received line the place of its edit in `made`, -1 without one; empty while there are so few edits that
    /// they are quickly looked through, as in nearly all heads.
    private var places: [Int] = []
    /// Of each received line its name as a number, and of each edit that of the line it adds, 0 of others; empty until
    /// rules are applied, which ask for names again and again.
    private var receivedNames: [UInt64] = []
    private var addedNames: [UInt64] = []
    private var hasNames = false
    /// Most names that are asked for are neither received nor added.
    private var mask = NameMask()
    private static let few = 8

    init(_ section: FieldSection) {
        self.section = section
    }

    /// What is to be done, in order.
    var edits: [Change] {
        dropped.isEmpty ? made : made.indices.filter { !dropped.contains($0) }.map { made[$0] }
    }

    mutating func replaceStartLine(_ line: Bytes, _ reason: Change.Reason) {
        append(Change(.replaceStartLine(line), reason))
    }

    mutating func remove(_ line: Int, _ reason: Change.Reason) {
        make(Change(.remove(line: line), reason), of: line)
    }

    mutating func replace(_ line: Int, with text: Bytes, _ reason: Change.Reason) {
        make(Change(.replace(line: line, with: text), reason), of: line)
    }

    mutating func add(_ text: Bytes, _ reason: Change.Reason) {
        append(Change(.add(text), reason))
    }

    /// Whether the line at `index` will not be forwarded.
    func isRemoved(_ index: Int) -> Bool {
        guard let place = place(of: index), case .remove = made[place].action else { return false }
        return true
    }

    /// What the line at `index` becomes; nil when it stays or goes.
    func replacement(of index: Int) -> Bytes? {
        guard let place = place(of: index), case .replace(_, let text) = made[place].action else { return nil }
        return text
    }

    /// Applies the user's rules in order; each sees what the ones before it left.
    mutating func apply(_ rules: [HeaderRule]) {
        guard !rules.isEmpty else { return }
        hasNames = true
        receivedNames = section.lines.map { section.name(of: $0).caselessNumber }
        mask.expect(receivedNames.count + made.count + rules.count)
        for name in receivedNames { mask.insert(name) }
        addedNames = made.map { Self.addedName($0.action) }
        for name in addedNames { mask.insert(name) }
        made.reserveCapacity(made.count + rules.count)
        addedNames.reserveCapacity(made.count + rules.count)
        for place in rules.indices {
            // Most rules write lines of their own.
            if let (line, number) = rules[place].newLine(beside: mask) {
                made.append(line)
                addedNames.append(number)
                mask.insert(number)
            } else {
                apply(rules[place])
            }
        }
        hasNames = false
    }

    private static func addedName(_ action: HeadAction) -> UInt64 {
        // A pseudo-header field begins with a colon of its own (RFC 9113 §8.3).
        guard case .add(let line) = action, let colon = line.dropFirst().firstIndex(of: ASCII.colon) else { return 0 }
        return line.slice(0..<colon).caselessNumber
    }

    private mutating func apply(_ rule: HeaderRule) {
        let reason = rule.reason
        switch rule.action {
        case .remove:
            removeAll(of: rule)
        case .add:
            append(rule.addition, name: rule.nameNumber)
        case .set(let value):
            guard let first = lines(of: rule).first else {
                dropAdditions(of: rule)
                append(rule.addition, name: rule.nameNumber)
                return
            }
            let text = standsAsAuthority(first) ? Self.line(":authority", value) : rule.line
            removeAll(of: rule)
            if isReceived(first, as: text) {
                // It is as the user wants it already: no change, and none on record.
                supersede(first)
            } else {
                replace(first, with: text, reason)
            }
        case .removeLine(let value):
            changeLines(rule, value, to: nil, reason)
        case .replaceLine(let value, _):
            changeLines(rule, value, to: rule.line, reason)
        }
    }

    /// Lines of this name with just this value, as they stand after what was done before.
    private mutating func changeLines(
        _ rule: HeaderRule, _ value: Bytes, to text: Bytes?, _ reason: Change.Reason
    ) {
        for index in lines(of: rule) where current(index) == value {
            guard let text else {
                remove(index, reason)
                continue
            }
            replace(index, with: text, reason)
        }
        for index in made.indices where addedNames[index] == rule.nameNumber && !dropped.contains(index) {
            guard case .add(let line) = made[index].action, Self.value(of: line, named: rule.name) == value else {
                continue
            }
            if let text { made[index] = Change(.add(text), reason) } else { dropped.insert(index) }
        }
    }

    /// The value of a received line as it goes on now.
    func current(_ index: Int) -> Bytes {
        let line = section.lines[index]
        guard let place = place(of: index), case .replace(_, let text) = made[place].action else {
            return section.unfoldedValue(of: line)
        }
        return Self.value(of: text, named: section.name(of: line)) ?? Bytes()
    }

    /// Why the line at `index` goes on otherwise than it came; nil when it does not.
    func reason(of index: Int) -> Change.Reason? { place(of: index).map { made[$0].reason } }

    /// RFC 9113 §8.3.1: the host goes out, or as far as edits have come would go out, in a pseudo-header field.
    private func standsAsAuthority(_ index: Int) -> Bool {
        (replacement(of: index) ?? section.name(of: section.lines[index])).first == ASCII.colon
    }

    private static func value(of line: Bytes, named name: Bytes) -> Bytes? {
        guard line.count > name.count, line[name.count] == ASCII.colon,
            line.slice(0..<name.count).equalsIgnoringCase(name)
        else { return nil }
        return line.slice((name.count + 1)..<line.count).trimmed
    }

    /// Whether the line came with exactly this text.
    private func isReceived(_ line: Int, as text: Bytes) -> Bool {
        let line = section.lines[line]
        let isWhole = line.line.count == text.count + 2 && section.raw[Int(line.end) - 2] == ASCII.carriageReturn
        return isWhole && section.raw.slice(line.line.lowerBound..<line.line.upperBound - 2) == text
    }

    /// The received lines of a rule's name that are still to be forwarded.
    private func lines(of rule: HeaderRule) -> [Int] {
        // RFC 9113 §8.3.1: what HTTP/1 has in Host stands in `:authority`.
        let authority = rule.isOfHost ? section.place(ofPseudoField: ":authority") : nil
        let (name, number) = (rule.name, rule.nameNumber)
        return receivedNames.indices.filter { index in
            let isNamed = receivedNames[index] == number
            guard isNamed || index == authority else { return false }
            return (index == authority || section.name(of: section.lines[index]).equalsIgnoringCase(name))
                && !isRemoved(index)
        }
    }

    private mutating func removeAll(of rule: HeaderRule) {
        for index in lines(of: rule) {
            remove(index, rule.reason)
        }
        dropAdditions(of: rule)
    }

    private mutating func dropAdditions(of rule: HeaderRule) {
        if rule.isOfHost {
            let authority: Bytes = ":authority"
            dropAdditions(named: authority, authority.caselessNumber)
        }
        dropAdditions(named: rule.name, rule.nameNumber)
    }

    private mutating func dropAdditions(named name: Bytes, _ number: UInt64) {
        for index in addedNames.indices where addedNames[index] == number {
            guard case .add(let text) = made[index].action, text.count > name.count else { continue }
            if text[name.count] == ASCII.colon, text.slice(0..<name.count).equalsIgnoringCase(name) {
                dropped.insert(index)
            }
        }
    }

    private mutating func make(_ edit: Change, of line: Int) {
        guard section.lines.indices.contains(line) else { return }
        supersede(line)
        if places.isEmpty, made.count >= Self.few { listPlaces() }
        if !places.isEmpty { places[line] = made.count }
        append(edit)
    }

    private mutating func listPlaces() {
        places.reserveCapacity(section.lines.count)
        for _ in section.lines.indices { places.append(-1) }
        for place in made.indices where !dropped.contains(place) {
            if let line = made[place].action.line { places[line] = place }
        }
    }

    private mutating func append(_ edit: Change, name: UInt64? = nil) {
        // Most heads need few.
        if made.isEmpty { made.reserveCapacity(4) }
        made.append(edit)
        guard hasNames else { return }
        let number = name ?? Self.addedName(edit.action)
        addedNames.append(number)
        mask.insert(number)
    }

    private func place(of line: Int) -> Int? {
        guard places.isEmpty else { return line < places.count && places[line] >= 0 ? places[line] : nil }
        return made.indices.first { made[$0].action.line == line && !dropped.contains($0) }
    }

    private mutating func supersede(_ line: Int) {
        guard let place = place(of: line) else { return }
        dropped.insert(place)
        if !places.isEmpty { places[line] = -1 }
    }

    /// RFC 9110 §7.6.3: the version that was received, and by whom; behind what proxies before this one have said.
    mutating func addVia(_ received: HTTPVersion) {
        add(Self.line("Via", Bytes("\(received.major).\(received.minor) hark")), .rule("--via"))
    }

    static func line(_ name: Bytes, _ value: Bytes) -> Bytes {
        var line: [UInt8] = []
        line.reserveCapacity(name.count + value.count + 2)
        name.withUnsafeBytes { line.append(contentsOf: $0) }
        line.append(ASCII.colon)
        line.append(ASCII.space)
        value.withUnsafeBytes { line.append(contentsOf: $0) }
        return Bytes(line)
    }
}

extension HeadAction {
    /// The received line that it is about; nil for one that is new, and for the start line.
    fileprivate var line: Int? {
        switch self {
        case .remove(let line), .replace(let line, _): line
        case .replaceStartLine, .add, .replaceHead: nil
        }
    }
}
