package import Flow

/// What a script can be told of.
package enum ScriptEventKind: String, Sendable, Hashable, CaseIterable {
    /// The request's head is here, and no server was contacted.
    case requestHead = "request-head"
    /// The request is here: with its body where the script wants that, else with its head.
    case request
    case responseHead = "response-head"
    case response
    /// A client asks for TLS inside a CONNECT, and nothing was decided about it.
    case clientHello = "client-hello"
    /// A client wants a tunnel to a server, and none was contacted.
    case connect
    /// A notice: a client that wants a tunnel was told that it has one, or was answered otherwise.
    case tunnelOpened = "tunnel-opened"
    case tunnelFailed = "tunnel-failed"
    /// A connection to a server is about to be made.
    case serverConnect = "server-connect"
    /// CONNECT is about to be sent to a proxy on the way to a server.
    case connectUpstream = "connect-upstream"
    /// A piece of a body that a script wants to see as it passes.
    case chunk
    /// A message of a WebSocket is here, whole.
    case message
    /// A notice: a WebSocket has opened, or ended.
    case webSocketStart = "websocket-start"
    case webSocketEnd = "websocket-end"
    /// A notice: a connection was accepted, was made, could not be made, or is over.
    case clientConnected = "client-connected"
    case clientDisconnected = "client-disconnected"
    case serverConnected = "server-connected"
    case serverDisconnected = "server-disconnected"
    case serverFailed = "server-failed"
    /// A notice: a TLS handshake has ended, well or badly.
    case tlsClient = "tls-client"
    case tlsServer = "tls-server"
    /// A notice: a flow has ended with a failure.
    case error
    /// A notice: a flow has ended, and is recorded.
    case end

    /// The message that it is about; nil when it is about none.
    package var message: MessageKind? {
        switch self {
        case .requestHead, .request: .request
        case .responseHead, .response: .response
        case .clientHello, .connect, .tunnelOpened, .tunnelFailed, .serverConnect, .connectUpstream, .chunk, .message,
            .webSocketStart, .webSocketEnd, .clientConnected, .clientDisconnected, .serverConnected,
            .serverDisconnected, .serverFailed, .tlsClient, .tlsServer, .error,
            .end:
            nil
        }
    }

    /// It comes with the head, whatever the script wants of the body.
    package var isOfHead: Bool { self == .requestHead || self == .responseHead }

    /// It is about a WebSocket that has opened.
    package var isOfWebSocket: Bool { self == .webSocketStart || self == .message || self == .webSocketEnd }

    /// It is about a connection, and no exchange is known by then.
    package var isOfConnection: Bool {
        switch self {
        case .clientConnected, .clientDisconnected, .serverConnected, .serverDisconnected, .serverFailed, .tlsClient,
            .tlsServer:
            true
        case .requestHead, .request, .responseHead, .response, .clientHello, .connect, .tunnelOpened, .tunnelFailed,
            .serverConnect, .connectUpstream, .chunk, .message, .webSocketStart, .webSocketEnd, .error, .end:
            false
        }
    }

    /// The verdicts that it takes besides `pass`.
    var verdicts: Set<ScriptVerdict.Kind> {
        switch self {
        case .requestHead, .request, .responseHead, .response: [.modify, .respond, .drop, .hold]
        case .clientHello: [.tunnel, .drop]
        case .connect: [.modify, .respond, .drop, .tunnel]
        case .serverConnect, .connectUpstream: [.modify, .drop]
        case .chunk: [.modify]
        case .message: [.modify, .drop]
        case .tunnelOpened, .tunnelFailed, .webSocketStart, .webSocketEnd, .clientConnected, .clientDisconnected,
            .serverConnected, .serverDisconnected, .serverFailed, .tlsClient, .tlsServer, .error, .end:
            []
        }
    }

    /// In a set of them.
    package var bit: UInt32 { 1 << UInt32(Self.allCases.firstIndex(of: self) ?? 0) }
}
