package import Filter

/// Filters made by chance from the table of fields: every field, every operator it takes, values that occur in
/// `RandomFlow` and values that do not, joined by `and`, `or` and `not`.
package enum RandomFilter {
    package static func text(depth: Int = 3, _ random: inout some RandomNumberGenerator) -> String {
        guard depth > 0 else { return test(&random) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "(\(text(depth: depth - 1, &random)) and \(text(depth: depth - 1, &random)))"
        case 1: return "(\(text(depth: depth - 1, &random)) or \(text(depth: depth - 1, &random)))"
        case 2: return "not \(text(depth: depth - 1, &random))"
        case 3: return "(\(text(depth: depth - 1, &random)) \(text(depth: depth - 1, &random)))"
        default: return test(&random)
        }
    }

    /// One test, or a text that is searched for.
    package static func test(_ random: inout some RandomNumberGenerator) -> String {
        guard Int.random(in: 0..<12, using: &random) > 0, let field = FilterFields.all.randomElement(using: &random)
        else { return "\"" + (words.randomElement(using: &random) ?? "x") + "\"" }
        return test(of: field, &random)
    }

    /// A test of this field.
    package static func test(of field: FilterField, _ random: inout some RandomNumberGenerator) -> String {
        let name = field.takesName ? field.name + "." + (names.randomElement(using: &random) ?? "x") : field.name
        guard let sign = (field.kind.operators + ["", ""]).randomElement(using: &random), !sign.isEmpty else {
            return name
        }
        switch sign {
        case "in":
            let count = Int.random(in: 1...3, using: &random)
            let members = (0..<count).map { _ in value(field, &random) }
            return "\(name) in (\(members.joined(separator: ", ")))"
        case "~", "!~":
            let globs = field.isHost ? hostGlobs : globs
            return "\(name) \(sign) \(globs.randomElement(using: &random) ?? "*")"
        case "=~": return "\(name) =~ \"\(expressions.randomElement(using: &random) ?? "a")\""
        case "contains": return "\(name) contains \"\(words.randomElement(using: &random) ?? "a")\""
        default: return "\(name) \(sign) \(value(field, &random))"
        }
    }

    private static let names = ["session", "accept", "x-a", "page", "content-type", "Via", "no"]
    private static let words = ["a", "example", "one", "GET", "json", "404", "bug", "/b", "E", "zz", "text/html", "é"]
    private static let globs = [
        "*", "a*", "*e", "\"*.example.com\"", "?", "\"[a]*\"", "*o*e*", "\"/?\"", "\"*é*\"", "b\\*",
    ]
    private static let expressions = ["a", "^a", "e$", "[0-9]+", "(one|two)", "^$", ".", "\\\\bone\\\\b"]

    /// What can be a host, in more than one spelling.
    private static let hosts = [
        "a.example.com", "A.EXAMPLE.COM.", "b.test", "b.test.", "::1", "\"[::1]\"", "\"0:0::1\"", "example.com", "abc",
        "\"bücher.test\"", "xn--bcher-kva.test",
    ]
    private static let hostGlobs = [
        "*", "a*", "*e", "\"*.example.com\"", "\"*.example.com.\"", "?", "*o*e*", "\"*.bücher.test\"",
    ]

    private static func value(_ field: FilterField, _ random: inout some RandomNumberGenerator) -> String {
        if field.isHost { return hosts.randomElement(using: &random) ?? "x" }
        let values: [String] =
            switch field.kind {
            case .text, .name, .content:
                ["GET", "POST", "a.example.com", "/one", "abc", "\"\"", "bug", "http", "HTTPS", "2", "\"a b\"", "gzip"]
            case .mediaType: ["html", "json", "text", "text/html", "application/problem+json", "TEXT/plain", "\"*\""]
            case .number: ["0", "1", "3", "80", "443", "8080"]
            case .status: ["200", "404", "4xx", "5xx", "100", "999", "302"]
            case .statusClass: ["2xx", "4xx", "5", "9"]
            case .size: ["0", "5", "1kB", "1KiB", "1.5MB"]
            case .duration: ["0", "1ms", "250ms", "2s", "1h"]
            case .time: ["-10m", "12:30", "2026-11-21", "2026-11-21T12:00:00Z", "now", "-1d"]
            case .flag: ["yes", "no"]
            case .choice(let choice): choice.names.map { "\"\($0.name)\"" }
            }
        return values.randomElement(using: &random) ?? "x"
    }
}
