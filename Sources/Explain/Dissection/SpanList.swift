/// Spans laid side by side from a place on: what is added begins where the last one ended, so they tile.
///
/// A scratch value of one dissection.
struct SpanList {
    private(set) var spans: [Span] = []
    /// One past the last span's last byte.
    private(set) var position: Int
    /// Of all spans, children counted too.
    private(set) var count = 0
    /// Only moves on, and keeps nothing: for what is read over once enough has been named.
    let isSilent: Bool

    /// A field line has so many parts.
    private static let usual = 5

    init(at position: Int, isSilent: Bool = false) {
        self.position = position
        self.isSilent = isSilent
    }

    /// An empty list that goes on from here, for the children of a group.
    func children() -> SpanList { SpanList(at: position, isSilent: isSilent) }

    /// A leaf from the position to `end`; nothing when no bytes are there.
    mutating func leaf(
        _ rule: String, to end: Int, _ spec: String, _ text: @autoclosure () -> Wording, malformed: Bool = false
    ) {
        guard end > position else { return }
        guard !isSilent else {
            position = end
            return
        }
        if spans.isEmpty { spans.reserveCapacity(Self.usual) }
        spans.append(Span(rule, position..<end, spec, saying: text(), malformed: malformed))
        position = end
        count += 1
    }

    /// A place where something should stand and nothing does.
    mutating func missing(_ rule: String, _ spec: String, _ text: @autoclosure () -> Wording) {
        guard !isSilent else { return }
        spans.append(Span(rule, position..<position, spec, saying: text(), malformed: true))
        count += 1
    }

    /// A span of the children, which begin at the position; nothing when there are none.
    mutating func group(
        _ rule: String, _ spec: String, _ text: @autoclosure () -> Wording, malformed: Bool = false,
        _ children: SpanList
    ) {
        guard !isSilent else {
            position = children.position
            return
        }
        guard !children.spans.isEmpty else { return }
        spans.append(
            Span(
                rule, position..<children.position, spec, saying: text(), malformed: malformed, children: children.spans
            ))
        position = children.position
        count += children.count + 1
    }

    /// Takes over what another list has gathered from the position on.
    mutating func append(_ other: SpanList) {
        take(other.spans)
        position = other.position
        count += other.count
    }

    /// Spans made elsewhere, `size` with those inside of them, which have to tile the bytes from the position to `end`.
    /// When they do not, the bytes stay one span: that no byte goes unnamed is not left to anyone's word.
    mutating func adopt(
        _ foreign: [Span], _ size: Int, to end: Int, orElse rule: String, _ spec: String,
        _ text: @autoclosure () -> Wording
    ) {
        var next = position
        var fits = true
        for place in foreign.indices {
            fits = fits && foreign[place].offset == next
            next = foreign[place].offset + foreign[place].length
        }
        guard fits, next == end, !foreign.isEmpty else { return leaf(rule, to: end, spec, text()) }
        count += size
        take(foreign)
        position = end
    }

    /// Makes room for so many.
    mutating func reserve(_ count: Int) { spans.reserveCapacity(count) }

    /// Gives away what was gathered, as whoever takes it goes on with the same storage.
    mutating func take() -> SpanList {
        let taken = self
        spans = []
        return taken
    }

    /// Spans are costly to copy: the first ones are taken over with their storage.
    private mutating func take(_ others: [Span]) {
        if spans.isEmpty { spans = others } else { spans += others }
    }
}
