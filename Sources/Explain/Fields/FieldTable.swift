import Bytes
import HTTPSemantics

/// All fields with a grammar. To explain another one, add a line to the list of its grammar, or a grammar with a list.
package enum FieldTable {
    static func reader(of name: Bytes) -> FieldReader? {
        readers[name.lowercased]
            // All of these are Structured Fields, most of them strings, lists or booleans.
            ?? (name.count > 7 && name.slice(0..<7).equalsIgnoringCase("sec-ch-") ? clientHint : nil)
    }

    /// All names with a grammar, in lower case.
    package static var names: [String] { all.map(\.name) }

    private static let readers: [Bytes: FieldReader] = Dictionary(
        all.map { (Bytes($0.name), $0.read) }, uniquingKeysWith: { first, _ in first })

    private static let clientHint: FieldReader = { scan in
        let isList = scan.peek == ASCII.quote && scan.rest.contains(ASCII.semicolon)
        StructuredValues.read(&scan, isList ? .list : .item) { _ in nil }
    }

    /// Every one, grammar by grammar.
    package static let all: [Field] =
        [
            Addresses.fields, Authentication.fields, CacheDirectives.fields, Connections.fields, CookieValues.fields,
            CrossOrigin.fields, Dates.fields, Dispositions.fields, EntityTags.fields, GeneralValues.fields,
            Links.fields, MediaTypes.fields, Negotiation.fields, Numbers.fields, Products.fields, Ranges.fields,
            SecurityPolicies.fields, SetCookieValues.fields, StructuredValues.fields,
        ].flatMap { $0 }
}
