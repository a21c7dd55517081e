import Bytes
import Flow

/// Compares two JSON texts by structure: each difference has the path of its value. A change of order among the members
/// of an object is told apart from a change of values, and other spellings of the same number or string from others.
struct JSONDiff {
    /// More than these nobody reads.
    static let limit = 1000

    private let left: Bytes
    private let right: Bytes
    private let message: MessageKind
    private(set) var differences: [Difference] = []
    private(set) var omitted = 0

    /// nil when one of them is not JSON from its first byte to its last.
    init?(_ left: Bytes, _ right: Bytes, _ message: MessageKind) {
        guard let ours = Self.tree(left), let theirs = Self.tree(right) else { return nil }
        (self.left, self.right, self.message) = (left, right, message)
        compare(ours, theirs, JSONPath())
        if differences.isEmpty, left != right {
            add(.respelled, JSONPath(), "white space", "white space")
        }
    }

    private static func tree(_ bytes: Bytes) -> JSONNode? {
        bytes.withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            parser.skipWhitespace()
            guard parser.next != nil, let tree = try? parser.tree() else { return nil }
            parser.skipWhitespace()
            return parser.next == nil ? tree : nil
        }
    }

    // MARK: - Values

    private mutating func compare(_ ours: JSONNode, _ theirs: JSONNode, _ path: JSONPath) {
        switch (ours.value, theirs.value) {
        case (.null, .null): break
        case (.boolean(let one), .boolean(let other)) where one == other: break
        case (.number(let one), .number(let other)):
            let (one, other) = (left.slice(one), right.slice(other))
            guard one != other else { return }
            let isSame = JSONNumber(one) == JSONNumber(other)
            add(isSame ? .respelled : .changed, path, one, other)
        case (.string(let one), .string(let other)):
            guard left.slice(one.range) != right.slice(other.range) else { return }
            let isSame = one.bytes(in: left) == other.bytes(in: right)
            add(isSame ? .respelled : .changed, path, quoted(one, left), quoted(other, right))
        case (.object(let one), .object(let other)): compareMembers(one, other, path)
        case (.array(let one), .array(let other)): compareElements(one, other, path)
        case (.tooDeep, .tooDeep):
            guard passedOver(ours, left) != passedOver(theirs, right) else { return }
            add(.changed, path, text(ours, left), text(theirs, right))
        case (.null, _), (.boolean, _), (.number, _), (.string, _), (.object, _), (.array, _), (.tooDeep, _):
            add(.changed, path, text(ours, left), text(theirs, right))
        }
    }

    private mutating func compareMembers(_ ours: [JSONNode.Member], _ theirs: [JSONNode.Member], _ path: JSONPath) {
        let (one, other) = (Self.keys(ours, left), Self.keys(theirs, right))
        let places = Dictionary(other.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Set(one)
        var order: [Int] = []
        for (index, key) in one.enumerated() {
            let place = path.member(key.name, occurrence: key.occurrence)
            guard let counterpart = places[key] else {
                add(.removed, place, text(ours[index].value, left), nil)
                continue
            }
            order.append(counterpart)
            let (name, otherName) = (left.slice(ours[index].key.range), right.slice(theirs[counterpart].key.range))
            if name != otherName { add(.respelled, place, name, otherName) }
            compare(ours[index].value, theirs[counterpart].value, place)
        }
        for (index, key) in other.enumerated() where !known.contains(key) {
            add(.added, path.member(key.name, occurrence: key.occurrence), nil, text(theirs[index].value, right))
        }
        if order != order.sorted() {
            let common = one.filter { places[$0] != nil }
            add(.moved, path, Self.list(common), Self.list(order.sorted().map { other[$0] }))
        }
    }

    private mutating func compareElements(_ ours: [JSONNode], _ theirs: [JSONNode], _ path: JSONPath) {
        let pairs = Alignment.pairs(
            ours.map { fingerprint($0, left) }, theirs.map { fingerprint($0, right) })
        var (one, other) = (0, 0)
        for pair in pairs + [(left: ours.count, right: theirs.count)] {
            // Between two that are the same, what stands in the same place is taken for the same one.
            while one < pair.left, other < pair.right {
                compare(ours[one], theirs[other], path.element(one))
                (one, other) = (one + 1, other + 1)
            }
            while one < pair.left {
                add(.removed, path.element(one), text(ours[one], left), nil)
                one += 1
            }
            while other < pair.right {
                add(.added, path.element(other), nil, text(theirs[other], right))
                other += 1
            }
            // Their fingerprints agree; whether they do as well is looked at all the same.
            if one < ours.count, other < theirs.count { compare(ours[one], theirs[other], path.element(one)) }
            (one, other) = (one + 1, other + 1)
        }
    }

    // MARK: - Help

    /// The bytes of a value that is nested too deeply, up to its last bracket. The parser has found them good.
    private func passedOver(_ node: JSONNode, _ file: Bytes) -> Bytes {
        var (depth, place, isInString) = (0, node.offset, false)
        while place < file.count {
            let byte = file[place]
            place += 1
            if isInString {
                if byte == ASCII.backslash { place += 1 }
                if byte == ASCII.quote { isInString = false }
                continue
            }
            switch byte {
            case ASCII.quote: isInString = true
            case ASCII.openBracket, ASCII.openBrace: depth += 1
            case ASCII.closeBracket, ASCII.closeBrace: depth -= 1
            default: break
            }
            if depth == 0 { break }
        }
        return file.slice(node.offset..<min(place, file.count))
    }

    private struct Key: Hashable {
        let name: Bytes
        /// Of several members of this name, which one.
        let occurrence: Int
    }

    private static func keys(_ members: [JSONNode.Member], _ file: Bytes) -> [Key] {
        var seen: [Bytes: Int] = [:]
        return members.map { member in
            let name = member.key.bytes(in: file)
            defer { seen[name, default: 0] += 1 }
            return Key(name: name, occurrence: seen[name] ?? 0)
        }
    }

    private static func list(_ keys: [Key]) -> Bytes {
        Bytes(keys.prefix(20).map(\.name.text).joined(separator: ", ") + (keys.count > 20 ? ", …" : ""))
    }

    private func fingerprint(_ node: JSONNode, _ file: Bytes) -> Int {
        var hasher = Hasher()
        feed(node, file, &hasher)
        return hasher.finalize()
    }

    private func feed(_ node: JSONNode, _ file: Bytes, _ hasher: inout Hasher) {
        switch node.value {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .number(let range): hasher.combine(file.slice(range))
        case .string(let string): hasher.combine(file.slice(string.range))
        case .tooDeep: hasher.combine(1)
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { feed(element, file, &hasher) }
        case .object(let members):
            hasher.combine(members.count)
            for member in members {
                hasher.combine(file.slice(member.key.range))
                feed(member.value, file, &hasher)
            }
        }
    }

    private func quoted(_ string: JSONString, _ file: Bytes) -> Bytes {
        Bytes([ASCII.quote] + file.slice(string.range) + [ASCII.quote])
    }

    /// A value as a difference shows it: whole when it is one, by its size when it has parts.
    private func text(_ node: JSONNode, _ file: Bytes) -> Bytes {
        switch node.value {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .number(let range): file.slice(range)
        case .string(let string): quoted(string, file)
        case .tooDeep: "nested too deeply"
        case .array(let elements): elements.isEmpty ? "[]" : Bytes("[\(elements.count) elements]")
        case .object(let members): members.isEmpty ? "{}" : Bytes("{\(members.count) members}")
        }
    }

    private mutating func add(_ action: Difference.Action, _ path: JSONPath, _ ours: Bytes?, _ theirs: Bytes?) {
        guard differences.count < Self.limit else {
            omitted += 1
            return
        }
        differences.append(Difference(message, .content, action, path: path.bytes, left: ours, right: theirs))
    }
}
