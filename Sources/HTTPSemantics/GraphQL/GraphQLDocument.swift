package import Bytes

/// Walks over a GraphQL document (GraphQL §2), as far as its operations are wanted; what stands inside of them is
/// stepped over.
package struct GraphQLDocument {
    private let text: Bytes
    private var index = 0

    private init(_ text: Bytes) {
        self.text = text
    }

    /// The operations in the order in which they stand; none when the text is no document.
    package static func operations(_ text: Bytes) -> [GraphQLOperation] {
        var document = GraphQLDocument(text)
        var found: [GraphQLOperation] = []
        while let definition = document.definition() {
            if let operation = definition.operation { found.append(operation) }
        }
        return document.isAtEnd ? found : []
    }

    private var isAtEnd: Bool { index >= text.count }

    /// nil at the end, and where there is none.
    private mutating func definition() -> (operation: GraphQLOperation?, Void)? {
        skipIgnored()
        guard !isAtEnd else { return nil }
        let start = index
        var operation: GraphQLOperation?
        if text[index] == ASCII.openBrace {
            // §2.3: a query without a name may be its selections alone.
            operation = GraphQLOperation(kind: .query, name: nil)
        } else {
            let word = name()
            guard let kind = GraphQLOperation.Kind(rawValue: word.text) else {
                guard word.isExactly("fragment") else { return stopped(at: start) }
                return skipToSelections() && skipBrackets() ? (nil, ()) : stopped(at: start)
            }
            skipIgnored()
            let called = name()
            operation = GraphQLOperation(kind: kind, name: called.isEmpty ? nil : called)
        }
        return skipToSelections() && skipBrackets() ? (operation, ()) : stopped(at: start)
    }

    private mutating func stopped(at start: Int) -> (operation: GraphQLOperation?, Void)? {
        index = start
        return nil
    }

    /// Variables and directives stand before them.
    private mutating func skipToSelections() -> Bool {
        while true {
            skipIgnored()
            guard !isAtEnd else { return false }
            switch text[index] {
            case ASCII.openBrace: return true
            case ASCII.openParenthesis: guard skipBrackets() else { return false }
            case ASCII.at: index += 1
            case let byte where Self.isName(byte): _ = name()
            default: return false
            }
        }
    }

    /// From an opening bracket over the closing one.
    private mutating func skipBrackets() -> Bool {
        var depth = 0
        while !isAtEnd {
            let byte = text[index]
            switch byte {
            case ASCII.openBrace, ASCII.openParenthesis, ASCII.openBracket: depth += 1
            case ASCII.closeBrace, ASCII.closeParenthesis, ASCII.closeBracket:
                depth -= 1
                if depth == 0 {
                    index += 1
                    return true
                }
            case ASCII.quote:
                guard skipString() else { return false }
                continue
            case ASCII.hash:
                skipLine()
                continue
            default: break
            }
            index += 1
        }
        return false
    }

    private func hasQuotes(_ place: Int) -> Bool {
        place + 3 <= text.count && text.slice(place..<place + 3).allSatisfy { $0 == ASCII.quote }
    }

    /// In one quote, or over lines in three (§2.9.4).
    private mutating func skipString() -> Bool {
        let isBlock = hasQuotes(index)
        index += isBlock ? 3 : 1
        while !isAtEnd {
            if text[index] == ASCII.backslash {
                index += isBlock && hasQuotes(index + 1) ? 4 : isBlock ? 1 : 2
            } else if isBlock ? hasQuotes(index) : text[index] == ASCII.quote {
                index += isBlock ? 3 : 1
                return true
            } else {
                index += 1
            }
        }
        return false
    }

    private mutating func skipLine() {
        while !isAtEnd, text[index] != ASCII.lineFeed { index += 1 }
    }

    /// White space, commas, comments and the mark of a byte order (§2.1).
    private mutating func skipIgnored() {
        while !isAtEnd {
            let byte = text[index]
            if byte <= ASCII.space || byte == ASCII.comma || byte == 0xEF || byte == 0xBB || byte == 0xBF {
                index += 1
            } else if byte == ASCII.hash {
                skipLine()
            } else {
                return
            }
        }
    }

    private mutating func name() -> Bytes {
        let start = index
        while !isAtEnd, Self.isName(text[index]) { index += 1 }
        return text.slice(start..<index)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.underscore
    }
}
