package import Bytes
package import HTTPSemantics

/// Host names as a shell's pattern (`*.example.com`): `*` stands for any bytes, dots too, `?` for one. Letter case, the
/// dot that ends a name, brackets and the script of a name do not count.
package struct HostPattern: Sendable, Hashable {
    private let pattern: Bytes

    /// Fails with the reason where it can match no host.
    package init(_ text: String) throws(HostName.PatternProblem) {
        pattern = try HostName.pattern(text)
    }

    /// Linear in the host for a pattern with one star, and bounded by pattern times host for any.
    package func matches(_ host: Bytes) -> Bool {
        let name = HostName.compared(host)
        var position = (pattern: 0, name: 0)
        var star: (pattern: Int, name: Int)?
        while position.name < name.count {
            let wanted = position.pattern < pattern.count ? pattern[position.pattern] : 0
            if wanted == UInt8(ascii: "*") {
                star = (position.pattern + 1, position.name)
                position.pattern += 1
            } else if wanted == UInt8(ascii: "?") || (wanted != 0 && wanted == name[position.name]) {
                position = (position.pattern + 1, position.name + 1)
            } else if let last = star {
                // The star takes one byte more.
                star = (last.pattern, last.name + 1)
                position = (last.pattern, last.name + 1)
            } else {
                return false
            }
        }
        return pattern.slice(position.pattern..<pattern.count).allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
