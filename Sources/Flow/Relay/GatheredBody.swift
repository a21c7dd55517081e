package import Bytes

/// What was kept of a body that somebody wants to see whole. A value.
package struct GatheredBody: Sendable {
    package enum State: Sendable, Hashable {
        /// Nothing is kept.
        case none
        /// More may come.
        case underWay
        /// All of it is here.
        case whole
        /// It is longer than it may be, and is forwarded.
        case tooLong
    }

    /// A run of what was kept: content, or what frames it.
    package struct Part: Sendable, Hashable {
        package let bytes: Bytes
        package let isContent: Bool
    }

    package private(set) var state = State.none
    /// As it is on the wire, and where in it content stands.
    private var wire: [UInt8] = []
    private var contents: [Range<Int>] = []
    private var contentCount = 0
    /// What came when no more could be kept.
    private var rest: [Part] = []
    /// The content, once all of it is here.
    private var content = Bytes()

    package init() {}

    /// How many bytes of chunk lines and trailers are kept beside the content.
    private static let framingAllowance = 64 * 1024

    /// - Parameter limit: bytes of content; with more it is not kept any longer.
    package mutating func take(_ bytes: Bytes, isContent: Bool, limit: Int) {
        guard state != .tooLong else { return add(bytes, isContent) }
        state = .underWay
        // What frames the content counts too: chunks of one byte would let a body take many times its size.
        guard wire.count + bytes.count - Self.framingAllowance <= limit,
            !isContent || contentCount + bytes.count <= limit
        else { return giveUp(bytes, isContent) }
        let start = wire.count
        unsafe bytes.withUnsafeBytes { unsafe wire.append(contentsOf: $0) }
        guard isContent, !bytes.isEmpty else { return }
        contentCount += bytes.count
        if let last = contents.last, last.upperBound == start {
            contents[contents.count - 1] = last.lowerBound..<wire.count
        } else {
            contents.append(start..<wire.count)
        }
    }

    /// There is no memory to keep more: what was kept, this, and the rest are forwarded as they came.
    package mutating func giveUp(_ bytes: Bytes, _ isContent: Bool) {
        state = .tooLong
        add(bytes, isContent)
    }

    private mutating func add(_ bytes: Bytes, _ isContent: Bool) {
        if !bytes.isEmpty { rest.append(Part(bytes: bytes, isContent: isContent)) }
    }

    /// The body has ended. Answers its content; nil when it was too long.
    package mutating func end() -> Bytes? {
        guard state != .tooLong else { return nil }
        state = .whole
        content = joined()
        return content
    }

    /// Where the content stands in one piece, as without chunks, it is not copied: many large bodies may wait at once
    /// for what is to be made of them.
    private func joined() -> Bytes {
        if contents.count == 1 { return Bytes(wire).slice(contents[0]) }
        var content: [UInt8] = []
        content.reserveCapacity(contentCount)
        for range in contents { content += wire[range] }
        return Bytes(content)
    }

    /// Everything that was kept, as it came; nothing is kept any more.
    package mutating func release() -> [Bytes] {
        defer { self = GatheredBody() }
        return (wire.isEmpty ? [] : [Bytes(wire)]) + rest.map(\.bytes)
    }

    /// The content of everything that was kept, without what framed it; nothing is kept any more.
    package mutating func releaseContent() -> [Bytes] {
        guard state != .whole else {
            defer { self = GatheredBody() }
            return [content]
        }
        return releaseParts().filter(\.isContent).map(\.bytes)
    }

    /// Everything that was kept, as it came, content apart from what framed it; nothing is kept any more.
    package mutating func releaseParts() -> [Part] {
        defer { self = GatheredBody() }
        let all = Bytes(wire)
        var parts: [Part] = []
        var place = 0
        for range in contents {
            if place < range.lowerBound {
                parts.append(Part(bytes: all.slice(place..<range.lowerBound), isContent: false))
            }
            parts.append(Part(bytes: all.slice(range), isContent: true))
            place = range.upperBound
        }
        if place < all.count { parts.append(Part(bytes: all.slice(place..<all.count), isContent: false)) }
        return parts + rest
    }
}
