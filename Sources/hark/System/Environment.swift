import Platform

/// The variables of this process.
enum Environment {
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// All variables of the process; of a name that is there twice, the first counts, as for `getenv`.
    static var all: [String: String] {
        var found: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "="), equals != text.startIndex {
                let name = String(text[..<equals])
                if found[name] == nil { found[name] = String(text[text.index(after: equals)...]) }
            }
            next += 1
        }
        return found
    }
}
