internal import CLibSSL
internal import HTTPModel

/// Owns the channel under one SSL: the ciphertext lent to it, the ciphertext it made, and what its callbacks noted.
@safe final class SessionChannel {
    /// More ciphertext than this is never made before it is taken.
    private static let outputLimit = 1024 * 1024

    let pointer: UnsafeMutablePointer<clibssl_channel>

    init() throws(TLSError) {
        guard let pointer = unsafe clibssl_channel_new(Self.outputLimit) else { throw TLSError(.setupFailed) }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe clibssl_channel_free(pointer)
    }

    /// Names the session in which callbacks end. It owns this channel, and is not kept by it.
    func setOwner(_ session: TLSSession) {
        unsafe pointer.pointee.owner = unsafe Unmanaged.passUnretained(session).toOpaque()
    }

    // MARK: - Ciphertext in

    /// Lends ciphertext until `takeBack`.
    func lend(_ ciphertext: UnsafeRawBufferPointer) {
        unsafe pointer.pointee.input = unsafe ciphertext.bindMemory(to: UInt8.self).baseAddress
        unsafe pointer.pointee.input_count = ciphertext.count
        unsafe pointer.pointee.input_taken = 0
    }

    /// How much was used of what was lent.
    func takeBack() -> Int {
        let taken = unsafe pointer.pointee.input_taken
        unsafe pointer.pointee.input = nil
        unsafe pointer.pointee.input_count = 0
        unsafe pointer.pointee.input_taken = 0
        return taken
    }

    /// libssl has not looked at all that was lent.
    var hasInput: Bool { unsafe pointer.pointee.input_taken < pointer.pointee.input_count }

    // MARK: - Ciphertext out

    var hasOutput: Bool { unsafe pointer.pointee.output_count > 0 }

    /// Lets output be written into a block of the pool, unless there is some already.
    func useBlock(of pool: TLSBlockPool) {
        guard unsafe pointer.pointee.output == nil, let block = unsafe pool.take() else { return }
        unsafe pointer.pointee.output = unsafe block.assumingMemoryBound(to: UInt8.self)
        unsafe pointer.pointee.output_capacity = TLSBlockPool.blockSize
    }

    /// Lends the output, if there is any, and gives its memory to the pool.
    func takeOutput(_ pool: TLSBlockPool, _ send: (UnsafeRawBufferPointer) -> Void) {
        guard let output = unsafe pointer.pointee.output else { return }
        let count = unsafe pointer.pointee.output_count
        let capacity = unsafe pointer.pointee.output_capacity
        unsafe pointer.pointee.output = nil
        unsafe pointer.pointee.output_count = 0
        unsafe pointer.pointee.output_capacity = 0
        if count > 0 { unsafe send(UnsafeRawBufferPointer(start: output, count: count)) }
        unsafe pool.giveBack(output, size: capacity)
    }

    // MARK: - What callbacks noted

    /// What verification objected to, first of all.
    var problem: VerificationProblem? {
        let number = unsafe pointer.pointee.verify_error
        guard number != X509_V_OK else { return nil }
        return VerificationProblem(number, depth: Int(unsafe pointer.pointee.verify_depth))
    }

    /// What verification passed over, first of all.
    var tolerated: VerificationProblem? {
        let number = unsafe pointer.pointee.tolerated_error
        guard number != X509_V_OK else { return nil }
        return VerificationProblem(number, depth: Int(unsafe pointer.pointee.tolerated_depth))
    }

    /// The chain that it objected to, as it was sent.
    var rejectedCertificates: [CertificateFacts] {
        unsafe Certificate.all(in: pointer.pointee.rejected_chain).map(\.facts)
    }

    /// The server asked for a client's certificate and there was none to give.
    var lackedCertificate: Bool { unsafe pointer.pointee.lacked_certificate != 0 }

    /// From here on the handshake is over.
    func open() { unsafe pointer.pointee.is_open = 1 }
    /// The peer asked for another handshake and was told that there is none.
    var refusedRenegotiation: Bool { unsafe pointer.pointee.refused_renegotiation != 0 }
    /// The server asked for a certificate where HTTP/2 forbids it.
    var wasAskedInHTTP2: Bool { unsafe pointer.pointee.asked_in_http2 != 0 }

    /// The last alert that came from the peer.
    var alertReceived: TLSAlert? { UInt8(exactly: unsafe pointer.pointee.alert_received).map { TLSAlert($0) } }
    /// The last alert that was sent.
    var alertSent: TLSAlert? { UInt8(exactly: unsafe pointer.pointee.alert_sent).map { TLSAlert($0) } }
}
