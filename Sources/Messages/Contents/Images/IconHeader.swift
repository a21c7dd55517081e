import Bytes

/// ICO and CUR: a directory of images; the largest is told.
enum IconHeader {
    @Sendable static func read(_ bytes: Bytes) -> ImageFacts? {
        var reader = BinaryReader(bytes)
        guard reader.smallFirst(2) == 0, let type = reader.smallFirst(2), type == 1 || type == 2,
            let count = reader.smallFirst(2), count > 0, count <= 256
        else { return nil }
        var facts = ImageFacts(kind: type == 1 ? "ICO" : "CUR")
        for _ in 0..<count {
            // The fourth byte of an entry is 0 in every icon; else this is something else.
            guard let width = reader.byte(), let height = reader.byte(), reader.skip(1), let reserved = reader.byte(),
                reader.skip(2), let depth = reader.smallFirst(2), reader.skip(8)
            else { break }
            guard reserved == 0 else { return nil }
            // 0 stands for 256.
            let pixels = width == 0 ? 256 : Int(width)
            if pixels > facts.width ?? 0 {
                (facts.width, facts.height) = (pixels, height == 0 ? 256 : Int(height))
                facts.colours = type == 1 && depth > 0 ? "\(ImageFacts.bits(depth)) a pixel" : nil
            }
        }
        if count > 1 { facts.more.append("the largest of \(count) images") }
        return facts
    }
}
