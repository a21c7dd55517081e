import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// The fields of a message while rules work on them: the lines as they stand now, and the wishes that led there.
struct FieldWork {
    private var lines: [(name: Bytes, value: Bytes)]
    private(set) var wishes: [HeaderRule] = []
    /// The action that works means it, malformed or not.
    var isRaw = false

    /// Of each line its name as a number, by which most are passed over.
    private var numbers: [UInt64]
    private var mask = NameMask()

    init(_ section: FieldSection) {
        // RFC 9113 §8.3.1: what HTTP/1 has in Host stands in `:authority`.
        let authority = section.place(ofPseudoField: ":authority")
        lines = section.lines.enumerated().compactMap { place, line in
            let name = section.name(of: line)
            guard authority != nil, name.first == ASCII.colon || line.known == .host else {
                return (name, section.unfoldedValue(of: line))
            }
            return place == authority ? ("Host", section.value(of: line)) : nil
        }
        numbers = []
        number()
    }

    init(_ lines: [(name: Bytes, value: Bytes)]) {
        self.lines = lines
        numbers = []
        number()
    }

    private mutating func number() {
        numbers = lines.map { $0.name.caselessNumber }
        for number in numbers { mask.insert(number) }
    }

    var all: [(name: Bytes, value: Bytes)] { lines }

    func values(_ name: Bytes) -> [Bytes] { places(name, name.caselessNumber).map { lines[$0].value } }

    /// The lines of this name.
    private func places(_ name: Bytes, _ number: UInt64) -> [Int] {
        guard mask.mayHave(number) else { return [] }
        return numbers.indices.filter { numbers[$0] == number && lines[$0].name.equalsIgnoringCase(name) }
    }

    private mutating func append(_ name: Bytes, _ number: UInt64, _ value: Bytes) {
        lines.append((name, value))
        numbers.append(number)
        mask.insert(number)
    }

    private mutating func remove(_ places: [Int]) {
        for place in places.reversed() {
            lines.remove(at: place)
            numbers.remove(at: place)
        }
    }

    /// Takes a wish up; whether anything is other than before.
    @discardableResult
    mutating func apply(_ rule: HeaderRule, _ source: String) -> Bool {
        let (name, number) = (rule.name, rule.nameNumber)
        let places = places(name, number)
        // A proxy may owe a line an edit that nobody sees here: what is as it should be is a wish all the same.
        var isWish = true
        var hasChanged = true
        switch rule.action {
        case .set(let value):
            if let first = places.first {
                hasChanged = places.count > 1 || lines[first].value != value
                lines[first].value = value
                remove(Array(places.dropFirst()))
            } else {
                append(name, number, value)
            }
        case .add(let value): append(name, number, value)
        case .remove:
            remove(places)
            hasChanged = !places.isEmpty
        case .removeLine(let value):
            let meant = places.filter { lines[$0].value == value }
            remove(meant)
            hasChanged = !meant.isEmpty
            isWish = hasChanged
        case .replaceLine(let value, let other):
            let meant = value == other ? [] : places.filter { lines[$0].value == value }
            for place in meant { lines[place].value = other }
            hasChanged = !meant.isEmpty
            isWish = hasChanged
        }
        if isWish { wishes.append(rule.told(as: source)) }
        return hasChanged
    }

    @discardableResult
    mutating func set(_ name: Bytes, _ value: Bytes, _ source: String) -> Bool {
        apply(HeaderRule(.set(value: value), name, source: source, isRaw: isRaw), source)
    }

    @discardableResult
    mutating func add(_ name: Bytes, _ value: Bytes, _ source: String) -> Bool {
        apply(HeaderRule(.add(value: value), name, source: source, isRaw: isRaw), source)
    }

    @discardableResult
    mutating func remove(_ names: [Bytes], _ source: String) -> Bool {
        var hasChanged = false
        for name in names where apply(HeaderRule(.remove, name, source: source), source) { hasChanged = true }
        return hasChanged
    }

    private mutating func replace(_ name: Bytes, _ value: Bytes, by other: Bytes?, _ source: String) -> Bool {
        let action: HeaderRule.Action = other.map { .replaceLine(value: value, with: $0) } ?? .removeLine(value: value)
        return apply(HeaderRule(action, name, source: source, isRaw: isRaw), source)
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
