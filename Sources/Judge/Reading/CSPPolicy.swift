import Bytes
import HTTPModel
import HTTPSemantics

/// The policies of Content-Security-Policy: directives with their sources.
struct CSPPolicy {
    struct Directive {
        /// In lower case.
        let name: Bytes
        let sources: [Bytes]
    }

    let directives: [Directive]

    /// - Parameter value: one policy, without a comma.
    init(_ value: Bytes) {
        directives = FieldList.split(value, separator: ASCII.semicolon).prefix(100).compactMap { member in
            let words = Array(member).split { $0 == ASCII.space || $0 == ASCII.tab }.map { Bytes(Array($0)) }
            guard let name = words.first else { return nil }
            return Directive(name: name.lowercased, sources: Array(words.dropFirst()))
        }
    }

    subscript(name: StaticString) -> Directive? { directives.first { $0.name.isExactly(name) } }

    /// What decides over scripts: `script-src`, else `default-src`.
    var scripts: Directive? { self["script-src"] ?? self["default-src"] }

    /// Those of the field that browsers enforce; a comma begins another policy.
    static func list(_ fields: FieldSection) -> [CSPPolicy] {
        fields.list(named: "content-security-policy").prefix(20).map { CSPPolicy($0) }
    }

    /// The nonces of all policies.
    static func nonces(_ fields: FieldSection) -> [Bytes] {
        guard fields.contains(named: "content-security-policy") else { return [] }
        let sources = list(fields).flatMap(\.directives).flatMap(\.sources)
        return Array(Set(sources.compactMap(nonce)))
    }

    /// The value of `'nonce-…'`.
    static func nonce(_ source: Bytes) -> Bytes? {
        let prefix = "'nonce-".utf8.count
        guard source.hasPrefix(ignoringCase: "'nonce-"), source.count > prefix + 1, source.last == ASCII.apostrophe
        else { return nil }
        return source.slice(prefix..<source.count - 1)
    }
}
