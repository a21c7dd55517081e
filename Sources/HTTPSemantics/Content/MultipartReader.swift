package import Bytes

/// Takes a multipart content apart as it arrives (RFC 2046 §5.1.1). A value; how the bytes were cut makes no
/// difference. What is large is counted, and kept in part.
package struct MultipartReader: Sendable {
    /// A part that a boundary, or the end of the content, has ended.
    package struct Part: Sendable, Hashable {
        /// Octets of the content before its head.
        package let offset: UInt64
        /// Its head with the empty line, as far as it is kept.
        package let head: Bytes
        /// Octets behind its head.
        package let size: UInt64
        /// What is kept of these.
        package let content: Bytes
        /// A boundary came behind it.
        package let isWhole: Bool
    }

    /// The fields of a head: its lines that have a name, with what stands behind the colon.
    package static func fields(_ head: Bytes) -> [(name: Bytes, value: Bytes)] {
        var fields: [(name: Bytes, value: Bytes)] = []
        FieldList.forEachPiece(of: head, separator: ASCII.lineFeed) { line in
            let end = line.last == ASCII.carriageReturn ? line.count - 1 : line.count
            guard let colon = line.firstIndex(of: ASCII.colon), colon < end else { return }
            fields.append((line.slice(0..<colon), line.slice(colon + 1..<end).trimmed))
        }
        return fields
    }

    private enum State: Sendable {
        case preamble, head, content, epilogue
    }

    private static let headLimit = 64 << 10
    /// What is kept of a head whose part was let go of.
    private static let shortHead = 1 << 10
    /// White space that may stand behind a boundary.
    private static let paddingLimit = 1 << 10

    private let mark: Bytes
    private let limit: Int
    private var state = State.preamble
    private var position: UInt64 = 0
    /// The beginning of a line that may be a boundary.
    private var pending: [UInt8] = []
    /// The line is none, so that its rest needs no look.
    private var isPlainLine = false
    private var finished: [Part] = []

    private var offset: UInt64 = 0
    private var head: [UInt8] = []
    private var headLine: [UInt8] = []
    private var content: [UInt8] = []
    private var size: UInt64 = 0
    /// A line end that belongs to the boundary, if one follows.
    private var lineEnd: [UInt8] = []
    private var isLetGo = false

    /// - Parameters:
    ///   - boundary: the parameter of the media type.
    ///   - limit: octets of a part's content that are kept.
    package init(boundary: Bytes, limit: Int) {
        mark = Bytes([ASCII.hyphen, ASCII.hyphen] + boundary.array)
        self.limit = limit
    }

    /// The parts that these bytes end.
    package mutating func take(_ bytes: Bytes) -> [Part] {
        finished = []
        var start = 0
        while start < bytes.count {
            let feed = bytes.firstIndex(of: ASCII.lineFeed, from: start)
            let end = feed.map { $0 + 1 } ?? bytes.count
            line(bytes.slice(start..<end), isEnded: feed != nil)
            position += UInt64(end - start)
            start = end
        }
        return finished
    }

    /// No more comes: the part that is under way, if one is.
    package mutating func end() -> [Part] {
        finished = []
        // A last boundary needs no line end.
        if !pending.isEmpty { settle(isEnded: true) }
        if state == .head || state == .content, !head.isEmpty || !headLine.isEmpty || size > 0 {
            keep(lineEnd)
            finish(isWhole: false)
        }
        state = .epilogue
        return finished
    }

    /// Octets that are held of the part that is under way.
    package var held: Int { pending.count + head.count + headLine.count + content.count }

    /// Keeps nothing of the content of the part that is under way, and little of its head: its size is told.
    package mutating func letGo() {
        guard !head.isEmpty || !headLine.isEmpty || size > 0 else { return }
        isLetGo = true
        content = []
        head = Array(head.prefix(Self.shortHead))
        headLine = Array(headLine.prefix(Self.shortHead))
    }

    private mutating func line(_ piece: Bytes, isEnded: Bool) {
        if isPlainLine {
            add(piece.array)
            if isEnded { isPlainLine = false }
            return
        }
        pending.append(contentsOf: piece)
        settle(isEnded: isEnded, behind: UInt64(piece.count))
    }

    /// Decides whether the line at hand is a boundary, as soon as that can be told.
    private mutating func settle(isEnded: Bool, behind: UInt64 = 0) {
        let text = pending.last == ASCII.lineFeed ? pending.dropLast() : pending[...]
        let common = min(text.count, mark.count)
        let mayBe =
            text.prefix(common).elementsEqual(mark.prefix(common)) && text.count <= mark.count + Self.paddingLimit
        if mayBe, !isEnded { return }
        let line = pending
        pending = []
        isPlainLine = !isEnded
        guard mayBe, let isLast = boundary(Bytes(Array(text))) else { return add(line) }
        if state == .head || state == .content { finish(isWhole: true) }
        if state == .epilogue { return }
        state = isLast ? .epilogue : .head
        offset = position + behind
    }

    /// nil: the line is none; else whether no part follows.
    private func boundary(_ line: Bytes) -> Bool? {
        guard line.count >= mark.count else { return nil }
        var rest = line.slice(mark.count..<line.count)
        let isLast = rest.count > 1 && rest[0] == ASCII.hyphen && rest[1] == ASCII.hyphen
        if isLast { rest = rest.slice(2..<rest.count) }
        if rest.last == ASCII.carriageReturn { rest = rest.slice(0..<rest.count - 1) }
        return rest.trimmed.isEmpty ? isLast : nil
    }

    private mutating func add(_ bytes: [UInt8]) {
        switch state {
        case .preamble, .epilogue: return
        case .head:
            let limit = isLetGo ? Self.shortHead : Self.headLimit
            headLine += headLine.count < limit ? bytes[...] : bytes.suffix(1)
            guard bytes.last == ASCII.lineFeed else { return }
            if headLine.elementsEqual([ASCII.carriageReturn, ASCII.lineFeed]) || headLine.count == 1 {
                state = .content
            }
            if head.count < limit { head += headLine }
            headLine = []
        case .content:
            let all = lineEnd + bytes
            let text = all.last == ASCII.lineFeed ? all.dropLast() : all[...]
            let count = text.last == ASCII.carriageReturn ? text.count - 1 : text.count
            lineEnd = Array(all[count...])
            keep(all[..<count])
        }
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        size += UInt64(bytes.count)
        if !isLetGo, content.count < limit { content.append(contentsOf: bytes.prefix(limit - content.count)) }
    }

    private mutating func finish(isWhole: Bool) {
        finished.append(
            Part(
                offset: offset, head: Bytes(head + headLine), size: size, content: Bytes(content), isWhole: isWhole))
        head = []
        headLine = []
        content = []
        size = 0
        lineEnd = []
        isLetGo = false
    }
}
