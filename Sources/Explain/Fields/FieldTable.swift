package import Bytes
import HTTPSemantics
import Registry

/// All fields with a grammar. To explain another one, add a line to the list of its grammar, or a grammar with a list.
package enum FieldTable {
    static func reader(of name: Bytes) -> FieldReader? {
        // Not by `map`, which would wrap the function twice, with two allocations.
        if let place = readers.place(of: name) { return all[place].read }
        // All of these are Structured Fields, most of them strings, lists or booleans.
        return name.hasPrefix(ignoringCase: "sec-ch-") && name.count > 7 ? clientHint : nil
    }

    /// What says most of a field with one part: its meaning, the part's sentence, or both.
    package enum Telling: Sendable, Hashable {
        case meaning, part, both
    }

    /// Where one of the two says nothing beyond the other, or beyond the line itself.
    package static func telling(_ name: Bytes) -> Telling {
        let name = name.lowercased
        if speaking.contains(name) { return .part }
        return silent.contains(name) || name.hasPrefix(ignoringCase: "sec-") ? .meaning : .both
    }

    /// Whether its parts are names and nothing more, so that a list of them needs no sentence for each.
    package static func listsNames(_ name: Bytes) -> Bool { lists.contains(name.lowercased) }

    private static let lists: Set<Bytes> = [
        "access-control-allow-headers", "access-control-allow-methods", "access-control-expose-headers",
        "access-control-request-headers", "allow", "trailer",
    ]

    /// Fields whose parts are told in whole sentences: "The response is fresh for 60 seconds".
    private static let speaking: Set<Bytes> = [
        "access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods",
        "access-control-allow-origin", "access-control-expose-headers", "access-control-max-age",
        "access-control-request-headers", "access-control-request-method", "age", "allow", "cache-control",
        "cf-cache-status", "x-cache",
        "content-encoding", "content-length", "content-type", "cookie", "date", "etag", "expires", "last-modified",
        "if-modified-since", "if-unmodified-since", "origin", "pragma", "retry-after", "sec-fetch-dest",
        "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user", "sec-purpose", "transfer-encoding", "vary",
    ]

    /// Fields whose parts say what they are, and no more: "The host: example.com".
    private static let silent: Set<Bytes> = [
        "content-location", "dnt", "host", "idempotency-key", "referer", "server", "sourcemap",
        "upgrade-insecure-requests", "user-agent",
    ]

    /// All names with a grammar, in lower case.
    package static var names: [String] { all.map(\.name) }

    private static let readers = NameIndex(all.map { Bytes($0.name) })

    private static let clientHint: FieldReader = { scan in
        let isList = scan.peek == ASCII.quote && scan.rest.contains(ASCII.semicolon)
        StructuredValues.read(&scan, isList ? .list : .item) { _ in nil }
    }

    /// Every one, grammar by grammar.
    package static let all: [Field] =
        [
            Addresses.fields, Authentication.fields, CacheDirectives.fields, CacheReports.fields,
            Connections.fields, CookieValues.fields,
            CrossOrigin.fields, Dates.fields, Dispositions.fields, EntityTags.fields, GeneralValues.fields,
            Links.fields, MediaTypes.fields, Negotiation.fields, Numbers.fields, Products.fields, Ranges.fields,
            SecurityPolicies.fields, SetCookieValues.fields, StructuredValues.fields,
        ].flatMap { $0 }
}
