import Bytes

/// A path with names where its parts change from request to request: `/users/{userId}` for `/users/17`.
struct PathTemplate {
    let text: String
    let parameters: [String]

    init(_ path: Bytes) {
        var text = ""
        var parameters: [String] = []
        var former: Bytes = ""
        for part in path.split(separator: ASCII.slash, omittingEmptySubsequences: false).dropFirst() {
            let segment = path.slice(part.startIndex..<part.endIndex)
            text += "/"
            if Self.changes(segment) {
                var name = Self.name(after: former)
                if parameters.contains(name) { name += String(parameters.count + 1) }
                parameters.append(name)
                text += "{\(name)}"
            } else {
                text += Self.literal(segment)
                former = segment
            }
        }
        self.text = text.isEmpty ? "/" : text
        self.parameters = parameters
    }

    /// Numbers, UUIDs, long hexadecimal ones, tags of secrets, and long ones with many digits.
    private static func changes(_ segment: Bytes) -> Bool {
        guard !segment.isEmpty else { return false }
        if segment.allSatisfy({ ASCII.isDigit($0) }) || segment.hasOpening("%5Bsecret") { return true }
        let plain = segment.filter { $0 != ASCII.hyphen }
        if plain.count >= 16, plain.allSatisfy({ ASCII.hexValue($0) != nil }) { return true }
        let digits = segment.count(where: ASCII.isDigit)
        return segment.count >= 20 && digits >= 4 && !segment.contains(ASCII.period)
    }

    /// `userId` behind `users`.
    private static func name(after former: Bytes) -> String {
        var letters = former.filter { ASCII.isAlpha($0) || ASCII.isDigit($0) }
        if letters.count > 2, letters.last == UInt8(ascii: "s") { letters.removeLast() }
        return letters.isEmpty ? "id" : String(decoding: letters, as: UTF8.self) + "Id"
    }

    /// Braces are the template's own, and what is no character of a URL is written as its octets.
    private static func literal(_ segment: Bytes) -> String {
        var text = ""
        for byte in segment {
            if OctetClass.pathOrQuery.contains(byte) && byte != ASCII.question || byte == ASCII.percent {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + Hex.number(Int(byte), width: 2).uppercased()
            }
        }
        return text
    }
}
