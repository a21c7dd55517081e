import Bytes

/// BMP: the header of Windows 3 and later.
enum BMPHeader {
    @Sendable static func read(_ bytes: Bytes) -> ImageFacts? {
        guard bytes.count >= 26, bytes.hasOpening("BM"), bytes.slice(6..<10).allSatisfy({ $0 == 0 }) else { return nil }
        var facts = ImageFacts(kind: "BMP")
        var reader = BinaryReader(bytes)
        guard reader.skip(18), let width = reader.littleEndian(4), let height = reader.littleEndian(4) else {
            return facts
        }
        // A negative height says that the rows go from the top down.
        facts.width = Int(Int32(truncatingIfNeeded: width).magnitude)
        facts.height = Int(Int32(truncatingIfNeeded: height).magnitude)
        _ = reader.skip(2)
        facts.colours = reader.smallFirst(2).map { "\(ImageFacts.bits($0)) a pixel" }
        return facts
    }
}
