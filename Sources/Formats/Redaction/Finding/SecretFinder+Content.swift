package import Bytes
import HTTPSemantics

extension SecretFinder {
    /// Of a content with its codings taken off.
    package static func secrets(inContent content: Bytes, type: Bytes) -> [Secret] {
        var found: [Secret] = []
        self.content(content, 0..<content.count, MediaType(type), into: &found, depth: 0)
        return found.apart
    }

    private static func content(
        _ bytes: Bytes, _ range: Range<Int>, _ type: MediaType, into found: inout [Secret], depth: Int
    ) {
        if type.type.equalsIgnoringCase("multipart"), depth < 4, let boundary = type.parameter("boundary") {
            return parts(bytes, range, boundary, into: &found, depth: depth)
        }
        // Their bytes are chance themselves, and looking for letters in them finds what is none.
        if bytes.slice(range).isPicture { return }
        if type.is("application", "x-www-form-urlencoded") {
            form(bytes, range, into: &found)
        } else {
            SecretAssignments.find(in: bytes, range, into: &found)
            pairs(bytes, range, into: &found)
            if type.hasSuffix("xml") || type.hasSuffix("html") || bytes.slice(range).first == ASCII.lessThan {
                SecretMarkup.find(in: bytes, range, into: &found)
            }
        }
        SecretShapes.find(in: bytes, range, into: &found)
    }

    /// A form of another type: `name=value`, with `&` or line ends between (HTML §4.10.21.7, text/plain).
    private static func pairs(_ bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        var lines: [Range<Int>] = []
        var isForm = true
        forEachPart(of: bytes, range, separator: ASCII.lineFeed) { line in
            guard isForm else { return }
            let end = bytes[line.upperBound - 1] == ASCII.carriageReturn ? line.upperBound - 1 : line.upperBound
            guard line.lowerBound < end else { return }
            isForm = isPair(bytes.slice(line.lowerBound..<end))
            lines.append(line.lowerBound..<end)
        }
        guard isForm else { return }
        for line in lines { form(bytes, line, into: &found) }
    }

    private static func isPair(_ line: Bytes) -> Bool {
        guard let equals = line.firstIndex(of: ASCII.equals), (1...128).contains(equals) else { return false }
        return line.allSatisfy {
            $0 > ASCII.space && $0 != ASCII.delete && $0 != ASCII.quote && $0 != ASCII.lessThan
                && $0 != ASCII.openBrace
        }
    }

    /// The parts of a multipart content: each by its name, by its head, and by its own type. What stands around them
    /// is nothing to a reader of parts, and may be a secret all the same.
    private static func parts(
        _ bytes: Bytes, _ range: Range<Int>, _ boundary: Bytes, into found: inout [Secret], depth: Int
    ) {
        let multipart = Multipart(bytes.slice(range), boundary: boundary)
        for part in multipart.parts { self.part(part, of: bytes, into: &found, depth: depth) }
        for rest in [multipart.preamble, multipart.epilogue] {
            guard !rest.isEmpty, let place = rest.range(in: bytes) else { continue }
            content(bytes, place, MediaType("text/plain"), into: &found, depth: depth + 1)
        }
    }

    private static func part(
        _ part: Multipart.Part, of bytes: Bytes, into found: inout [Secret], depth: Int
    ) {
        for field in part.fields {
            guard let start = field.line.range(in: bytes)?.lowerBound else { continue }
            for secret in secrets(inLine: field.line) {
                found.append(Secret(start + secret.range.lowerBound..<start + secret.range.upperBound, secret.coding))
            }
        }
        guard !part.content.isEmpty, let place = part.content.range(in: bytes) else { return }
        if let strength = part.name.flatMap({ SecretNames.strength(of: $0) }),
            SecretNames.isSecret(part.content, strength)
        {
            found.append(Secret(place))
            return
        }
        let type = MediaType(part.type ?? "text/plain")
        // What is packed is replaced whole: a tag inside would be no part of what it was packed as.
        switch PackedPart(
            part.content, codings: part.first("content-encoding"), transfer: part.first("content-transfer-encoding"))
        {
        case .plain: content(bytes, place, type, into: &found, depth: depth + 1)
        case .sealed: found.append(Secret(place))
        case .unpacked(let inner):
            var secrets: [Secret] = []
            content(inner, 0..<inner.count, type, into: &secrets, depth: depth + 1)
            if !secrets.isEmpty { found.append(Secret(place)) }
        }
    }
}

extension Bytes {
    /// Pictures, sound, film, fonts: nothing that a proof is written in. By their first bytes, as anything may be
    /// called a picture; a text with the same letters has no zero byte behind them.
    var isPicture: Bool {
        let head = slice(0..<Swift.min(count, 32))
        guard head.contains(0) else { return false }
        let marks: [(place: Int, mark: [UInt8])] = [
            (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), (0, [0xFF, 0xD8, 0xFF]), (0, Array("GIF8".utf8)),
            (8, Array("WEBP".utf8)), (8, Array("WAVE".utf8)), (4, Array("ftyp".utf8)), (0, [0x1A, 0x45, 0xDF, 0xA3]),
            (0, Array("OggS".utf8)), (0, Array("ID3".utf8)), (0, Array("wOF".utf8)),
        ]
        return marks.contains { head.dropFirst($0.place).starts(with: $0.mark) }
    }
}
