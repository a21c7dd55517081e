import Bytes

/// What a GraphQL operation wants of its answer, as far as the demo site understands it: fields, aliases, one argument
/// that is a number, nested fields.
struct GraphQLSelection: Sendable {
    let name: String
    let alias: String?
    /// The number in its arguments.
    let number: Int?
    let fields: [GraphQLSelection]

    /// By which its value is found in the answer.
    var key: String { alias ?? name }

    /// The selections of a document's first operation; nil when they are not understood.
    static func read(_ document: Bytes) -> [GraphQLSelection]? {
        guard let start = document.firstIndex(of: ASCII.openBrace) else { return nil }
        var reader = GraphQLSelectionReader(document, at: start)
        return reader.selections(0)
    }
}

private struct GraphQLSelectionReader {
    private let text: Bytes
    private var index: Int
    private static let deepest = 8
    private static let mostFields = 50

    init(_ text: Bytes, at start: Int) {
        self.text = text
        index = start
    }

    mutating func selections(_ depth: Int) -> [GraphQLSelection]? {
        guard depth < Self.deepest, take(ASCII.openBrace) else { return nil }
        var found: [GraphQLSelection] = []
        while !take(ASCII.closeBrace) {
            guard found.count < Self.mostFields, let field = field(depth) else { return nil }
            found.append(field)
        }
        return found.isEmpty ? nil : found
    }

    private mutating func field(_ depth: Int) -> GraphQLSelection? {
        guard var name = word() else { return nil }
        var alias: String?
        if take(ASCII.colon) {
            alias = name
            guard let next = word() else { return nil }
            name = next
        }
        var number: Int?
        if take(ASCII.openParenthesis) {
            guard word() != nil, take(ASCII.colon), let value = word().flatMap({ Int($0) }),
                take(ASCII.closeParenthesis)
            else { return nil }
            number = value
        }
        skipSpace()
        guard index < text.count, text[index] == ASCII.openBrace else {
            return GraphQLSelection(name: name, alias: alias, number: number, fields: [])
        }
        return selections(depth + 1).map { GraphQLSelection(name: name, alias: alias, number: number, fields: $0) }
    }

    private mutating func word() -> String? {
        skipSpace()
        let start = index
        while index < text.count, isPart(text[index]) { index += 1 }
        return index > start ? text.slice(start..<index).text : nil
    }

    private func isPart(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.underscore
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < text.count, text[index] <= ASCII.space || text[index] == ASCII.comma { index += 1 }
    }
}
