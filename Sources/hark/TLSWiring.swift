import ArgumentParser
import Authority
import Bytes
import Dispatch
import Engine
import HTTPModel
import Platform
import Site
import TLS

/// TLS as the flags want it: the authority is loaded or made, contexts are set up, files are read. Made once, before
/// anything listens; every mistake in a file shows here, with an exit code.
struct TLSWiring {
    let service: TLSService
    /// nil when nobody's TLS is opened.
    let authority: LocalAuthority?
    /// What hark.test hands out: encoding it in all its forms takes longer than most of a start.
    let certificates: Late<HarkCertificates?>
    /// What has to be said aloud.
    let warnings: [String]
    private let mint: LeafMint?

    /// The pin of the key that all leaves of this process have.
    var leafPin: String? { mint?.publicKeyPin }

    /// - Parameters:
    ///   - needsAuthority: whether a listener is of no use without one; else what is wrong with it is only told.
    ///   - asksSecurely: whether any server can be spoken with over TLS.
    ///   - speaksHTTP2: whether anybody is offered HTTP/2.
    init(_ options: TLSOptions, needsAuthority: Bool, asksSecurely: Bool, speaksHTTP2: Bool) throws {
        try self.init(
            options.servers, clients: options, needsAuthority: needsAuthority, asksSecurely: asksSecurely,
            speaksHTTP2: speaksHTTP2)
    }

    /// With servers alone, for who sends requests of their own.
    init(_ servers: ServerTLSOptions) throws {
        try self.init(servers, clients: nil, needsAuthority: false, asksSecurely: true, speaksHTTP2: false)
    }

    private init(
        _ options: ServerTLSOptions, clients: TLSOptions?, needsAuthority: Bool, asksSecurely: Bool, speaksHTTP2: Bool
    ) throws {
        do {
            let keyLog = try KeyLogFile.fromEnvironment()
            var warnings: [String] = []
            if let keyLog {
                warnings.append("SSLKEYLOGFILE is set: the keys of all TLS connections are written to \(keyLog.path)")
            }
            if options.insecureUpstream {
                warnings.append(
                    "server certificates are not verified (--insecure-upstream): anyone could impersonate a server")
            }
            if options.tlsMin.isDeprecated {
                warnings.append(
                    "TLS \(options.tlsMin.rawValue) is accepted (--tls-min): others on the network can read and change "
                        + "such connections")
            }
            let errands = DispatchQueue(label: "hark.certificates")
            let authority = try Self.authority(clients, isNeeded: needsAuthority, &warnings)
            let mint = authority.map { LeafMint(authority: $0) }
            let trust = try Self.trust(options)
            let verifies = !options.insecureUpstream
            let servers = try TLSContext(clientWith: trust, versions: options.tlsMin.versions, keyLog: keyLog?.log)
            let http2 = speaksHTTP2 ? try Self.http2(trust, options.tlsMin, keyLog?.log) : nil
            let shownBy = [servers] + (http2.map { [$0.either, $0.only] } ?? [])
            let service = TLSService(
                servers: servers,
                interception: try mint.map { try Self.interception($0, options.tlsMin, errands, keyLog?.log) },
                http2: http2,
                tunnelHosts: try clients?.tunnelHosts() ?? [],
                clientCertificates: try options.clientCertificates().map { host, path in
                    (host, try Self.clientCertificate(path, shownBy: shownBy, &warnings))
                },
                sites: Self.sites(errands, verifies: verifies))
            // What the start need not wait for is made while nothing waits, with luck before the first handshake.
            errands.asyncAfter(deadline: .now() + .milliseconds(250)) {
                guard asksSecurely else { return }
                mint?.prepare()
                trust.store.prepare()
                _ = service.sites
            }
            self.service = service
            self.authority = authority
            self.mint = mint
            certificates = Late { authority.flatMap { try? HarkCertificates($0) } }
            self.warnings = warnings
        } catch let error as AuthorityError {
            let advice = clients?.tls == .intercept ? " (To forward TLS undecrypted: --tls tunnel)" : ""
            throw Self.stopping(error.text + advice, AuthorityAccess.code(of: error))
        } catch let error as TLSError {
            throw Self.stopping(error.text, EX_CONFIG)
        }
    }

    private static func stopping(_ text: String, _ code: Int32) -> ExitCode {
        Diagnostics.say(text)
        return ExitCode(code)
    }

    private static func authority(
        _ clients: TLSOptions?, isNeeded: Bool, _ warnings: inout [String]
    ) throws(AuthorityError) -> LocalAuthority? {
        guard let clients, clients.tls == .intercept else { return nil }
        do throws(AuthorityError) {
            return try authority(clients)
        } catch {
            guard !isNeeded else { throw error }
            warnings.append("clients that start with TLS cannot be served: \(error.text)")
            return nil
        }
    }

    private static func authority(_ options: TLSOptions) throws(AuthorityError) -> LocalAuthority {
        ResourceLimits.forbidCoreDumps()
        return try options.authority.store().loadOrMake(now: WallTime.seconds)
    }

    private static func trust(_ options: ServerTLSOptions) throws -> TrustPolicy {
        let sources: [TrustStore.Source] =
            options.upstreamCaOnly.isEmpty
            ? [.system] + options.upstreamCa.map { .file($0) } : options.upstreamCaOnly.map { .file($0) }
        return TrustPolicy(
            try TrustStore(sources, revocationListPaths: options.upstreamCrl), verifies: !options.insecureUpstream)
    }

    /// What could not be shown to any server is told before there is one.
    private static func clientCertificate(
        _ path: String, shownBy contexts: [TLSContext], _ warnings: inout [String]
    ) throws(TLSError) -> Identity {
        let identity = try Identity(path: path)
        for context in contexts { try context.check(identity, place: path) }
        // Servers judge dates by clocks of their own, and somebody may want to see what they say.
        let now = WallTime.seconds
        if let leaf = identity.facts.first, now < leaf.notBefore || now > leaf.notAfter {
            let problem =
                now > leaf.notAfter
                ? "expired on \(ForeignText.moment(leaf.notAfter))"
                : "is not valid before \(ForeignText.moment(leaf.notBefore))"
            warnings.append("the client certificate in \(path.terminalEscaped) \(problem): servers will refuse it")
        }
        return identity
    }

    private static func interception(
        _ mint: LeafMint, _ minimum: TLSMinimum, _ errands: DispatchQueue, _ keyLog: TLSContext.KeyLog?
    ) throws -> TLSService.Interception {
        func cache(_ mint: LeafMint) -> LeafCache<Identity> {
            LeafCache<Identity>(
                mint: mint, now: { WallTime.seconds },
                execute: { work in errands.async(execute: DispatchWorkItem(block: work)) },
                prepare: { leaf throws(AuthorityError) in
                    do throws(TLSError) {
                        return try Identity(chain: [leaf.certificate], key: leaf.key)
                    } catch {
                        throw AuthorityError(.cannotMint, leaf.name.text, detail: error.text)
                    }
                })
        }
        return TLSService.Interception(
            context: try TLSContext(versions: minimum.versions, keyLog: keyLog), leaves: cache(mint),
            expired: cache(LeafMint(authority: mint.authority, life: .over)))
    }

    private static func http2(
        _ trust: TrustPolicy, _ minimum: TLSMinimum, _ keyLog: TLSContext.KeyLog?
    ) throws(TLSError) -> TLSService.HTTP2Contexts {
        TLSService.HTTP2Contexts(
            clients: try TLSContext(serverWith: ["h2"], versions: minimum.versionsOfHTTP2, keyLog: keyLog),
            either: try TLSContext(
                clientWith: trust, protocols: ["h2", "http/1.1"], versions: minimum.versions, keyLog: keyLog),
            only: try TLSContext(
                clientWith: trust, protocols: ["h2"], versions: minimum.versionsOfHTTP2, keyLog: keyLog))
    }

    /// The demo site's servers: some are wrong on purpose, which their own side has to allow.
    private static func sites(_ errands: DispatchQueue, verifies: Bool) -> TLSService.SiteService? {
        do {
            let certificates = try DemoCertificates(now: WallTime.seconds)
            let store = try TrustStore([.der(certificates.root)])
            let trust = TrustPolicy(store, verifies: verifies)
            return TLSService.SiteService(
                context: try TLSContext(serverWith: ["h2", "http/1.1"], securityLevel: 0),
                clients: TLSService.SiteService.Clients(
                    http1: try TLSContext(clientWith: trust),
                    either: try TLSContext(clientWith: trust, protocols: ["h2", "http/1.1"]),
                    only: try TLSContext(clientWith: trust, protocols: ["h2"])),
                identity: { host, deliver in
                    errands.async(
                        execute: DispatchWorkItem {
                            let served = try? certificates.identity(forHost: host)
                            deliver(served.flatMap { try? Identity(chain: $0.chain, key: $0.key) })
                        })
                })
        } catch {
            Diagnostics.say("the demo site has no TLS: \(error)")
            return nil
        }
    }
}

/// The file that `SSLKEYLOGFILE` names: with it, tools such as Wireshark read what was captured on the network.
///
/// Safe from any thread: a line is one write to a descriptor that appends.
struct KeyLogFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// nil when the variable is not set.
    static func fromEnvironment() throws -> KeyLogFile? {
        guard let path = Environment.value("SSLKEYLOGFILE"), !path.isEmpty else { return nil }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            Diagnostics.say("SSLKEYLOGFILE \(path) cannot be written: \(String(cString: strerror(errno)))")
            throw ExitCode(EX_IOERR)
        }
        return KeyLogFile(path: path, descriptor: descriptor)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    var log: TLSContext.KeyLog {
        { [descriptor] line in
            let text = line.array + [0x0A]
            _ = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
    }
}
