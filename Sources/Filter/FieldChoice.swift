/// The names that a field's value can have.
package struct FieldChoice: Sendable, Hashable {
    package struct Name: Sendable, Hashable {
        package let name: String
        /// Other ways in which people write it, in lower case.
        let aliases: [String]

        package init(_ name: String, _ aliases: String...) {
            self.name = name
            self.aliases = aliases
        }
    }

    /// In their order, the least first, where they have one.
    package let names: [Name]
    package let isOrdered: Bool

    package init(_ names: [Name], isOrdered: Bool = false) {
        self.names = names
        self.isOrdered = isOrdered
    }

    package init(_ names: [String], isOrdered: Bool = false) {
        self.init(names.map { Name($0) }, isOrdered: isOrdered)
    }

    /// The place of a name, written in any case.
    func index(of text: String) -> Int? {
        let text = text.lowercased()
        return names.firstIndex { $0.name.lowercased() == text || $0.aliases.contains(text) }
    }

    /// Those that a comparison holds for; nil for `!=`, which holds for names that are not listed, too.
    func names(_ comparison: FieldTest.Comparison, _ index: Int) -> [String]? {
        let range: Range<Int>
        switch comparison {
        case .equal: range = index..<(index + 1)
        case .unequal: return nil
        case .less: range = 0..<index
        case .lessOrEqual: range = 0..<(index + 1)
        case .greater: range = (index + 1)..<names.count
        case .greaterOrEqual: range = index..<names.count
        }
        return names[range].map(\.name)
    }

    var expected: String {
        if names.count > 8 { return "one of its names, such as \(names[0].name) or \(names[1].name)" }
        return names.dropLast().map(\.name).joined(separator: ", ") + (names.last.map { " or \($0.name)" } ?? "")
    }
}
