import Bytes
import HTTPSemantics

/// What the header of an image says: its kind, its size in pixels, how its colours are kept. Nothing is decoded.
struct ImageFacts: Sendable, Hashable {
    /// `PNG`, `JPEG`.
    let kind: String
    /// In pixels; nil when the header does not come so far.
    var width: Int?
    var height: Int?
    /// `8 bits a channel, RGB with alpha`; nil when it does not say.
    var colours: String?
    /// `12 frames`, `3 images`, `interlaced`.
    var more: [String] = []

    /// nil when the bytes begin as no image does.
    init?(_ bytes: Bytes) {
        for read in Self.readers {
            if let facts = read(bytes) {
                self = facts
                return
            }
        }
        return nil
    }

    init(kind: String) {
        self.kind = kind
    }

    private static let readers: [@Sendable (Bytes) -> ImageFacts?] = [
        PNGHeader.read, JPEGHeader.read, GIFHeader.read, WebPHeader.read, AVIFHeader.read, IconHeader.read,
        BMPHeader.read,
    ]

    /// `PNG image, 640 × 480 pixels, 8 bits a channel, RGB`.
    var text: String {
        var parts = ["\(kind) image"]
        if let width, let height { parts.append("\(width) × \(height) pixels") }
        if let colours { parts.append(colours) }
        return (parts + more).joined(separator: ", ")
    }

    static func bits(_ count: Int) -> String { count == 1 ? "1 bit" : "\(count) bits" }

    /// The type of an image that browsers show, by its first bytes alone; nil when it is none.
    static func type(of bytes: Bytes) -> String? {
        let signature = ContentSignature(bytes)
        // HTML may have one in it.
        if signature == .svg || signature == .xml && SVGSize.title(bytes) != nil { return "image/svg+xml" }
        switch ImageFacts(bytes)?.kind {
        case "PNG": return "image/png"
        case "JPEG": return "image/jpeg"
        case "GIF": return "image/gif"
        case "WebP": return "image/webp"
        case "AVIF": return "image/avif"
        case "BMP": return "image/bmp"
        case "ICO": return "image/x-icon"
        default: return nil
        }
    }
}
