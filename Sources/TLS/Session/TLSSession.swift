internal import CLibSSL
package import HTTPModel

/// One TLS connection as a transformer of bytes: ciphertext in, plaintext out, and the other way round.
///
/// Owned by a connection's leg, runs on its loop; it knows no socket and no clock. Ciphertext is lent for the length of
/// a call and taken as far as it was used; the rest is given again with the next call, together with what came since.
/// Whatever a call produced for the peer waits for `takeOutgoing`, also after a failure (an alert is owed then).
///
///     handshake ... -> read ... write ... closeNotify
///
/// A failure ends the session: the same failure is thrown again by every later call.
@safe package final class TLSSession {
    package enum Reading: Sendable, Hashable {
        /// This much was written into the room; there may be more to have.
        case bytes(Int)
        /// Nothing without more ciphertext.
        case needsMore
        /// The peer said that it sends no more (close_notify).
        case closed
    }

    enum Phase {
        case handshaking
        case open
        /// The peer has closed its direction; ours may go on.
        case closedByPeer
        indirect case failed(TLSFailure)
    }

    package let leg: TLSLeg
    /// The server as the caller named it; empty towards clients.
    package let host: String
    let context: TLSContext
    let ssl: SessionPointer
    let channel: SessionChannel
    let pool: TLSBlockPool
    var phase = Phase.handshaking
    /// The first bytes that came from the peer: when it does not speak TLS, they say what it speaks.
    var firstBytes: [UInt8] = []
    /// Something has been sent to the peer.
    var hasAnswered = false
    /// At least one byte of plaintext came.
    var hasReceivedData = false
    var isShutDown = false
    /// Plaintext that waits to share a record with what follows it.
    var staged: UnsafeMutableRawPointer?
    var stagedCount = 0
    /// Among the sessions that keep their record buffers; nil: this one has given them back.
    private var bufferPlace: Int?
    /// Where the tickets of this server are kept.
    private let ticketKey: String
    /// What was offered to the server for resumption.
    private var offeredTicket: TLSTicket?
    /// What the server showed, in this connection or in the one whose ticket it took. Known once the handshake is
    /// complete.
    private(set) lazy var shownCertificates =
        unsafe SSL_session_reused(ssl.pointer) == 1 && offeredTicket != nil
        ? offeredTicket?.certificates ?? []
        : Certificate.all(in: SSL_get_peer_cert_chain(ssl.pointer)).map(\.facts)

    /// What the certificates lack and was passed over; of the connection whose ticket the server took, too.
    private(set) lazy var tolerated: VerificationProblem? =
        unsafe SSL_session_reused(ssl.pointer) == 1 && offeredTicket != nil
        ? offeredTicket?.tolerated : channel.tolerated

    /// With a client, to whom we are the server that `identity` shows.
    package init(accepting context: TLSContext, as identity: Identity, pool: TLSBlockPool) throws(TLSError) {
        leg = .client
        host = ""
        ticketKey = ""
        self.context = context
        self.pool = pool
        ssl = try SessionPointer(of: context)
        channel = try SessionChannel()
        try attach()
        guard context.isServer, unsafe identity.present(on: ssl.pointer),
            unsafe SSL_set_session_id_context(ssl.pointer, identity.digest, UInt32(identity.digest.count)) == 1
        else { throw .drained(.setupFailed) }
        unsafe SSL_set_accept_state(ssl.pointer)
    }

    /// With a server, whose certificate has to be for `host` (a name or an address); `identity` is shown if it asks.
    package init(
        connecting context: TLSContext, to host: String, port: UInt16, as identity: Identity? = nil, pool: TLSBlockPool
    ) throws(TLSError) {
        let name = ServerName(host)
        leg = .upstream
        self.host = host
        ticketKey = "\(name.text):\(port)"
        self.context = context
        self.pool = pool
        ssl = try SessionPointer(of: context)
        channel = try SessionChannel()
        try attach()
        guard let trust = context.trust, !context.isServer else { throw TLSError(.setupFailed) }
        trust.store.prepare()
        guard name.isUsable, expect(name) else { throw TLSError(.invalidHost, ForeignText.text(host.utf8)) }
        unsafe clibssl_session_set_verify(ssl.pointer, trust.verifies ? 1 : 0)
        if let identity, unsafe !identity.present(on: ssl.pointer) { throw .drained(.setupFailed) }
        // RFC 8446 §4.6.2: a server may ask for a certificate later, as when a path turns out to need one. Without
        // one it learns that there is none, and says so.
        unsafe SSL_set_post_handshake_auth(ssl.pointer, 1)
        if let ticket = context.tickets?.ticket(for: ticketKey) {
            unsafe SSL_set_session(ssl.pointer, ticket.pointer)
            offeredTicket = ticket
        }
        unsafe SSL_set_connect_state(ssl.pointer)
    }

    deinit {
        if let bufferPlace { pool.recordBuffers.vacate(bufferPlace) }
        if let staged = unsafe staged { unsafe pool.giveBack(staged, size: TLSBlockPool.blockSize) }
    }

    /// Keeps libssl's record buffers from now on, as long as not too many others need theirs.
    func keepBuffers() {
        if bufferPlace == nil { bufferPlace = pool.recordBuffers.admit(self) }
    }

    /// Gives the record buffers back, but for one that holds a part of a record.
    func freeBuffers() {
        bufferPlace = nil
        unsafe SSL_free_buffers(ssl.pointer)
    }

    private func attach() throws(TLSError) {
        guard unsafe clibssl_session_attach(ssl.pointer, channel.pointer) == 1 else { throw .drained(.setupFailed) }
        channel.setOwner(self)
    }

    /// Demands that the certificate be for `name`, and tells the server which one is wanted.
    private func expect(_ name: ServerName) -> Bool {
        guard let parameters = unsafe SSL_get0_param(ssl.pointer) else { return false }
        // RFC 6066 §3: addresses are not sent as server names.
        if unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, name.text) == 1 { return true }
        ErrorQueue.clear()
        return unsafe X509_VERIFY_PARAM_set1_host(parameters, name.text, name.text.utf8.count) == 1
            && clibssl_set_server_name(ssl.pointer, name.text) == 1
    }

    // MARK: - Outgoing ciphertext

    /// Whether there is something for the peer.
    package var hasOutgoing: Bool { channel.hasOutput }

    /// Lends what is owed to the peer, if anything; it is forgotten afterwards. The pointer must not escape.
    package func takeOutgoing(_ send: (UnsafeRawBufferPointer) -> Void) {
        if channel.hasOutput { hasAnswered = true }
        unsafe channel.takeOutput(pool, send)
    }

    // MARK: - Tickets

    /// The server gave a ticket for next time.
    func keep(_ pointer: OpaquePointer) {
        let ticket = unsafe TLSTicket(owning: pointer, from: shownCertificates, tolerated: tolerated)
        context.tickets?.store(ticket, for: ticketKey)
    }

    func forgetTickets() {
        context.tickets?.forget(ticketKey)
    }
}
