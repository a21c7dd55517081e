package import Bytes
package import HTTPModel

/// What is left of a quota, by the fields that are in use: RateLimit with policies (the draft of the working group),
/// its older form with names, and the fields of one number each, with `X-` and without.
package struct RateLimit: Sendable, Hashable {
    /// Of the policy of which the least is left.
    package let remaining: UInt64
    /// When there is more: seconds from the answer, or since 1970 where the service counts so.
    package let reset: Int64?

    /// nil when nothing says how much is left.
    package init?(_ fields: FieldSection) {
        let members = fields.list(named: "ratelimit")
        var least: (remaining: UInt64, reset: Int64?)?
        for member in members {
            let end = FieldList.end(in: member, from: 0, separator: ASCII.semicolon)
            var found: (left: UInt64?, reset: Int64?)
            FieldList.forEachMember(of: member.slice(end..<member.count), separator: ASCII.semicolon) { part in
                let (name, value) = FieldList.pair(part)
                if name == "r" { found.left = value?.decimal }
                if name == "t" { found.reset = value?.decimal.flatMap { Int64(exactly: $0) } }
            }
            guard let left = found.left, left < least?.remaining ?? .max else { continue }
            least = (left, found.reset)
        }
        if let least {
            (remaining, reset) = least
            return
        }
        func number(_ names: [StaticString], _ key: Bytes) -> UInt64? {
            for name in names {
                if let value = fields.first(named: name)?.decimal { return value }
            }
            for case (let name, let value?) in members.map({ FieldList.pair($0) }) where name == key {
                if let found = value.decimal { return found }
            }
            return nil
        }
        guard let left = number(["ratelimit-remaining", "x-ratelimit-remaining"], "remaining") else { return nil }
        remaining = left
        reset = number(["ratelimit-reset", "x-ratelimit-reset"], "reset").flatMap { Int64(exactly: $0) }
    }

    /// Seconds from the answer until there is more; nil when that is not told, or is told as a moment and the answer
    /// has no date.
    package func wait(at date: Int64?) -> Int64? {
        guard let reset else { return nil }
        // No service counts its seconds from now in decades: what is larger is a moment.
        guard reset > 1_000_000_000 else { return reset }
        return date.map { max(0, reset - $0) }
    }
}
