internal import Bytes
internal import HTTPModel
internal import HTTPWire

/// What is kept of a body while its message is held: one at a time, the request's or the response's.
struct KeptParts {
    private var pipe: BodyPipe?
    /// What goes on of it, in order.
    private var bytes: [Bytes] = []

    /// How far it has come.
    var gathering: BodyPipe.Gathering { pipe?.gathering ?? .none }

    mutating func take(_ part: MessagePart, _ bytes: Bytes, limit: Int) {
        var pieces: [BodyPipe.Piece] = []
        var pipe = pipe ?? BodyPipe(.gathered(limit: limit))
        pipe.take(part, count: bytes.count, bytes: { bytes }, &pieces)
        self.pipe = pipe
        add(pieces, own: bytes)
    }

    /// Everything that was kept, as it came; nothing is kept any more.
    mutating func release() -> [Bytes] {
        var pieces: [BodyPipe.Piece] = []
        pipe?.release(&pieces)
        add(pieces, own: Bytes())
        defer { self = KeptParts() }
        return bytes
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
