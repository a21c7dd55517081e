/// What the system has for the reader of a socket.
enum Arrival {
    /// Nothing, until the next event.
    case nothing
    /// Bytes, or "would block".
    case bytes
    /// The peer has ended or broken its side: what is left is read to its end, however short a read was.
    case lastBytes
    /// The end was read.
    case ended

    var isReadable: Bool {
        switch self {
        case .bytes, .lastBytes: true
        case .nothing, .ended: false
        }
    }
}

/// How far the end of what a socket sends has come.
enum Departure {
    /// More may be sent.
    case open
    /// The peer is owed the end of the stream once the queue is empty.
    case ending
    /// The end has been sent, or the queue is empty and a reset takes its place.
    case ended
}

/// The life of a socket, from the attempt to connect to its close.
enum SocketLife {
    /// Called once with the outcome: 0, or an errno.
    case connecting((Int32) -> Void)
    case open
    /// The connection is broken, and its delegate hears of it when what could still be read has been.
    case broken(Breakage)
    /// As before, and the delegate has heard.
    case failed(Breakage)
    /// Its delegate is gone, and it closes in the background.
    case lingering(LingeringClose)
    case closed
}

/// A connection that broke.
struct Breakage {
    /// The system's `errno`.
    let code: Int32
    /// Bytes that were waiting to be sent then.
    let unsent: Int
}

/// What a socket has put off: each is done once, at the end of the turn or when it comes up on the ready list.
struct SocketAgenda: OptionSet {
    let rawValue: UInt8

    /// On the loop's ready list.
    static let ready = SocketAgenda(rawValue: 1)
    /// On the loop's list for the end of the turn.
    static let endOfTurn = SocketAgenda(rawValue: 2)
    /// The queue is to be sent.
    static let flush = SocketAgenda(rawValue: 4)
    /// The delegate has yet to hear that the connection broke while nothing is read.
    static let breakNotice = SocketAgenda(rawValue: 8)
    /// The delegate waits to hear that all was sent.
    static let sentNotice = SocketAgenda(rawValue: 16)
    /// Being read just now: not to be read from inside.
    static let reading = SocketAgenda(rawValue: 32)
    /// The system has reported an error or the end of both directions.
    static let sawBreak = SocketAgenda(rawValue: 64)
}
