import Bytes

/// A GraphQL request in JSON: an object with the document in its member `query`.
enum GraphQLRequest {
    /// The document, its escapes undone; nil when the text is no such request. Only its beginning is looked at.
    static func query(in text: Bytes) -> Bytes? {
        let start = text.skippingSpace(0)
        guard start < text.count, text[start] == ASCII.openBrace,
            let name = text.slice(0..<min(text.count, 64 << 10)).firstIndex(of: "\"query\"", from: start)
        else { return nil }
        let colon = text.skippingSpace(name + 7)
        guard colon < text.count, text[colon] == ASCII.colon else { return nil }
        let quote = text.skippingSpace(colon + 1)
        guard quote < text.count, text[quote] == ASCII.quote else { return nil }
        var document: [UInt8] = []
        var index = quote + 1
        while index < text.count {
            let byte = text[index]
            if byte == ASCII.quote {
                let found = Bytes(document)
                return GraphQLLayout.isDocument(found) ? found : nil
            }
            guard byte == ASCII.backslash, index + 1 < text.count else {
                document.append(byte)
                index += 1
                continue
            }
            switch text[index + 1] {
            case UInt8(ascii: "n"): document.append(ASCII.lineFeed)
            case UInt8(ascii: "t"): document.append(ASCII.tab)
            case UInt8(ascii: "r"): break
            case ASCII.quote, ASCII.backslash, ASCII.slash: document.append(text[index + 1])
            // Others are rare in documents, and stay as they are spelled.
            default: document += [ASCII.backslash, text[index + 1]]
            }
            index += 2
        }
        return nil
    }
}
