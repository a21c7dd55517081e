package import Bytes

/// What a CONNECT asks for.
extension RequestHead {
    /// A way to a server, whatever goes through it (RFC 9110 §9.3.6).
    package var asksForTunnel: Bool { method == .connect && connectProtocol == nil }

    /// Of an extended CONNECT: what is to be spoken on the stream (RFC 8441 §4); nil of any other request.
    package var connectProtocol: Bytes? { method == .connect ? fields.pseudoField(":protocol") : nil }
}
