import Bytes

/// PNG (its third edition, §5 and §11.2.1).
enum PNGHeader {
    private static let mark: Bytes = Bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    /// Chunks before the first pixels that are looked at.
    private static let chunkLimit = 64

    @Sendable static func read(_ bytes: Bytes) -> ImageFacts? {
        guard bytes.count >= 8, bytes.slice(0..<8) == mark else { return nil }
        var facts = ImageFacts(kind: "PNG")
        var reader = BinaryReader(bytes)
        _ = reader.skip(8 + 8)
        facts.width = reader.number(4)
        facts.height = reader.number(4)
        guard let depth = reader.byte(), let colours = reader.byte() else { return facts }
        let name =
            switch colours {
            case 0: "greyscale"
            case 2: "RGB"
            case 3: "palette"
            case 4: "greyscale with alpha"
            case 6: "RGB with alpha"
            default: "colour type \(colours)"
            }
        facts.colours =
            colours == 3
            ? "\(ImageFacts.bits(Int(depth))) a pixel, palette" : "\(ImageFacts.bits(Int(depth))) a channel, \(name)"
        // Compression and filter have one value each.
        _ = reader.skip(2)
        if reader.byte() == 1 { facts.more.append("interlaced") }
        _ = reader.skip(4)
        for _ in 0..<chunkLimit {
            guard let length = reader.number(4), let name = reader.take(4), !name.isExactly("IDAT") else { break }
            if name.isExactly("acTL"), let frames = reader.number(4) {
                facts.more.append(frames == 1 ? "1 frame" : "\(frames) frames")
                break
            }
            guard reader.skip(length), reader.skip(4) else { break }
        }
        return facts
    }
}
