import Bytes
import Flow
import HTTPModel

extension FilterFields {
    static let connection: [FilterField] = [
        FilterField(
            "client", .text, "the client", "Address and port of the client", "client ~ \"127.0.0.1:*\"",
            .text("client") { $0.record.opening?.client.map { Bytes($0) } }),
        FilterField(
            "upstream", .text, "the server's address", "Address and port of the server", "upstream ~ \"10.*\"",
            .text("upstream") { $0.record.upstream?.address.map { Bytes($0) } }),
        FilterField(
            "connection", .number, "the client's connection", "The number of the client's connection",
            "connection = 3", .integer("connection") { $0.record.connection?.client.map { Int64(clamping: $0) } }),
        FilterField(
            "reused", .flag, "its server connection was reused|its server connection was new",
            "It used a connection that was already open",
            "not reused", .integer("reused") { $0.record.upstream.map { $0.reused ? 1 : 0 } }),
        FilterField(
            "protocol", .name, "the protocol",
            "The protocol that the connection changed to: CONNECT, or the one in a 101",
            "protocol = websocket", .text("protocol") { $0.record.tunnelProtocol.map { Bytes($0) } }),
        FilterField(
            "tls", .flag, "it used TLS|it did not use TLS", "One side used TLS, or the URL is https",
            "not tls",
            .integer("tls") { $0.isEncrypted ? 1 : 0 }),
        FilterField(
            "tls.version", .choice(tlsVersions), "the TLS version", "Negotiated with the client or the server",
            "tls.version < 1.2", .list("tls_version") { $0.agreements.map { Bytes($0.version) } }),
        FilterField(
            "tls.cipher", .text, "the cipher suite", "Negotiated with the client or the server",
            "tls.cipher ~ \"*CBC*\"", .list("tls_cipher") { $0.agreements.map { Bytes($0.cipher) } }),
        FilterField(
            "tls.sni", .name, "the server name in TLS", "The requested name in the handshake (SNI)",
            "tls.sni = example.com", .list("tls_sni") { $0.serverNames }),
        FilterField(
            "alpn", .text, "the protocol in TLS", "Negotiated in the handshake (ALPN)", "alpn = h2",
            .list("alpn") { $0.agreements.compactMap { $0.applicationProtocol.map { Bytes($0) } } }),
        FilterField(
            "certificate.subject", .text, "the certificate's subject", "The subject of the server's certificate",
            "certificate.subject contains example",
            .list("certificate_subject") {
                $0.record.upstreamTLS?.certificates.prefix(1).map { Bytes($0.subject) } ?? []
            }
        ),
    ]

    private static let tlsVersions = FieldChoice(
        [
            .init("SSL 3.0", "ssl3", "sslv3"), .init("TLS 1.0", "1.0", "tls1.0", "tlsv1", "tlsv1.0"),
            .init("TLS 1.1", "1.1", "tls1.1", "tlsv1.1"), .init("TLS 1.2", "1.2", "tls1.2", "tlsv1.2"),
            .init("TLS 1.3", "1.3", "tls1.3", "tlsv1.3"),
        ], isOrdered: true)
}
