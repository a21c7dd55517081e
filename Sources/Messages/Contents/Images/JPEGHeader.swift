import Bytes

/// JPEG (ITU-T T.81 Annex B): the frame header among the segments.
enum JPEGHeader {
    @Sendable static func read(_ bytes: Bytes) -> ImageFacts? {
        guard bytes.count >= 3, bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[2] == 0xFF else { return nil }
        var facts = ImageFacts(kind: "JPEG")
        var reader = BinaryReader(bytes)
        _ = reader.skip(2)
        while let byte = reader.byte(), byte == 0xFF {
            var marker = reader.byte()
            while marker == 0xFF { marker = reader.byte() }
            guard let marker else { break }
            // Restart and temporary markers have no length.
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            guard marker != 0xD9, marker != 0xDA, let length = reader.number(2), length >= 2 else { break }
            // SOF0 to SOF15 but for DHT, JPG and DAC, which lie among them.
            if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
                guard let depth = reader.byte(), let height = reader.number(2), let width = reader.number(2),
                    let channels = reader.byte()
                else { break }
                (facts.width, facts.height) = (width, height)
                let name = channels == 1 ? "greyscale" : channels == 3 ? "colour" : "\(channels) channels"
                facts.colours = "\(ImageFacts.bits(Int(depth))) a channel, \(name)"
                if marker == 0xC2 || marker == 0xC6 { facts.more.append("progressive") }
                break
            }
            guard reader.skip(length - 2) else { break }
        }
        return facts
    }
}
