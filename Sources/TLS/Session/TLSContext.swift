package import Bytes
internal import CLibSSL
package import HTTPModel

/// What the sessions of one role have in common: versions, ciphers, trust, tickets. Owns one SSL_CTX.
///
/// Made once from the configuration and shared by all loops.
///
/// `@unchecked Sendable`: the SSL_CTX is configured in `init` and only read afterwards, by functions that libssl
/// declares safe for threads; the ticket cache locks for itself; everything else is constant.
@safe package final class TLSContext: @unchecked Sendable {
    package typealias KeyLog = @Sendable (Bytes) -> Void

    let pointer: OpaquePointer
    let isServer: Bool
    let versions: ClosedRange<TLSVersion>
    /// The protocols offered or accepted, best first.
    let protocols: [String]
    let trust: TrustPolicy?
    let tickets: TicketCache?
    private let keyLog: KeyLog?
    /// `protocols` in wire form with an empty name at the end, for libssl to read as long as the context lives.
    private let wireProtocols: UnsafeMutableBufferPointer<UInt8>

    /// Only forward-secret AEAD suites; what a client that is met today can do.
    private static let serverCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
    /// What peers had before TLS 1.2: no AEAD.
    private static let oldServerCiphers = serverCiphers + ":ECDHE+AES:!aNULL:!eNULL"
    /// The same first, then what some servers still need and browsers still offer.
    private static let clientCiphers =
        "ECDHE+AESGCM:ECDHE+CHACHA20:DHE+AESGCM:DHE+CHACHA20:ECDHE+AES:RSA+AESGCM:RSA+AES:!aNULL:!eNULL"
    private static let oldClientCiphers = clientCiphers + ":DHE+AES:ECDHE+3DES:DHE+3DES:RSA+3DES"

    /// For sessions with clients, in which we are the server.
    ///
    /// `keyLog` is given each line of a key log (the format of SSLKEYLOGFILE), without a line end. `securityLevel` is
    /// OpenSSL's: 2 demands 112 bits of everything (RSA keys of 2048, no SHA-1).
    package convenience init(
        serverWith protocols: [String] = ["http/1.1"], versions: ClosedRange<TLSVersion> = .tls12 ... .tls13,
        securityLevel: Int = 2, keyLog: KeyLog? = nil
    ) throws(TLSError) {
        try self.init(isServer: true, protocols, versions, securityLevel, trust: nil, tickets: nil, keyLog)
        unsafe clibssl_context_cache_server(pointer)
        if !protocols.isEmpty { unsafe clibssl_context_select_protocol(pointer, wireProtocols.baseAddress) }
    }

    /// For sessions with servers, in which we are the client. `ticketLimit`: how many servers' tickets are remembered.
    package convenience init(
        clientWith trust: TrustPolicy, protocols: [String] = ["http/1.1"],
        versions: ClosedRange<TLSVersion> = .tls12 ... .tls13, ticketLimit: Int = 1000, keyLog: KeyLog? = nil
    ) throws(TLSError) {
        let tickets = TicketCache(serverLimit: ticketLimit)
        // Who does not verify wants to see the server, and may want to see an old one.
        let level = trust.verifies ? 2 : 1
        try self.init(isServer: false, protocols, versions, level, trust: trust, tickets: tickets, keyLog)
        unsafe SSL_CTX_set1_cert_store(pointer, trust.store.store)
        try verify(by: trust)
        // What would have been refused is to be told, or is refused, although the handshake itself allows more.
        if !trust.verifies || isOld { unsafe clibssl_context_judge_at_level_2(pointer) }
        if isOld { unsafe clibssl_context_allow_legacy_servers(pointer) }
        unsafe clibssl_context_cache_client(pointer) { session, ticket in
            guard let session = unsafe session, let ticket = unsafe ticket,
                let owner = unsafe clibssl_session_channel(session)?.pointee.owner
            else { return 0 }
            unsafe Unmanaged<TLSSession>.fromOpaque(owner).takeUnretainedValue().keep(ticket)
            return 1
        }
        // The empty name at the end is ours, not the wire's.
        let count = unsafe UInt32(wireProtocols.count - 1)
        if count > 0, unsafe SSL_CTX_set_alpn_protos(pointer, wireProtocols.baseAddress, count) != 0 {
            throw .drained(.setupFailed)
        }
    }

    private init(
        isServer: Bool, _ protocols: [String], _ versions: ClosedRange<TLSVersion>, _ securityLevel: Int,
        trust: TrustPolicy?, tickets: TicketCache?, _ keyLog: KeyLog?
    ) throws(TLSError) {
        ErrorQueue.clear()
        guard let pointer = unsafe SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method()) else {
            throw .drained(.setupFailed)
        }
        unsafe self.pointer = unsafe pointer
        self.isServer = isServer
        self.versions = versions
        self.protocols = protocols
        self.trust = trust
        self.tickets = tickets
        self.keyLog = keyLog
        let names = protocols.map { Array($0.utf8.prefix(255)) }.filter { !$0.isEmpty }
        var wire: [UInt8] = []
        for name in names { wire += [UInt8(name.count)] + name }
        wire.append(0)
        unsafe wireProtocols = .allocate(capacity: wire.count)
        _ = unsafe wireProtocols.initialize(from: wire)
        unsafe clibssl_context_configure(pointer)
        // libssl 3 has TLS 1.0 and 1.1, whose signatures need SHA-1, at level 0 alone.
        unsafe SSL_CTX_set_security_level(pointer, versions.lowerBound < .tls12 ? 0 : Int32(clamping: securityLevel))
        let isOld = versions.lowerBound < .tls12
        let ciphers =
            isServer
            ? (isOld ? Self.oldServerCiphers : Self.serverCiphers) : isOld ? Self.oldClientCiphers : Self.clientCiphers
        let lowest = Int32(versions.lowerBound.rawValue)
        let highest = Int32(versions.upperBound.rawValue)
        guard unsafe clibssl_set_version_range(pointer, lowest, highest) == 1,
            unsafe SSL_CTX_set_cipher_list(pointer, ciphers) == 1
        else { throw .drained(.setupFailed) }
        unsafe clibssl_context_set_owner(pointer, Unmanaged.passUnretained(self).toOpaque())
        if keyLog != nil { logKeys() }
    }

    deinit {
        unsafe SSL_CTX_free(pointer)
        unsafe wireProtocols.deallocate()
    }

    /// Versions are spoken that are known to be weak.
    private var isOld: Bool { versions.lowerBound < .tls12 }

    /// Throws what libssl has against showing this to a peer: a key that is too short, a signature that is too weak.
    /// `place` names its source.
    package func check(_ identity: Identity, place: String) throws(TLSError) {
        let session = try SessionPointer(of: self)
        guard unsafe !identity.present(on: session.pointer) else { return }
        throw TLSError(
            .unusableCertificate, place, causes: ErrorQueue.drain(), detail: identity.facts.first?.key ?? "")
    }

    /// Whether servers' certificates are checked.
    package var verifiesServers: Bool { trust?.verifies == true }

    /// How many servers' tickets are remembered.
    package var ticketCount: Int { tickets?.count ?? 0 }

    private func verify(by trust: TrustPolicy) throws(TLSError) {
        guard let parameters = unsafe SSL_CTX_get0_param(pointer) else { throw .drained(.setupFailed) }
        var flags = UInt(X509_V_FLAG_X509_STRICT)
        if trust.store.hasRevocationLists { flags |= UInt(X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL) }
        guard unsafe X509_VERIFY_PARAM_set_flags(parameters, flags) == 1 else { throw .drained(.setupFailed) }
        // RFC 9525 §2: the subject's common name is not looked at, and a wildcard is a whole label.
        unsafe X509_VERIFY_PARAM_set_hostflags(
            parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        if let time = trust.time { unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(time)) }
    }

    private func logKeys() {
        unsafe SSL_CTX_set_keylog_callback(pointer) { session, line in
            guard let session = unsafe session, let line = unsafe line,
                let context = unsafe SSL_get_SSL_CTX(session), let owner = unsafe clibssl_context_owner(context)
            else { return }
            let bytes = unsafe Bytes(Array(UnsafeRawBufferPointer(start: line, count: strlen(line))))
            unsafe Unmanaged<TLSContext>.fromOpaque(owner).takeUnretainedValue().keyLog?(bytes)
        }
    }
}
