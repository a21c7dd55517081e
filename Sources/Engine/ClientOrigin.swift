internal import Flow
internal import HTTPModel
internal import Reactor

/// Where a client's requests come from: what every flow of the connection says of it.
struct ClientOrigin {
    var number: UInt64
    let listener: String
    let peer: SocketAddress
    /// `peer` as flows tell it.
    let address: String
    /// It is a program of this machine.
    let isLocal: Bool
    /// Where it was sent when a packet filter led it here.
    var meant: SocketAddress?
    /// A packet filter led it here: it knows of no proxy.
    var wasRedirected: Bool { meant != nil }
    /// TLS with the client, inside of a CONNECT.
    var tls: TLSFacts?
    /// The handshake with the server inside of the CONNECT, when it failed: why no request goes there.
    var refusedTLS: TLSFacts?
    /// Requests that came on the connection before, the CONNECT among them.
    var requestCount: UInt64 = 0
}
