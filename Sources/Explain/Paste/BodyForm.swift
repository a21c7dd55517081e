package import Bytes
import HTTPModel
package import HTTPSemantics

/// How a body is found in a text that a person pasted: tools print bodies otherwise than they travel, or not at all.
enum BodyForm: Sendable, Hashable {
    /// As on the wire, whole or cut off.
    case wire
    /// No byte of it is here.
    case missing
    /// Its content, after a tool decoded it.
    case shown(Undone)

    /// What was undone before the text was printed.
    struct Undone: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        /// The chunk lines are gone (RFC 9112 §7.1).
        static let chunks = Undone(rawValue: 1)
        /// The content coding is gone (RFC 9110 §8.4).
        static let coding = Undone(rawValue: 2)
        /// The content was laid out or edited: its size is another one than Content-Length says.
        static let layout = Undone(rawValue: 4)
        /// CR LF became LF.
        static let lineEnds = Undone(rawValue: 8)
    }
}

extension ContentCoding {
    /// Whether bytes are the content without this coding, by how they begin (RFC 1952 §2.3.1, RFC 8878 §3.1.1). The
    /// others have no mark: their bytes look like no text.
    package func isUndone(in content: Bytes) -> Bool {
        guard !content.isEmpty else { return false }
        switch self {
        case .gzip: return !(content[0] == 0x1F && (content.count == 1 || content[1] == 0x8B))
        case .identity, .other: return false
        case .zstd, .deflate, .compress, .brotli: return content.looksLikeText
        }
    }
}

extension ContentCoding {
    /// Whether a recorded content does not have the coding that Content-Encoding gives it. A few bytes may look like
    /// text by chance, so they prove nothing; and a part (206) may begin anywhere.
    package func isMissing(from content: Bytes, status: Int) -> Bool {
        content.count > 4 && status != 206 && isUndone(in: content)
    }
}

extension Bytes {
    /// The first bytes are UTF-8 without control characters but white space.
    var looksLikeText: Bool {
        var bytes = Array(prefix(512))
        let isControlled = bytes.contains { byte in
            ASCII.isControl(byte) && byte != ASCII.lineFeed && byte != ASCII.tab && byte != ASCII.carriageReturn
        }
        guard !isControlled else { return false }
        // The last character may go on behind these bytes.
        for _ in 0..<4 {
            if String(validating: bytes, as: UTF8.self) != nil { return true }
            if !bytes.isEmpty { bytes.removeLast() }
        }
        return false
    }
}

extension BodyForm.Undone {
    /// A sentence for each thing that was undone.
    func remarks(shown: Int, _ fields: FieldSection?) -> [Prose] {
        var remarks: [Prose] = []
        let announced = fields?.announcedLength
        let here = Quantity.count(shown, "byte")
        if contains(.chunks) {
            remarks.append("The body is here without its chunk lines: the tool that printed it removed them.")
        }
        if contains(.coding) {
            let codings = fields.map { ContentCoding.list($0).map(\.name.text).joined(separator: ", ") } ?? ""
            let travelled = announced.map { "; \(Quantity.count($0, "byte")) were transferred as \(codings)" } ?? ""
            remarks.append("The body is already decoded here (\(codings)): \(here)\(travelled).")
        }
        if contains(.layout), let announced {
            remarks.append(
                """
                The body has \(here) here, but Content-Length is \("\(announced)"): it was formatted or edited after \
                it was received.
                """)
        }
        if contains(.lineEnds), let announced {
            remarks.append(
                """
                The body has \(here) here, but Content-Length is \("\(announced)"): its line ends were changed from CR \
                LF to LF.
                """)
        }
        return remarks
    }
}
