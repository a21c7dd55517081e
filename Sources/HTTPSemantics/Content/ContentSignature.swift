public import Bytes

/// The format of a content by its first bytes (magic number).
///
/// It is reported only if there is little doubt; most texts have none.
public enum ContentSignature: Sendable, Hashable, CaseIterable {
    case png, jpeg, gif, webp, pdf, zip, gzip, zstd, html, xml, svg, json, mp4, woff2, wasm

    /// nil when the first bytes are of no known format.
    public init?(_ content: Bytes) {
        for (signature, place, mark) in Self.marks {
            let end = place + mark.count
            if content.count >= end, content[place] == mark[0], content.slice(place..<end).elementsEqual(mark) {
                self = signature
                return
            }
        }
        guard let text = Self.text(content) else { return nil }
        self = text
    }

    private static let marks: [(ContentSignature, Int, [UInt8])] = [
        (.png, 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.jpeg, 0, [0xFF, 0xD8, 0xFF]),
        (.gif, 0, Array("GIF87a".utf8)), (.gif, 0, Array("GIF89a".utf8)),
        (.webp, 8, Array("WEBP".utf8)),
        (.pdf, 0, Array("%PDF-".utf8)),
        (.zip, 0, [0x50, 0x4B, 0x03, 0x04]),
        (.gzip, 0, [0x1F, 0x8B, 0x08]),
        (.zstd, 0, [0x28, 0xB5, 0x2F, 0xFD]),
        (.mp4, 4, Array("ftyp".utf8)),
        (.woff2, 0, Array("wOF2".utf8)),
        (.wasm, 0, [0x00, 0x61, 0x73, 0x6D]),
    ]

    /// Texts by their first word, after a byte order mark and white space.
    private static func text(_ content: Bytes) -> ContentSignature? {
        var scan = ByteScanner(content.slice(0..<min(content.count, 512)))
        if ByteOrderMark(content) == .utf8 {
            for _ in 0..<3 { scan.skipOne() }
        }
        // RFC 7464 §2.2: a sequence of JSON texts has a separator before each of them.
        scan.skip {
            ASCII.isWhitespace($0) || $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn || $0 == ASCII.recordSeparator
        }
        if scan.take("<!doctype html") || scan.take("<html") || scan.take("<head") || scan.take("<body") {
            return .html
        }
        if scan.take("<svg") { return .svg }
        if scan.take("<?xml") { return .xml }
        guard scan.take(ASCII.openBrace) || scan.take(ASCII.openBracket) else { return nil }
        scan.skip { ASCII.isWhitespace($0) || $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
        // After `{` only a name or `}` follows; after `[` a value: a quote, a bracket, a digit.
        let next = scan.peek
        return next == ASCII.quote || next == ASCII.closeBrace || next == ASCII.openBrace || next == ASCII.openBracket
            || next == ASCII.closeBracket
            || next.map(ASCII.isDigit) == true ? .json : nil
    }

    /// The name for people.
    public var name: String {
        switch self {
        case .png: "a PNG image"
        case .jpeg: "a JPEG image"
        case .gif: "a GIF image"
        case .webp: "a WebP image"
        case .pdf: "a PDF document"
        case .zip: "a ZIP archive"
        case .gzip: "gzip data"
        case .zstd: "Zstandard data"
        case .html: "an HTML page"
        case .xml: "an XML document"
        case .svg: "an SVG image"
        case .json: "JSON"
        case .mp4: "an MP4 file"
        case .woff2: "a WOFF2 font"
        case .wasm: "a WebAssembly module"
        }
    }

    /// Whether a content of this media type may begin with these bytes.
    public func agrees(with type: MediaType) -> Bool {
        // "Just bytes" and multipart say nothing about the first bytes.
        if Self.saysNothing(type) || type.type.equalsIgnoringCase("multipart") { return true }
        switch self {
        case .png: return type.is("image", "png") || type.is("image", "apng") || type.is("image", "x-png")
        case .jpeg: return type.is("image", "jpeg") || type.is("image", "jpg") || type.is("image", "pjpeg")
        case .gif: return type.is("image", "gif")
        case .webp: return type.is("image", "webp")
        case .pdf: return type.hasSuffix("pdf") || type.hasSuffix("x-pdf")
        // Office documents, e-books, Java and Android archives are ZIP archives of another name.
        case .zip: return type.type.equalsIgnoringCase("application") && !type.hasSuffix("json")
        case .gzip: return type.type.equalsIgnoringCase("application") && !type.hasSuffix("json")
        case .zstd: return type.hasSuffix("zstd") || type.hasSuffix("x-zstd")
        case .html: return type.is("text", "html") || type.is("application", "xhtml+xml") || type.is("text", "plain")
        case .xml, .svg:
            if type.hasSuffix("xml") { return true }
            return Self.mayBeText(type) && !type.hasSuffix("json") && !type.is("text", "css")
                && !type.hasSuffix("javascript")
        case .json:
            return Self.mayBeText(type) && !type.is("text", "html") && !type.hasSuffix("xml")
                && !type.is("text", "css")
        case .mp4: return ["video", "audio", "image"].contains(type.type.lowercased) || type.is("application", "mp4")
        case .woff2: return type.is("font", "woff2") || type.hasSuffix("font-woff2")
        case .wasm: return type.is("application", "wasm")
        }
    }

    /// Whether this media type names this very format, and not one that merely allows such content.
    public func isNamed(by type: MediaType) -> Bool {
        guard agrees(with: type), !Self.saysNothing(type), !type.type.equalsIgnoringCase("multipart") else {
            return false
        }
        switch self {
        case .json: return type.hasSuffix("json") || type.hasSuffix("x-json") || Self.isJSONLines(type)
        case .xml, .svg: return type.hasSuffix("xml")
        default: return true
        }
    }

    /// Types under which anything is sent, that of S3 and of forced downloads among them.
    private static func saysNothing(_ type: MediaType) -> Bool {
        type.subtype.equalsIgnoringCase("octet-stream") || type.subtype.equalsIgnoringCase("x-octet-stream")
            || type.is("application", "force-download") || type.is("application", "x-download")
            || type.subtype.equalsIgnoringCase("unknown")
    }

    /// JSON texts one after the other, by the names that are in use.
    private static func isJSONLines(_ type: MediaType) -> Bool {
        jsonLines.contains(type.subtype.lowercased) || type.subtype.hasPrefix(ignoringCase: "x-amz-json")
            || type.subtype.equalsIgnoringCase("csp-report") || type.hasSuffix("json-seq")
    }

    private static let jsonLines: Set<Bytes> = [
        "ndjson", "x-ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines", "x-json-lines", "json-seq",
    ]

    /// Whether text may be sent under the type. JSON and XML have hundreds of names, most of them of one vendor, so
    /// only types that are known for something else are told apart.
    private static func mayBeText(_ type: MediaType) -> Bool {
        switch type.type.lowercased {
        case "image", "audio", "video", "font": return false
        case "application":
            return type.hasSuffix("json")
                || !binaries.contains { type.hasSuffix($0) }
                    && !type.isCompressed
        default: return true
        }
    }

    private static let binaries: [StaticString] = [
        "pdf", "wasm", "cbor", "msgpack", "x-msgpack", "vnd.msgpack", "protobuf", "x-protobuf", "proto", "grpc",
        "grpc-web", "java-archive", "ogg", "mp4", "x-tar", "msword", "vnd.ms-excel", "dns-message", "x-shockwave-flash",
    ]
}

/// The byte order mark before a text, which declares its encoding (WHATWG Encoding §6).
public enum ByteOrderMark: Sendable, Hashable {
    case utf8, utf16BigEndian, utf16LittleEndian

    /// The mark at the start of the content; nil without one.
    public init?(_ content: Bytes) {
        if content.count >= 3, content[0] == 0xEF, content[1] == 0xBB, content[2] == 0xBF {
            self = .utf8
        } else if content.count >= 2, content[0] == 0xFE, content[1] == 0xFF {
            self = .utf16BigEndian
        } else if content.count >= 2, content[0] == 0xFF, content[1] == 0xFE {
            self = .utf16LittleEndian
        } else {
            return nil
        }
    }

    /// The label of the encoding.
    public var charset: StaticString {
        switch self {
        case .utf8: "utf-8"
        case .utf16BigEndian: "utf-16be"
        case .utf16LittleEndian: "utf-16le"
        }
    }
}
