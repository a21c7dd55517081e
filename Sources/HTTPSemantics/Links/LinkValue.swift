public import Bytes
public import HTTPModel

/// One link of a Link field: a target, how it relates to the resource, and what else is said of it (RFC 8288 §3).
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

    /// The links of all lines of the field, in order. What begins with no target is passed over, up to the next comma.
    public static func list(_ fields: FieldSection) -> [LinkValue] {
        var links: [LinkValue] = []
        for line in fields.lines where line.known == .other {
            guard fields.name(of: line).equalsIgnoringCase("link") else { continue }
            links += list(fields.value(of: line))
        }
        return links
    }

    /// The links of one line.
    public static func list(_ value: Bytes) -> [LinkValue] {
        var links: [LinkValue] = []
        var index = 0
        while index < value.count {
            let byte = value[index]
            if byte == ASCII.comma || ASCII.isWhitespace(byte) {
                index += 1
                continue
            }
            guard byte == ASCII.lessThan else {
                index = memberEnd(value, from: index)
                continue
            }
            // Without one from here on there is none further on: looking again would be quadratic.
            guard let close = value.firstIndex(of: ASCII.greaterThan, from: index) else { return links }
            let end = memberEnd(value, from: close + 1)
            links.append(
                LinkValue(
                    target: value.slice(index + 1..<close), relation: relation(value.slice(close + 1..<end))))
            index = end
        }
        return links
    }

    /// The comma that ends a member, or the end; commas in quotation marks are passed.
    private static func memberEnd(_ value: Bytes, from start: Int) -> Int {
        var index = start
        var isQuoted = false
        while index < value.count {
            switch value[index] {
            case ASCII.quote: isQuoted.toggle()
            case ASCII.backslash where isQuoted: index += 1
            case ASCII.comma where !isQuoted: return index
            default: break
            }
            index += 1
        }
        return value.count
    }

    /// RFC 8288 §3.3: of several `rel` the first counts.
    private static func relation(_ parameters: Bytes) -> Bytes? {
        var found: Bytes?
        FieldList.forEachMember(of: parameters, separator: ASCII.semicolon) { parameter in
            guard found == nil, let equals = parameter.firstIndex(of: ASCII.equals),
                parameter.slice(0..<equals).trimmed.equalsIgnoringCase("rel")
            else { return }
            found = FieldList.unquote(parameter.slice(equals + 1..<parameter.count).trimmed)
        }
        return found
    }
}
