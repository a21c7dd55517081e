import Bytes

/// Why a document is not well formed (XML 1.0 §2.1), where that is certain from its bytes: what a document type may
/// declare is not looked up, and a document that declares anything of its own is not judged.
struct XMLFault {
    let offset: Int
    /// A sentence.
    let text: String

    /// nil when nothing is wrong, or too much is open to say.
    init?(_ bytes: Bytes) {
        // Other encodings than those that contain ASCII as it is.
        guard !bytes.contains(0) else { return nil }
        var reader = Reader(bytes)
        guard let fault = reader.fault() else { return nil }
        self = fault
    }

    private init(_ offset: Int, _ text: String) {
        self.offset = offset
        self.text = text
    }

    private struct Reader {
        let bytes: Bytes
        var index: Int
        /// Names of the elements that are open.
        var open: [Bytes] = []
        var hasRoot = false
        /// The document declares entities of its own, so that anything may be declared.
        var declares = false

        /// Deeper than any document that is written on purpose.
        private static let mostOpen = 1_000

        init(_ bytes: Bytes) {
            self.bytes = bytes
            // A byte order mark is no part of the document.
            index = bytes.hasOpening("\u{FEFF}") ? 3 : 0
        }

        mutating func fault() -> XMLFault? {
            while index < bytes.count {
                let fault = bytes[index] == ASCII.lessThan ? markup() : text()
                if declares || open.count > Self.mostOpen { return nil }
                if let fault { return fault }
            }
            if let last = open.last { return XMLFault(bytes.count, "The document ends inside of \(named(last)).") }
            return hasRoot ? nil : XMLFault(bytes.count, "The document has no element.")
        }

        private func named(_ name: Bytes) -> String { "<\(name.slice(0..<min(name.count, 60)).text)>" }

        /// Characters up to the next markup (§2.4). Only blanks stand outside of the root element (§2.8).
        private mutating func text() -> XMLFault? {
            let end = bytes.firstIndex(of: ASCII.lessThan, from: index) ?? bytes.count
            defer { index = end }
            if open.isEmpty, let place = (index..<end).first(where: { !Self.isBlank(bytes[$0]) }) {
                return XMLFault(place, hasRoot ? "Text after the root element." : "Text before the root element.")
            }
            return reference(in: index..<end)
        }

        /// An ampersand that begins no reference (§4.1).
        private func reference(in range: Range<Int>) -> XMLFault? {
            var place = range.lowerBound
            while let ampersand = bytes.firstIndex(of: ASCII.ampersand, in: place..<range.upperBound) {
                let end = bytes.firstIndex(of: ASCII.semicolon, in: ampersand..<range.upperBound)
                guard let end, isReference(bytes.slice(ampersand + 1..<end)) else {
                    return XMLFault(ampersand, "An & that begins no reference must be written as &amp;.")
                }
                place = end + 1
            }
            return nil
        }

        private func isReference(_ name: Bytes) -> Bool {
            guard let first = name.first else { return false }
            guard first == ASCII.hash else { return Self.startsName(first) && name.allSatisfy(Self.isOfName) }
            let isHexadecimal = name.count > 1 && name[1] == UInt8(ascii: "x")
            let digits = name.slice((isHexadecimal ? 2 : 1)..<name.count)
            return !digits.isEmpty
                && digits.allSatisfy { isHexadecimal ? ASCII.hexValue($0) != nil : ASCII.isDigit($0) }
        }

        private mutating func markup() -> XMLFault? {
            let rest = bytes.slice(index..<bytes.count)
            if rest.hasOpening("<!--") { return skip(4, to: "-->", "comment") }
            if rest.hasOpening("<![CDATA["), !open.isEmpty { return skip(9, to: "]]>", "CDATA section") }
            if rest.hasOpening("<?") { return skip(2, to: "?>", "processing instruction") }
            if rest.hasOpening("<!DOCTYPE") { return documentType() }
            if rest.hasOpening("</") { return endTag() }
            guard rest.count > 1, Self.startsName(rest[1]) else {
                return XMLFault(index, "A < that begins no tag must be written as &lt;.")
            }
            return startTag()
        }

        private mutating func skip(_ opening: Int, to end: StaticString, _ what: String) -> XMLFault? {
            var place = index + opening
            while place + end.utf8CodeUnitCount <= bytes.count {
                if bytes.slice(place..<bytes.count).hasOpening(end) {
                    index = place + end.utf8CodeUnitCount
                    return nil
                }
                place += 1
            }
            return XMLFault(index, "The \(what) has no end.")
        }

        /// One that declares something in brackets of its own ends the judging; another is passed over (§2.8).
        private mutating func documentType() -> XMLFault? {
            var place = index
            var quote: UInt8?
            while place < bytes.count {
                let byte = bytes[place]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == ASCII.quote || byte == ASCII.apostrophe {
                    quote = byte
                } else if byte == ASCII.openBracket {
                    declares = true
                    return nil
                } else if byte == ASCII.greaterThan {
                    index = place + 1
                    return nil
                }
                place += 1
            }
            return XMLFault(index, "The document type has no end.")
        }

        private mutating func name() -> Bytes {
            let start = index
            while index < bytes.count, Self.isOfName(bytes[index]) { index += 1 }
            return bytes.slice(start..<index)
        }

        private mutating func blanks() -> Bool {
            let start = index
            while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
            return index > start
        }

        /// The end of the element that was opened last (§3, "Element Type Match").
        private mutating func endTag() -> XMLFault? {
            let start = index
            index += 2
            let name = name()
            _ = blanks()
            guard index < bytes.count, bytes[index] == ASCII.greaterThan else {
                return XMLFault(start, "The end tag of \(named(name)) has no end.")
            }
            index += 1
            guard let last = open.popLast() else {
                return XMLFault(start, "An end tag of \(named(name)), which is not open.")
            }
            guard last == name else {
                return XMLFault(start, "An end tag of \(named(name)) where that of \(named(last)) is expected.")
            }
            return nil
        }

        private mutating func startTag() -> XMLFault? {
            let start = index
            index += 1
            let name = name()
            if open.isEmpty, hasRoot { return XMLFault(start, "A second root element, \(named(name)).") }
            hasRoot = true
            var attributes: Set<Bytes> = []
            while true {
                let isParted = blanks()
                guard index < bytes.count else { return XMLFault(start, "The tag of \(named(name)) has no end.") }
                if bytes[index] == ASCII.greaterThan {
                    index += 1
                    open.append(name)
                    return nil
                }
                if bytes.slice(index..<bytes.count).hasOpening("/>") {
                    index += 2
                    return nil
                }
                let place = index
                let attribute = self.name()
                guard isParted, attribute.first.map(Self.startsName) == true else {
                    return XMLFault(place, "Expected an attribute of \(named(name)) here, or the end of its tag.")
                }
                if let fault = value(of: attribute, in: name) { return fault }
                guard attributes.insert(attribute).inserted else {
                    return XMLFault(place, "\(named(name)) has the attribute “\(attribute.text)” twice.")
                }
            }
        }

        /// `="…"` or `='…'`, without `<` (§3.1).
        private mutating func value(of attribute: Bytes, in name: Bytes) -> XMLFault? {
            _ = blanks()
            guard index < bytes.count, bytes[index] == ASCII.equals else {
                return XMLFault(index, "The attribute “\(attribute.text)” of \(named(name)) has no value.")
            }
            index += 1
            _ = blanks()
            guard index < bytes.count, bytes[index] == ASCII.quote || bytes[index] == ASCII.apostrophe,
                let end = bytes.firstIndex(of: bytes[index], from: index + 1)
            else {
                return XMLFault(
                    index, "The value of the attribute “\(attribute.text)” of \(named(name)) is not in quotation marks."
                )
            }
            let inside = index + 1..<end
            index = end + 1
            if let less = bytes.firstIndex(of: ASCII.lessThan, in: inside) {
                return XMLFault(less, "A < in the value of an attribute must be written as &lt;.")
            }
            return reference(in: inside)
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            byte == ASCII.space || byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
        }

        /// Which letters outside of ASCII a name may have is not told apart (§2.3).
        private static func startsName(_ byte: UInt8) -> Bool {
            ASCII.isAlpha(byte) || byte == ASCII.underscore || byte == ASCII.colon || byte >= 0x80
        }

        private static func isOfName(_ byte: UInt8) -> Bool {
            startsName(byte) || ASCII.isDigit(byte) || byte == ASCII.hyphen || byte == ASCII.period
        }
    }
}
