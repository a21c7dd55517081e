import Bytes

/// GIF (version 89a): the logical screen, and how many frames there are.
enum GIFHeader {
    private static let frameLimit = 10_000

    @Sendable static func read(_ bytes: Bytes) -> ImageFacts? {
        guard bytes.hasOpening("GIF87a") || bytes.hasOpening("GIF89a") else { return nil }
        var facts = ImageFacts(kind: "GIF")
        var reader = BinaryReader(bytes)
        _ = reader.skip(6)
        facts.width = reader.smallFirst(2)
        facts.height = reader.smallFirst(2)
        guard facts.height != nil, let packed = reader.byte() else { return facts }
        let bits = Int(packed & 7) + 1
        facts.colours = "palette of \(1 << bits) colours"
        _ = reader.skip(2)
        if packed & 0x80 != 0 { _ = reader.skip(3 << bits) }
        let frames = self.frames(&reader)
        if frames > 1 { facts.more.append("\(frames) frames") }
        return facts
    }

    /// Those that are there: what was cut off is not counted.
    private static func frames(_ reader: inout BinaryReader) -> Int {
        var count = 0
        while count < frameLimit, let kind = reader.byte() {
            // GIF89a §20 and §23: an image begins with a comma, an extension with an exclamation mark.
            switch kind {
            case UInt8(ascii: "!"):
                guard reader.skip(1), skipBlocks(&reader) else { return count }
            case ASCII.comma:
                count += 1
                guard reader.skip(8), let packed = reader.byte() else { return count }
                if packed & 0x80 != 0 { guard reader.skip(3 << (Int(packed & 7) + 1)) else { return count } }
                guard reader.skip(1), skipBlocks(&reader) else { return count }
            default: return count
            }
        }
        return count
    }

    private static func skipBlocks(_ reader: inout BinaryReader) -> Bool {
        while let length = reader.byte() {
            if length == 0 { return true }
            guard reader.skip(Int(length)) else { return false }
        }
        return false
    }
}
