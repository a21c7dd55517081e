import Authority
import Bytes
import Dispatch
import Engine
import Flow
import Foundation
import HTTPModel
import TLS
import TLSTestKit
import TestKit

/// What an engine needs to open TLS, made once for all tests: an authority, its leaves, and who trusts whom.
struct TLSLab {
    static let shared = Result { try TLSLab() }

    let certificates = TestCertificateSet.shared
    /// For clients that trust the authority.
    let trusting: TLSContext
    /// For origins. Level 0: some of their certificates are bad on purpose.
    let origin: TLSContext
    /// What an origin shows that is as it should be: for `origin.test` and `good.origin.test`.
    let good: Identity
    private let interception: TLSService.Interception
    private let authority: String

    private init() throws {
        guard !certificates.cases.isEmpty else { throw Failure("the test certificates could not be made") }
        let store = AuthorityStore(folder: certificates.folder.appending(path: "authority").path)
        let now = Self.now
        let local = try store.loadOrMake(now: now)
        authority = store.certificatePath
        let queue = DispatchQueue(label: "test.leaves")
        let leaves = LeafCache<Identity>(
            mint: LeafMint(authority: local), now: { Self.now }, execute: { work in queue.async { work() } },
            prepare: { leaf throws(AuthorityError) in
                do throws(TLSError) {
                    return try Identity(chain: [leaf.certificate], key: leaf.key)
                } catch {
                    throw AuthorityError(.cannotMint, leaf.name.text, detail: error.text)
                }
            })
        interception = TLSService.Interception(context: try TLSContext(), leaves: leaves, expired: leaves)
        trusting = try TLSContext(clientWith: TrustPolicy(TrustStore([.file(authority)])))
        origin = try TLSContext(securityLevel: 0)
        good = try Identity(pem: Bytes(certificates.identity("good")))
    }

    static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    /// A client of its own, which remembers nothing of earlier connections.
    func client(
        protocols: [String] = ["http/1.1"], versions: ClosedRange<TLSVersion> = .tls12 ... .tls13, trusts: Bool = true
    ) throws -> TLSContext {
        let store = try TrustStore([.file(trusts ? authority : certificates.root)])
        return try TLSContext(clientWith: TrustPolicy(store), protocols: protocols, versions: versions)
    }

    func identity(_ name: String) throws -> Identity {
        try Identity(pem: Bytes(certificates.identity(name)), place: name)
    }

    /// The engine's TLS, which trusts the test root for servers unless told otherwise.
    func service(
        trust: TrustPolicy? = nil, intercepts: Bool = true, speaksHTTP2: Bool = true, tunnelHosts: [String] = [],
        clientCertificates: [(host: HostPattern, identity: Identity)] = []
    ) throws -> TLSService {
        let trust = try trust ?? TrustPolicy(TrustStore([.file(certificates.root)]))
        let http2 = TLSService.HTTP2Contexts(
            clients: try TLSContext(serverWith: ["h2"]),
            either: try TLSContext(clientWith: trust, protocols: ["h2", "http/1.1"]),
            only: try TLSContext(clientWith: trust, protocols: ["h2"]))
        return TLSService(
            servers: try TLSContext(clientWith: trust), interception: intercepts ? interception : nil,
            http2: speaksHTTP2 ? http2 : nil, tunnelHosts: try tunnelHosts.map { try HostPattern($0) },
            clientCertificates: clientCertificates)
    }
}

extension ProxyConfiguration {
    /// Every connection to port 443 of these hosts leads to `port` of this machine.
    static func leading(
        _ hosts: String..., to port: UInt16, _ change: (inout ProxyConfiguration) -> Void = { _ in }
    ) -> ProxyConfiguration {
        .with { configuration in
            for host in hosts {
                let name = host.contains(":") ? "[\(host)]" : host
                if let override = ResolveOverride("\(name):443:127.0.0.1:\(port)") {
                    configuration.overrides.append(override)
                }
            }
            change(&configuration)
        }
    }
}

extension EngineHost {
    /// A connection on which CONNECT was granted; nothing was said inside yet.
    func tunnel(
        to target: String = "origin.test:443", fields: String = "", receiveBuffer: Int32? = nil
    ) throws -> RawConnection {
        let client = try connect(receiveBuffer: receiveBuffer)
        try client.send("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\(fields)\r\n")
        let head = try client.receiveHead()
        guard head.hasPrefix("HTTP/1.1 200 ") else { throw Failure("CONNECT \(target): \(head)") }
        return client
    }

    /// The same with TLS inside of it.
    func secure(
        to target: String = "origin.test:443", as context: TLSContext? = nil, asking name: String = "origin.test"
    ) throws -> SecureConnection {
        try SecureConnection(
            tunnel(to: target), connecting: context ?? TLSLab.shared.get().trusting, to: name)
    }
}

extension SecureConnection {
    /// A GET as it stands inside of a tunnel.
    func get(_ path: String = "/", host: String = "origin.test") throws {
        try send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    }
}
