import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// The fields of a message while rules work on them: what they wish, and the lines as they stand then, which are made
/// when somebody asks for them.
struct FieldWork {
    private let received: Received
    private(set) var wishes: [HeaderRule] = []
    /// The action that works means it, malformed or not.
    var isRaw = false
    /// Somebody is told what rules do, and so has to know what is other than before.
    private let isTold: Bool
    /// The names of all lines.
    private var names: NameMask?
    private var made: Lines?
    /// How many of the wishes these lines show.
    private var shown = 0

    private enum Received {
        case section(FieldSection)
        case lines([(name: Bytes, value: Bytes)])
    }

    init(_ section: FieldSection, isTold: Bool) {
        received = .section(section)
        self.isTold = isTold
    }

    init(_ lines: [(name: Bytes, value: Bytes)]) {
        received = .lines(lines)
        isTold = true
    }

    /// So many wishes come.
    mutating func expect(_ count: Int) { wishes.reserveCapacity(wishes.count + count) }

    /// The lines as they stand now.
    mutating func all() -> [(name: Bytes, value: Bytes)] { lines().all }

    mutating func values(_ name: Bytes) -> [Bytes] { lines().values(name) }

    private mutating func lines() -> Lines {
        show()
        return made ?? Lines([])
    }

    private mutating func show() {
        if made == nil { made = Lines(receivedLines) }
        for wish in wishes[shown...] { _ = made?.change(wish) }
        shown = wishes.count
    }

    private var receivedLines: [(name: Bytes, value: Bytes)] {
        switch received {
        case .lines(let lines): return lines
        case .section(let section):
            // RFC 9113 §8.3.1: what HTTP/1 has in Host stands in `:authority`.
            let authority = section.place(ofPseudoField: ":authority")
            return section.lines.enumerated().compactMap { place, line in
                let name = section.name(of: line)
                guard authority != nil, name.first == ASCII.colon || line.known == .host else {
                    return (name, section.unfoldedValue(of: line))
                }
                return place == authority ? ("Host", section.value(of: line)) : nil
            }
        }
    }

    /// Takes a wish up; whether anything is other than before, as far as somebody is told.
    @discardableResult
    mutating func apply(_ rule: HeaderRule) -> Bool {
        if rule.isUnconditional {
            guard isTold else {
                wishes.append(rule)
                return true
            }
            if names == nil { names = NameMask(receivedLines.lazy.map { $0.name.caselessNumber }) }
            // Most rules write lines of their own.
            if rule.writesLine, names?.mayHave(rule.nameNumber) == false {
                names?.insert(rule.nameNumber)
                wishes.append(rule)
                return true
            }
        }
        show()
        // A proxy may owe a line an edit that nobody sees here: what is as it should be is a wish all the same.
        let hasChanged = made?.change(rule) ?? false
        if hasChanged || rule.isUnconditional { wishes.append(rule) }
        shown = wishes.count
        return hasChanged
    }

    @discardableResult
    mutating func set(_ name: Bytes, _ value: Bytes, _ source: String) -> Bool {
        apply(HeaderRule(.set(value: value), name, source: source, isRaw: isRaw))
    }

    @discardableResult
    mutating func add(_ name: Bytes, _ value: Bytes, _ source: String) -> Bool {
        apply(HeaderRule(.add(value: value), name, source: source, isRaw: isRaw))
    }

    @discardableResult
    mutating func remove(_ names: [Bytes], _ source: String) -> Bool {
        var hasChanged = false
        for name in names where apply(HeaderRule(.remove, name, source: source)) { hasChanged = true }
        return hasChanged
    }

    private mutating func replace(_ name: Bytes, _ value: Bytes, by other: Bytes?, _ source: String) -> Bool {
        let action: HeaderRule.Action = other.map { .replaceLine(value: value, with: $0) } ?? .removeLine(value: value)
        return apply(HeaderRule(action, name, source: source, isRaw: isRaw))
    }

    // MARK: - Cookies

    /// One pair with this name, where the first one stood; what stands beside it stays as it is (RFC 6265 §4.2.1).
    mutating func setCookie(_ name: Bytes, _ value: Bytes, _ source: String) -> Bool {
        let pair = Bytes(name.array + [ASCII.equals] + value.array)
        var isSet = false
        var hasChanged = false
        for line in values("Cookie") {
            var pieces: [Bytes] = []
            for piece in Self.pieces(line) {
                guard Self.name(of: piece) == name else {
                    pieces.append(piece)
                    continue
                }
                if !isSet { pieces.append(pair) }
                isSet = true
            }
            let other = Self.joined(pieces)
            guard Self.joined(Self.pieces(line)) != other else { continue }
            if replace("Cookie", line, by: other.isEmpty ? nil : other, source) { hasChanged = true }
        }
        if isSet { return hasChanged }
        guard let first = values("Cookie").first else { return add("Cookie", pair, source) || hasChanged }
        return replace("Cookie", first, by: Self.joined(Self.pieces(first) + [pair]), source)
    }

    mutating func removeCookie(_ name: Bytes, _ source: String) -> Bool {
        var hasChanged = false
        for line in values("Cookie") {
            let pieces = Self.pieces(line)
            let left = pieces.filter { Self.name(of: $0) != name }
            guard left.count < pieces.count else { continue }
            if replace("Cookie", line, by: left.isEmpty ? nil : Self.joined(left), source) { hasChanged = true }
        }
        return hasChanged
    }

    mutating func setResponseCookie(_ name: Bytes, _ value: Bytes, _ source: String) -> Bool {
        let text = Bytes(name.array + [ASCII.equals] + value.array)
        let mine = values("Set-Cookie").filter { SetCookie($0).name == name }
        guard let first = mine.first else { return add("Set-Cookie", text, source) }
        var hasChanged = replace("Set-Cookie", first, by: text, source)
        for other in mine.dropFirst() where other != first && other != text {
            if replace("Set-Cookie", other, by: nil, source) { hasChanged = true }
        }
        return hasChanged
    }

    mutating func removeResponseCookie(_ name: Bytes, _ source: String) -> Bool {
        var hasChanged = false
        for line in Set(values("Set-Cookie")) where SetCookie(line).name == name {
            if replace("Set-Cookie", line, by: nil, source) { hasChanged = true }
        }
        return hasChanged
    }

    private static func pieces(_ line: Bytes) -> [Bytes] {
        line.split(separator: ASCII.semicolon).map { Bytes(Array($0)).trimmed }.filter { !$0.isEmpty }
    }

    private static func name(of piece: Bytes) -> Bytes {
        piece.slice(0..<(piece.firstIndex(of: ASCII.equals) ?? 0)).trimmed
    }

    private static func joined(_ pieces: [Bytes]) -> Bytes { Bytes(Array(pieces.joined(separator: "; ".utf8))) }
}
