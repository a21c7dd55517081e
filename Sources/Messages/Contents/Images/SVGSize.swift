import Bytes

/// The size that an SVG gives itself, in its first tag.
enum SVGSize {
    /// `SVG image, 24 × 24, view box 0 0 24 24`; nil when the text is no SVG.
    static func title(_ text: Bytes) -> String? {
        let beginning = text.slice(0..<min(text.count, 4096))
        guard let start = beginning.firstIndex(of: "<svg", from: 0) else { return nil }
        let end = beginning.firstIndex(of: ASCII.greaterThan, from: start) ?? beginning.count
        let tag = beginning.slice(start..<end)
        var parts = ["SVG image"]
        if let width = attribute("width=", in: tag), let height = attribute("height=", in: tag) {
            parts.append("\(width) × \(height)")
        }
        if let box = attribute("viewBox=", in: tag) { parts.append("view box \(box)") }
        return parts.joined(separator: ", ")
    }

    private static func attribute(_ name: StaticString, in tag: Bytes) -> String? {
        var place = 0
        while let start = tag.firstIndex(of: name, from: place) {
            place = start + name.utf8CodeUnitCount
            // `width=` stands in `stroke-width=` too.
            guard start > 0, Bytes.isSpace(tag[start - 1]), place < tag.count else { continue }
            let quote = tag[place]
            guard quote == ASCII.quote || quote == ASCII.apostrophe,
                let end = tag.firstIndex(of: quote, from: place + 1), end - place < 40
            else { return nil }
            return tag.slice(place + 1..<end).text
        }
        return nil
    }
}
