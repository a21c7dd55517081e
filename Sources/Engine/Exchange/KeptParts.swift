internal import Bytes
internal import HTTPModel
internal import HTTPWire

/// What is kept of a body while its message is held: one at a time, the request's or the response's.
struct KeptParts {
    private var pipe: BodyPipe?
    /// What goes on of it, in order.
    private var bytes: [Bytes] = []
    /// Where in all that was taken content stands.
    private var contents: [Range<Int>] = []
    private var count = 0

    /// How far it has come.
    var gathering: BodyPipe.Gathering { pipe?.gathering ?? .none }

    mutating func take(_ part: MessagePart, _ bytes: Bytes, limit: Int) {
        var pieces: [BodyPipe.Piece] = []
        var pipe = pipe ?? BodyPipe(.gathered(limit: limit))
        pipe.take(part, count: bytes.count, bytes: { bytes }, &pieces)
        self.pipe = pipe
        note(part, bytes.count)
        add(pieces, own: bytes)
    }

    /// Nothing more is kept: what was, and what comes from now on, goes as it came.
    mutating func giveUp(limit: Int) {
        var pieces: [BodyPipe.Piece] = []
        var pipe = pipe ?? BodyPipe(.gathered(limit: limit))
        pipe.giveUp(&pieces)
        self.pipe = pipe
        add(pieces, own: Bytes())
    }

    /// Everything that was kept, as it came; nothing is kept any more.
    mutating func release() -> [Bytes] {
        var pieces: [BodyPipe.Piece] = []
        pipe?.release(&pieces)
        add(pieces, own: Bytes())
        defer { self = KeptParts() }
        return bytes
    }

    /// The content of everything that was kept, without what framed it; nothing is kept any more.
    mutating func releaseContent() -> [Bytes] {
        releaseParts().filter(\.isContent).map(\.bytes)
    }

    /// Everything that was kept, as it came, content apart from what framed it; nothing is kept any more.
    mutating func releaseParts() -> [(bytes: Bytes, isContent: Bool)] {
        let contents = contents
        var start = 0
        var result: [(bytes: Bytes, isContent: Bool)] = []
        for piece in release() {
            let whole = start..<start + piece.count
            var place = start
            func take(to end: Int, isContent: Bool) {
                if place < end { result.append((piece.slice(place - start..<end - start), isContent)) }
                place = end
            }
            for range in contents where range.overlaps(whole) {
                let part = range.clamped(to: whole)
                take(to: part.lowerBound, isContent: false)
                take(to: part.upperBound, isContent: true)
            }
            take(to: whole.upperBound, isContent: false)
            start = whole.upperBound
        }
        return result
    }

    private mutating func note(_ part: MessagePart, _ size: Int) {
        let start = count
        count += size
        guard part == .content, size > 0 else { return }
        if let last = contents.last, last.upperBound == start {
            contents[contents.count - 1] = last.lowerBound..<count
        } else {
            contents.append(start..<count)
        }
    }

    private mutating func add(_ pieces: [BodyPipe.Piece], own: Bytes) {
        for piece in pieces {
            switch piece {
            case .own: bytes.append(own)
            case .made(let made): bytes.append(made)
            }
        }
    }
}
