import Bytes

/// Why a text is no JSON (RFC 8259 §2).
struct JSONFault {
    let offset: Int
    /// A sentence.
    let text: String

    /// Openings that keep a browser from running the JSON of another site as a script.
    private static let guards: [StaticString] = [")]}'", "while(", "for(;;", "{}&&", "throw 1"]

    /// Whether the rest is values one after the other, as services stream them under application/json. Of anything else
    /// the parser has read nothing.
    private static func isSequence(_ parser: inout JSONParser) -> Bool {
        let start = parser.position
        while parser.next != nil {
            guard (try? parser.tree()) != nil else {
                parser.position = start
                return false
            }
            parser.skipWhitespace()
        }
        return true
    }

    /// nil when it is JSON, or too much to say.
    init?(_ bytes: Bytes) {
        if Self.guards.contains(where: { bytes.hasPrefix(ignoringCase: $0) }) { return nil }
        // A byte order mark is another check's.
        let start = bytes.hasOpening("\u{FEFF}") ? 3 : 0
        // What the parser forgives.
        var forgiven: (offset: Int, text: String)?
        var grammar = JSONGrammarCheck()
        grammar.add(bytes.slice(start..<bytes.count)) { offset, fault in
            if forgiven == nil { forgiven = (offset, fault.text) }
        }
        let broken: (offset: Int, text: String)? = bytes.slice(start..<bytes.count).withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            do throws(JSONError) {
                _ = try parser.tree()
            } catch {
                return error.code == .tooManyValues || error.code == .tooLarge ? nil : (error.offset, error.text)
            }
            parser.skipWhitespace()
            return parser.next == nil || Self.isSequence(&parser)
                ? nil : (parser.position, "Expected the end of the JSON here.")
        }
        let faults = [broken, forgiven].compactMap { $0 }
        guard let found = faults.min(by: { $0.offset < $1.offset }) else { return nil }
        (offset, text) = (found.offset + start, found.text)
    }
}
