import Bytes
import HTTPSemantics

/// The parts of a multipart body (RFC 2046 §5.1.1).
struct MultipartReading {
    struct Part {
        var fields: [(name: Bytes, value: Bytes)] = []
        var content = Bytes()
        /// A boundary came behind it.
        var isWhole = false

        var type: Bytes? { first("content-type") }

        /// Of a form's field (RFC 7578 §4.2): it has the form of a media type's parameter.
        var name: Bytes? { first("content-disposition").flatMap { MediaType($0).parameter("name") } }

        private func first(_ name: StaticString) -> Bytes? {
            fields.first { $0.name.equalsIgnoringCase(name) }?.value
        }
    }

    private(set) var parts: [Part] = []
    private(set) var damage: [String] = []

    /// More are not told apart.
    private static let partLimit = 1000
    private static let fieldLimit = 50

    init(_ content: Bytes, boundary: Bytes) {
        let mark = Bytes([ASCII.hyphen, ASCII.hyphen] + boundary.array)
        // Where the content of a part begins that is open.
        var open: Int?
        var isClosed = false
        var start = 0
        while start < content.count, parts.count < Self.partLimit {
            let end = content.firstIndex(of: ASCII.lineFeed, from: start) ?? content.count
            defer { start = end + 1 }
            guard content.count - start >= mark.count, content.slice(start..<start + mark.count) == mark else {
                continue
            }
            let rest = content.slice(start + mark.count..<end).withoutSpace
            let isLast = rest.hasOpening("--")
            guard rest.isEmpty || isLast else { continue }
            if let from = open { add(content, from, Self.contentEnd(content, from, start), isWhole: true) }
            open = isLast ? nil : min(end + 1, content.count)
            isClosed = isLast
            if isLast { break }
        }
        if let from = open { add(content, from, content.count, isWhole: false) }
        if parts.isEmpty, !isClosed {
            damage.append("no line of the body is the boundary \(mark.text)")
        } else if !isClosed {
            damage.append("byte \(content.count): the body ends without the last boundary, \(mark.text)--")
        }
    }

    /// The line end before a boundary belongs to the boundary.
    private static func contentEnd(_ content: Bytes, _ from: Int, _ start: Int) -> Int {
        var end = start
        if end > from, content[end - 1] == ASCII.lineFeed { end -= 1 }
        if end > from, content[end - 1] == ASCII.carriageReturn { end -= 1 }
        return max(end, from)
    }

    private mutating func add(_ content: Bytes, _ from: Int, _ to: Int, isWhole: Bool) {
        var part = Part(isWhole: isWhole)
        var start = from
        while start < to, part.fields.count < Self.fieldLimit {
            let end = min(content.firstIndex(of: ASCII.lineFeed, from: start) ?? to, to)
            let line = content.slice(start..<end).withoutSpace
            start = min(end + 1, to)
            if line.isEmpty { break }
            let colon = line.firstIndex(of: ASCII.colon) ?? line.count
            part.fields.append(
                (line.slice(0..<colon), line.slice(min(colon + 1, line.count)..<line.count).withoutSpace))
        }
        part.content = content.slice(start..<to)
        parts.append(part)
    }
}
