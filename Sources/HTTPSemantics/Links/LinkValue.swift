public import Bytes
public import HTTPModel

/// One link of a Link field: a target, its relation to the resource, and other attributes (RFC 8288 §3).
public struct LinkValue: Sendable, Hashable {
    /// As sent, between the angle brackets: a URI reference.
    public let target: Bytes
    /// The relations of the first `rel`, as sent: `preload`, `next last`; nil without one.
    public let relation: Bytes?

    /// Whether it has this relation, given in lower case.
    public func has(_ name: StaticString) -> Bool {
        guard let relation else { return false }
        return FieldList.split(relation, separator: ASCII.space).contains { $0.equalsIgnoringCase(name) }
    }

    /// The links of all lines of the field, in order. An entry without a target is skipped up to the next comma.
    public static func list(_ fields: FieldSection) -> [LinkValue] {
        var links: [LinkValue] = []
        for line in fields.lines where line.known == .other && line.name.count == 4 {
            guard fields.name(of: line).equalsIgnoringCase("link") else { continue }
            links += list(fields.value(of: line))
        }
        return links
    }

    /// The links of one line.
    public static func list(_ value: Bytes) -> [LinkValue] {
        var links: [LinkValue] = []
        forEachMember(of: value) { member in
            guard let end = targetEnd(of: member) else { return }
            links.append(
                LinkValue(
                    target: member.slice(1..<end),
                    relation: relation(member.slice(min(end + 1, member.count)..<member.count))))
        }
        return links
    }

    /// Calls `body` with each member, be it a link or not, white space around it left out. In a target that is closed a
    /// comma and a quote are letters like others.
    package static func forEachMember(of value: Bytes, _ body: (Bytes) -> Void) {
        var start = 0
        // Without a closing sign from one place on there is none further on: looking again would be quadratic.
        var isClosable = true
        while start < value.count {
            if value[start] == ASCII.comma || ASCII.isWhitespace(value[start]) {
                start += 1
                continue
            }
            var behind = start
            if isClosable, value[start] == ASCII.lessThan {
                let close = value.firstIndex(of: ASCII.greaterThan, from: start)
                isClosable = close != nil
                behind = close.map { $0 + 1 } ?? start
            }
            let end = FieldList.end(in: value, from: behind, separator: ASCII.comma)
            body(value.slice(start..<end).trimmed)
            start = end + 1
        }
    }

    /// Where the `>` stands that closes the target of a member; nil when it is no link.
    package static func targetEnd(of member: Bytes) -> Int? {
        member.first == ASCII.lessThan ? member.firstIndex(of: ASCII.greaterThan) : nil
    }

    /// RFC 8288 §3.3: of several `rel` the first counts.
    private static func relation(_ parameters: Bytes) -> Bytes? {
        var found: Bytes?
        FieldList.forEachMember(of: parameters, separator: ASCII.semicolon) { parameter in
            let (name, value) = FieldList.pair(parameter)
            if found == nil, name.equalsIgnoringCase("rel") { found = value.map { FieldList.unquote($0) } }
        }
        return found
    }
}
