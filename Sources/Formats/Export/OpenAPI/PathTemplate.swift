import Bytes

/// A path as OpenAPI has it, with a name of its own for each part that varies: `/users/{userId}` for `/users/17`.
struct PathTemplate {
    let text: String
    let parameters: [String]
    /// What stood in place of each; empty where something stood around it.
    let values: [Bytes]

    /// - Parameter segments: the path's, with names in braces for what varies in them.
    init(_ path: Bytes, segments: [Bytes]) {
        var names = ParameterNames()
        var text = ""
        var values: [Bytes] = []
        let written = Self.split(path)
        for (index, segment) in segments.enumerated() {
            text += "/"
            // Braces that somebody sent are no names.
            if index < written.count, written[index] == segment {
                text += Self.literal(segment)
                names.former = segment
            } else {
                let before = names.taken.count
                text += Self.filled(segment, &names)
                let isWhole = segment.first == ASCII.openBrace && segment.last == ASCII.closeBrace
                let value =
                    isWhole && names.taken.count == before + 1 && index < written.count ? written[index] : Bytes()
                values += Array(repeating: value, count: names.taken.count - before)
            }
        }
        self.text = text.isEmpty ? "/" : text
        parameters = names.taken
        self.values = values
    }

    /// The names of one template: each stands in it once.
    private struct ParameterNames {
        private(set) var taken: [String] = []
        /// The last segment that does not vary.
        var former: Bytes = ""

        /// `id` behind `users` is `userId`.
        mutating func take(_ name: String) -> String {
            // `user-profiles` are each a userProfile.
            let words = former.split { !ASCII.isAlpha($0) && !ASCII.isDigit($0) }.map {
                String(decoding: $0, as: UTF8.self)
            }
            let joined =
                (words.first ?? "") + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            let noun = PathTemplate.singular(joined)
            var unique = name == "id" && !noun.isEmpty ? noun + "Id" : name
            if taken.contains(unique) { unique += String(taken.count + 1) }
            taken.append(unique)
            return unique
        }
    }

    private static func filled(_ segment: Bytes, _ names: inout ParameterNames) -> String {
        var text = ""
        var start = 0
        while let open = segment.firstIndex(of: ASCII.openBrace, from: start),
            let close = segment.firstIndex(of: ASCII.closeBrace, from: open)
        {
            text += literal(segment.slice(start..<open))
            text += "{\(names.take(segment.slice(open + 1..<close).text))}"
            start = close + 1
        }
        return text + literal(segment.slice(start..<segment.count))
    }

    /// Braces are the template's own, and what is no character of a URL is written as its octets.
    private static func literal(_ segment: Bytes) -> String {
        var text = ""
        for byte in segment {
            if OctetClass.pathOrQuery.contains(byte) && byte != ASCII.question || byte == ASCII.percent {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + Hex.number(Int(byte), width: 2).uppercased()
            }
        }
        return text
    }

    /// Of a collection's name, one of its members: `users`, `categories`, `statuses`; `status`, `address`, `news` are
    /// no plurals. English has more rules than these; a name that is left as it is serves as well.
    static func singular(_ noun: String) -> String {
        let lower = noun.lowercased()
        if ["news", "series", "species"].contains(lower) { return noun }
        let addsS = ["cookies", "movies", "calories", "selfies"].contains(lower)
        let addsES = ["statuses", "bonuses", "buses", "campuses", "viruses", "aliases", "biases"].contains(lower)
        if lower.hasSuffix("ies"), lower.count > 4, !addsS { return noun.dropLast(3) + "y" }
        if addsES || ["sses", "xes", "tches", "rches", "nches", "shes"].contains(where: lower.hasSuffix) {
            return String(noun.dropLast(2))
        }
        let endings = ["ss", "us", "is", "as", "os"]
        guard lower.hasSuffix("s"), noun.count > 2, !endings.contains(where: lower.hasSuffix) else { return noun }
        return String(noun.dropLast())
    }

    /// The segments of a path as they are.
    static func split(_ path: Bytes) -> [Bytes] {
        path.split(separator: ASCII.slash, omittingEmptySubsequences: false).dropFirst().map {
            path.slice($0.startIndex..<$0.endIndex)
        }
    }
}
