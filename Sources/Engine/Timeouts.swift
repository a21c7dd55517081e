internal import Reactor

/// How long Hark waits. Waiting without end would let one silent peer hold a descriptor for ever.
///
/// What each is for, and what happens when it has passed, is said by `TimeoutName`.
package struct Timeouts: Sendable {
    package var lookUp = Duration.seconds(5)
    package var connect = Duration.seconds(15)
    package var handshake = Duration.seconds(10)
    package var requestHead = Duration.seconds(30)
    /// Long polls take minutes.
    package var responseHead = Duration.seconds(600)
    package var body = Duration.seconds(600)
    package var flush = Duration.seconds(600)
    package var idle = Duration.seconds(120)
    var tunnelIdle = Duration.seconds(3600)
    package var tunnelHalfClosed = Duration.seconds(60)
    package var halfClose = Duration.seconds(2)
    package var firstBytes = Duration.seconds(1)
    package var kept = Duration.seconds(30)
    package var grace = Duration.seconds(5)

    package init() {}

    /// As good as for ever, where that may be asked for.
    package static let never = Duration.seconds(1 << 33)

    package subscript(_ name: TimeoutName) -> Duration {
        get { self[keyPath: name.keyPath] }
        set { self[keyPath: name.keyPath] = newValue }
    }
}

/// What Hark waits for, by the name that `--timeout NAME=SECONDS` takes.
package enum TimeoutName: String, Sendable, CaseIterable {
    case lookUp = "look-up"
    case connect
    case handshake
    case requestHead = "request-head"
    case responseHead = "response-head"
    case body
    case flush
    case idle
    case tunnelIdle = "tunnel-idle"
    case tunnelHalfClosed = "tunnel-half-closed"
    case halfClose = "half-close"
    case firstBytes = "first-bytes"
    case kept
    case grace

    /// `never` may be said of it.
    package var mayBeNever: Bool { self == .halfClose }

    /// Unless told otherwise.
    package var standard: Duration { Timeouts()[self] }

    /// What is waited for, and what happens when the time has passed.
    package var text: String {
        switch self {
        case .lookUp: "for a server's name to be looked up; then the client gets a 502"
        case .connect: "for a connection to any address of a server; then the client gets a 504"
        case .handshake: "for a TLS handshake with a server (then 504) or with a client (then its connection is closed)"
        case .requestHead: "from the first byte of a request to the end of its head; then the client gets a 408"
        case .responseHead: "from the end of a request to the head of its response; then the client gets a 504"
        case .body: "for the next piece of a body to arrive or to be accepted; then the exchange is cut off"
        case .flush: "for a client to read more of the remaining bytes at the end; then its connection is reset"
        case .idle: "for the next request of a client; then its connection is closed"
        case .tunnelIdle: "for a byte in either direction of a tunnel or upgraded connection; then it is closed"
        case .tunnelHalfClosed: "for a byte in a tunnel of which one side has ended; then it is closed"
        case .halfClose:
            "for a client that half-closed its connection after a complete request and may still read; then its "
                + "exchange ends (never: Hark waits)"
        case .firstBytes:
            "for the first bytes in a CONNECT tunnel to show their protocol; then they are forwarded unread"
        case .kept: "for a connection to a server to be reused; then it is closed"
        case .grace: "for running exchanges when the proxy is stopped; then they are cut off"
        }
    }

    fileprivate var keyPath: WritableKeyPath<Timeouts, Duration> {
        switch self {
        case .lookUp: \.lookUp
        case .connect: \.connect
        case .handshake: \.handshake
        case .requestHead: \.requestHead
        case .responseHead: \.responseHead
        case .body: \.body
        case .flush: \.flush
        case .idle: \.idle
        case .tunnelIdle: \.tunnelIdle
        case .tunnelHalfClosed: \.tunnelHalfClosed
        case .halfClose: \.halfClose
        case .firstBytes: \.firstBytes
        case .kept: \.kept
        case .grace: \.grace
        }
    }
}

/// `Timeouts` as timers count: made once, since dividing wide numbers at each step of an exchange is dear.
struct Deadlines {
    let lookUp, connect, handshake, requestHead, responseHead, body, flush, idle: Nanoseconds
    let tunnelIdle, tunnelHalfClosed, firstBytes, kept, grace: Nanoseconds

    init(_ timeouts: Timeouts) {
        lookUp = Nanoseconds(timeouts.lookUp)
        connect = Nanoseconds(timeouts.connect)
        handshake = Nanoseconds(timeouts.handshake)
        requestHead = Nanoseconds(timeouts.requestHead)
        responseHead = Nanoseconds(timeouts.responseHead)
        body = Nanoseconds(timeouts.body)
        flush = Nanoseconds(timeouts.flush)
        idle = Nanoseconds(timeouts.idle)
        tunnelIdle = Nanoseconds(timeouts.tunnelIdle)
        tunnelHalfClosed = Nanoseconds(timeouts.tunnelHalfClosed)
        firstBytes = Nanoseconds(timeouts.firstBytes)
        kept = Nanoseconds(timeouts.kept)
        grace = Nanoseconds(timeouts.grace)
    }
}
