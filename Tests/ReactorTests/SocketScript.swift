import Bytes
import Reactor

/// What a socket told its delegate.
enum SocketEvent: Sendable, Equatable {
    case received(String)
    case ended
    case drained
    case sentAll
    case broke(Int32)
    case failed(Int32)
}

/// A delegate that writes down what happens, and does what the test says.
final class SocketScript: StreamSocketDelegate {
    let story: Story<SocketEvent>
    var onReceive: ((StreamSocket) -> Void)?
    var onEnd: ((StreamSocket) -> Void)?
    var onDrain: ((StreamSocket) -> Void)?
    var onBreak: ((StreamSocket) -> Void)?
    var onFail: ((StreamSocket) -> Void)?
    var onSenseEnd: ((StreamSocket) -> Void)?

    init(_ story: Story<SocketEvent> = Story()) {
        self.story = story
    }

    func socketDidReceive(_ socket: StreamSocket) {
        if let onReceive {
            onReceive(socket)
        } else {
            story.append(.received(takeAll(socket)))
        }
    }

    func socketDidReachEnd(_ socket: StreamSocket) {
        story.append(.ended)
        onEnd?(socket)
    }

    func socketDidSenseEnd(_ socket: StreamSocket) {
        onSenseEnd?(socket)
    }

    func socketDidDrain(_ socket: StreamSocket) {
        story.append(.drained)
        onDrain?(socket)
    }

    func socketDidSendAll(_ socket: StreamSocket) {
        story.append(.sentAll)
    }

    func socketDidBreak(_ socket: StreamSocket, _ code: Int32) {
        story.append(.broke(code))
        onBreak?(socket)
    }

    func socketDidFail(_ socket: StreamSocket, _ code: Int32) {
        story.append(.failed(code))
        onFail?(socket)
        socket.close()
    }
}

/// The unread bytes of a socket as text, consumed.
func takeAll(_ socket: StreamSocket) -> String {
    let text = socket.input.withSpan { Bytes(copying: $0).text }
    socket.input.consumeAll()
    return text
}

extension [SocketEvent] {
    /// All that was received, in one piece: how a stream is cut into reads is nobody's promise.
    var text: String {
        map { if case .received(let text) = $0 { text } else { "" } }.joined()
    }
}

extension StreamSocket {
    func send(_ text: String, more: Bool = false) {
        send(Bytes(text), more: more)
    }
}

/// A listener's owner that hands accepted connections to the test.
final class Acceptor: ListenerDelegate {
    enum Event: Sendable, Equatable {
        case ranOut(Int32)
        case refused
        case recovered
    }

    let story: Story<Event>
    let onAccept: (AcceptedSocket) -> Void

    init(_ story: Story<Event> = Story(), _ onAccept: @escaping (AcceptedSocket) -> Void) {
        self.story = story
        self.onAccept = onAccept
    }

    func listener(_ listener: Listener, didAccept socket: AcceptedSocket) {
        onAccept(socket)
    }

    func listenerDidRunOut(_ listener: Listener, _ code: Int32) {
        story.append(.ranOut(code))
    }

    func listenerWantsRoom(_ listener: Listener) {}

    func listener(_ listener: Listener, mustRefuse socket: AcceptedSocket) {
        story.append(.refused)
        socket.refuse(with: Bytes("full"))
    }

    func listenerDidRecover(_ listener: Listener) {
        story.append(.recovered)
    }
}

extension EventLoop {
    /// Two TCP sockets of this loop connected to each other; `ready` gets the connecting and the accepted end.
    func connectedPair(_ ready: @escaping (StreamSocket, StreamSocket) -> Void) throws {
        var ends: (StreamSocket?, StreamSocket?)
        func check() {
            if let one = ends.0, let other = ends.1 { ready(one, other) }
        }
        var listener: Listener?
        listener = try Listener(
            .loopback4(port: 0), on: self,
            delegate: Acceptor { accepted in
                ends.1 = try? StreamSocket(accepted, on: self, delegate: nil)
                ends.1?.pause(.held)
                listener?.close()
                check()
            })
        guard let address = listener?.address else { return }
        _ = Connector([address], on: self, deadline: .max) { result in
            ends.0 = try? result.get()
            ends.0?.pause(.held)
            check()
        }
    }

    /// The same with delegates, reading.
    func connect(_ one: SocketScript, to other: SocketScript, _ ready: @escaping (StreamSocket, StreamSocket) -> Void)
        throws
    {
        try connectedPair { left, right in
            left.delegate = one
            right.delegate = other
            left.resume(.held)
            right.resume(.held)
            ready(left, right)
        }
    }
}
