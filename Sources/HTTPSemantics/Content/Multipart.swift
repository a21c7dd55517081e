public import Bytes

/// The parts of a multipart content (RFC 2046 §5.1.1): a form with files, several ranges of one resource, or any other.
///
/// Any bytes can be read; all of them are in a part's head, in its content, on a boundary's line, or before and after
/// the parts. What is answered are slices of the content, which know their place in it.
public struct Multipart: Sendable {
    /// One part.
    public struct Part: Sendable, Hashable {
        /// The lines of its head, without their ends; one that is no field has an empty name.
        public fileprivate(set) var fields: [Field] = []
        /// The empty line after its head arrived.
        public fileprivate(set) var headIsWhole = false
        /// What follows its head; the line end before the next boundary belongs to the boundary.
        public fileprivate(set) var content = Bytes()
        /// A boundary followed it.
        public let isWhole: Bool
    }

    /// A line of a part's head.
    public struct Field: Sendable, Hashable {
        /// The whole line, without its end.
        public let line: Bytes
        /// The text before the first colon.
        public let name: Bytes
        /// The rest of the line, without the space around it.
        public let value: Bytes
    }

    /// In order.
    public private(set) var parts: [Part] = []
    /// The last boundary arrived, or more parts than the limit.
    public private(set) var isClosed = false
    /// The content before the first boundary: all of it when no boundary came.
    public private(set) var preamble: Bytes
    /// What follows the last boundary, or the last part within the limit.
    public private(set) var epilogue = Bytes()

    private static let fieldLimit = 1000

    /// - Parameters:
    ///   - boundary: the parameter of the media type, without the hyphens before it.
    ///   - limit: how many parts are separated.
    public init(_ content: Bytes, boundary: Bytes, limit: Int = 1000) {
        preamble = content
        let mark = Bytes([ASCII.hyphen, ASCII.hyphen] + boundary.array)
        // Where a part begins that no boundary has ended.
        var open: Int?
        var start = 0
        // Line by line, as a boundary stands at the start of one.
        while start < content.count {
            let end = content.firstIndex(of: ASCII.lineFeed, from: start) ?? content.count
            defer { start = end + 1 }
            guard let isLast = Self.boundary(content, start..<end, mark) else { continue }
            if let open {
                add(content.slice(open..<max(open, Self.withoutLineEnd(content, start))), isWhole: true)
            } else {
                preamble = content.slice(0..<start)
            }
            open = min(end + 1, content.count)
            guard isLast || parts.count == limit else { continue }
            isClosed = true
            epilogue = content.slice((open ?? 0)..<content.count)
            return
        }
        if let open { add(content.slice(open..<content.count), isWhole: false) }
    }

    /// nil: the line is none; else whether no part follows. Space may stand behind it (RFC 2046 §5.1.1).
    private static func boundary(_ content: Bytes, _ line: Range<Int>, _ mark: Bytes) -> Bool? {
        guard line.count >= mark.count,
            content.slice(line.lowerBound..<line.lowerBound + mark.count) == mark
        else { return nil }
        var rest = content.slice(line.lowerBound + mark.count..<withoutReturn(content, line))
        let isLast = rest.count > 1 && rest[0] == ASCII.hyphen && rest[1] == ASCII.hyphen
        if isLast { rest = rest.slice(2..<rest.count) }
        return rest.trimmed.isEmpty ? isLast : nil
    }

    private static func withoutReturn(_ content: Bytes, _ line: Range<Int>) -> Int {
        !line.isEmpty && content[line.upperBound - 1] == ASCII.carriageReturn ? line.upperBound - 1 : line.upperBound
    }

    /// The end of what stands before the line that begins at `start`.
    private static func withoutLineEnd(_ content: Bytes, _ start: Int) -> Int {
        guard start > 0 else { return 0 }
        return withoutReturn(content, 0..<start - 1)
    }

    private mutating func add(_ bytes: Bytes, isWhole: Bool) {
        var part = Part(isWhole: isWhole)
        var start = 0
        while start < bytes.count, part.fields.count < Self.fieldLimit {
            let end = bytes.firstIndex(of: ASCII.lineFeed, from: start) ?? bytes.count
            let line = bytes.slice(start..<Self.withoutReturn(bytes, start..<end))
            start = min(end + 1, bytes.count)
            guard !line.isEmpty else {
                part.headIsWhole = true
                break
            }
            let colon = line.firstIndex(of: ASCII.colon)
            part.fields.append(
                Field(
                    line: line, name: line.slice(0..<(colon ?? 0)),
                    value: colon.map { line.slice($0 + 1..<line.count).trimmed } ?? Bytes()))
        }
        part.content = bytes.slice(start..<bytes.count)
        parts.append(part)
    }
}

extension Multipart.Part {
    /// The value of the first field of this name.
    public func first(_ name: StaticString) -> Bytes? {
        fields.first { $0.name.equalsIgnoringCase(name) }?.value
    }

    /// The media type of the content.
    public var type: Bytes? { first("content-type") }

    /// Of a form's field (RFC 7578 §4.2).
    public var name: Bytes? { disposition?.parameter("name") }

    /// Of a file in a form (RFC 7578 §4.2).
    public var filename: Bytes? { disposition?.parameter("filename") }

    /// It has the form of a media type's parameters.
    private var disposition: MediaType? { first("content-disposition").map { MediaType($0) } }
}
