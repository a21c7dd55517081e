import Bytes

/// AVIF, and HEIC, which is built alike (ISO/IEC 23008-12): the properties in the boxes of `meta`.
enum AVIFHeader {
    private static let boxLimit = 200

    @Sendable static func read(_ bytes: Bytes) -> ImageFacts? {
        guard bytes.count >= 12, bytes.slice(4..<8).isExactly("ftyp") else { return nil }
        let brand = bytes.slice(8..<12)
        let isAVIF = brand.isExactly("avif") || brand.isExactly("avis")
        guard isAVIF || brand.isExactly("heic") || brand.isExactly("heix") || brand.isExactly("mif1") else {
            return nil
        }
        var facts = ImageFacts(kind: isAVIF ? "AVIF" : "HEIF")
        if brand.isExactly("avis") { facts.more.append("animated") }
        var count = 0
        var pending = [0..<bytes.count]
        while let next = pending.popLast() {
            boxes(bytes, next, &count) { name, range in
                var reader = BinaryReader(bytes, range)
                if name.isExactly("meta"), reader.skip(4) {
                    pending.append(reader.index..<range.upperBound)
                } else if name.isExactly("iprp") || name.isExactly("ipco") {
                    pending.append(range)
                } else if name.isExactly("ispe"), reader.skip(4), let width = reader.number(4),
                    let height = reader.number(4), width > facts.width ?? 0
                {
                    // Of several images within one the largest is the whole.
                    (facts.width, facts.height) = (width, height)
                } else if name.isExactly("pixi"), reader.skip(4), let channels = reader.byte(),
                    let depth = reader.byte(),
                    channels > 1 || facts.colours == nil
                {
                    let count = channels == 1 ? "1 channel" : "\(channels) channels"
                    facts.colours = "\(ImageFacts.bits(Int(depth))) a channel, \(count)"
                }
            }
        }
        return facts
    }

    /// Hands out the boxes of a range: four bytes of size, four of name.
    private static func boxes(
        _ bytes: Bytes, _ range: Range<Int>, _ count: inout Int, _ body: (Bytes, Range<Int>) -> Void
    ) {
        var reader = BinaryReader(bytes, range)
        while count < boxLimit, let size = reader.number(4), let name = reader.take(4) {
            count += 1
            // Until the end of what is there, for 0, and for what was cut off.
            let length = size == 0 ? reader.left : min(max(size - 8, 0), reader.left)
            body(name, reader.index..<reader.index + length)
            guard size != 1, reader.skip(length) else { return }
        }
    }
}
