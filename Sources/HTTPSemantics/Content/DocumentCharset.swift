public import Bytes

/// The charset that a document declares itself, which counts if neither the field nor a byte order mark declares one:
/// `<meta charset>` and `http-equiv` in HTML, the declaration of XML, `@charset` of a style sheet.
public enum DocumentCharset {
    /// So many bytes are looked at, as browsers do (HTML §13.2.3.2).
    private static let reach = 1024

    /// As written; nil when the document declares none, or is of another kind.
    ///
    /// - Parameter type: the declared type of the document; without it its first bytes decide.
    public static func label(in document: Bytes, type: MediaType?) -> Bytes? {
        let start = document.slice(0..<min(document.count, reach))
        if type?.is("text", "css") == true { return styleSheet(start) }
        let isHTML = type.map { $0.is("text", "html") } ?? (ContentSignature(document) == .html)
        if isHTML { return page(start) ?? declaration(start) }
        let isXML =
            type.map { $0.hasSuffix("xml") } ?? [.xml, .svg].contains(ContentSignature(document))
        return isXML ? declaration(start) : nil
    }

    // MARK: - HTML

    /// The prescan: the first `meta` that says it, comments passed over.
    private static func page(_ page: Bytes) -> Bytes? {
        var from = 0
        while let place = page.firstIndex(of: ASCII.lessThan, from: from) {
            let rest = page.slice(place..<page.count)
            if rest.hasPrefix(ignoringCase: "<!--") {
                guard let end = endOfComment(page, from: place + 4) else { return nil }
                from = end
                continue
            }
            let end = endOfTag(page, from: place + 1)
            if isMeta(rest), let found = charset(of: page.slice(place + 5..<max(end, place + 5))) { return found }
            from = max(end, place + 1)
        }
        return nil
    }

    private static func isMeta(_ tag: Bytes) -> Bool {
        guard tag.hasPrefix(ignoringCase: "<meta"), tag.count > 5 else { return false }
        return isSpace(tag[5]) || tag[5] == ASCII.slash
    }

    private static func endOfComment(_ page: Bytes, from start: Int) -> Int? {
        var place = start
        while let next = page.firstIndex(of: ASCII.greaterThan, from: place) {
            if next >= start, next >= 2, page[next - 1] == ASCII.hyphen, page[next - 2] == ASCII.hyphen {
                return next + 1
            }
            place = next + 1
        }
        return nil
    }

    /// Where the tag's `>` stands, quoted values passed over.
    private static func endOfTag(_ page: Bytes, from start: Int) -> Int {
        var quote: UInt8?
        for place in start..<page.count {
            let byte = page[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == ASCII.quote || byte == ASCII.apostrophe {
                quote = byte
            } else if byte == ASCII.greaterThan {
                return place
            }
        }
        return page.count
    }

    /// `charset="…"`, or `http-equiv="Content-Type" content="…; charset=…"`.
    private static func charset(of attributes: Bytes) -> Bytes? {
        var isContentType = false
        var content: Bytes?
        var charset: Bytes?
        forEachAttribute(of: attributes) { name, value in
            if name.equalsIgnoringCase("charset"), charset == nil { charset = value }
            if name.equalsIgnoringCase("content"), content == nil { content = value }
            if name.equalsIgnoringCase("http-equiv"), value.equalsIgnoringCase("content-type") { isContentType = true }
        }
        let found = charset ?? (isContentType ? content.flatMap { MediaType($0).parameter("charset") } : nil)
        guard let found, !found.isEmpty else { return nil }
        // What could be read as ASCII is no UTF-16 (HTML §13.2.3.2).
        return found.hasPrefix(ignoringCase: "utf-16") ? "utf-8" : found.trimmed
    }

    private static func forEachAttribute(of tag: Bytes, _ body: (Bytes, Bytes) -> Void) {
        var index = 0
        while index < tag.count {
            while index < tag.count, isSpace(tag[index]) || tag[index] == ASCII.slash { index += 1 }
            let start = index
            while index < tag.count, !isSpace(tag[index]), tag[index] != ASCII.equals, tag[index] != ASCII.slash {
                index += 1
            }
            let name = tag.slice(start..<index)
            while index < tag.count, isSpace(tag[index]) { index += 1 }
            guard index < tag.count, tag[index] == ASCII.equals else {
                if name.isEmpty { index += 1 }
                continue
            }
            index += 1
            while index < tag.count, isSpace(tag[index]) { index += 1 }
            var value = index
            if index < tag.count, tag[index] == ASCII.quote || tag[index] == ASCII.apostrophe {
                value += 1
                index = tag.firstIndex(of: tag[index], from: value) ?? tag.count
                body(name, tag.slice(value..<index))
                index += 1
            } else {
                while index < tag.count, !isSpace(tag[index]) { index += 1 }
                body(name, tag.slice(value..<index))
            }
        }
    }

    // MARK: - XML and CSS

    /// `<?xml version="1.0" encoding="…"?>` (XML 1.0 §4.3.3).
    private static func declaration(_ document: Bytes) -> Bytes? {
        let opening: Bytes = "<?xml"
        guard document.hasPrefix(ignoringCase: "<?xml"), document.count > opening.count,
            let end = document.firstIndex(of: ASCII.greaterThan)
        else { return nil }
        var found: Bytes?
        let inside = document.slice(opening.count..<max(opening.count, end - 1))
        forEachAttribute(of: inside) { name, value in
            if name.isExactly("encoding"), found == nil { found = value }
        }
        return found?.isEmpty == true ? nil : found
    }

    /// `@charset "…";` as the very first bytes (CSS Syntax §3.2).
    private static func styleSheet(_ sheet: Bytes) -> Bytes? {
        let opening: Bytes = "@charset \""
        guard sheet.count > opening.count, sheet.slice(0..<opening.count) == opening,
            let end = sheet.firstIndex(of: ASCII.quote, from: opening.count),
            end + 1 < sheet.count, sheet[end + 1] == ASCII.semicolon
        else { return nil }
        let found = sheet.slice(opening.count..<end)
        return found.isEmpty ? nil : found
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        ASCII.isWhitespace(byte) || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.formFeed
    }
}
