import Bytes
import Flow
import HTTPModel

/// What is known of TLS on one leg: a row of `tls`, and its certificates, each of which is kept once.
enum TLSRows {
    private static let insert = """
        INSERT INTO tls(leg, duration, version, cipher, key_group, alpn, server_name, is_resumed, is_verified,
            tolerated, failure_code, failure_text, failure_alert, offer, offer_name, offer_name_problem,
            offer_protocols, offer_versions, offer_ciphers, offer_extensions, offer_fingerprint)
        VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
        """
    private static let select = """
        SELECT leg, duration, version, cipher, key_group, alpn, server_name, is_resumed, is_verified, tolerated,
            failure_code, failure_text, failure_alert, offer, offer_name, offer_name_problem, offer_protocols,
            offer_versions, offer_ciphers, offer_extensions, offer_fingerprint
        FROM tls WHERE id = ?
        """

    /// - Parameter certificate: gives the number of a certificate's row.
    static func write(
        _ facts: TLSFacts, to database: Database, certificate: (CertificateFacts) throws -> Int64
    ) throws -> Int64 {
        let row = try Prepared(database, insert)
        row.bind(0, facts.leg.rawValue)
        row.bind(1, Int64(bitPattern: facts.duration))
        if let agreement = facts.agreement {
            row.bind(2, agreement.version)
            row.bind(3, agreement.cipher)
            row.bind(4, agreement.group)
            row.bind(5, agreement.applicationProtocol)
            row.bind(6, agreement.serverName)
            row.bind(7, agreement.isResumed ? 1 : 0)
        }
        row.bind(8, facts.isVerified.map { $0 ? 1 : 0 })
        row.bind(9, facts.toleratedProblem)
        if let failure = facts.failure {
            row.bind(10, failure.code)
            row.bind(11, failure.text)
            row.bind(12, failure.alert)
        }
        if let offer = facts.offer { bind(offer, to: row) }
        try row.run()
        let id = database.lastInsertedRowID
        for (position, one) in facts.certificates.enumerated() {
            let number = try certificate(one)
            let link = try Prepared(
                database, "INSERT INTO tls_certificate(tls, position, certificate) VALUES(?,?,?)")
            link.bind([.integer(id), .integer(Int64(position)), .integer(number)])
            try link.run()
        }
        return id
    }

    private static func bind(_ offer: TLSFacts.Offer, to row: Prepared) {
        row.bind(13, offer.message)
        row.bind(14, offer.serverName)
        row.bind(15, offer.serverNameProblem)
        row.bind(16, offer.protocols.map(joined))
        row.bind(17, offer.versions.joined(separator: "\n"))
        row.bind(18, pairs(offer.cipherSuites))
        row.bind(19, pairs(offer.extensions))
        row.bind(20, offer.fingerprint)
    }

    static func read(_ id: Int64, _ database: Database) throws -> TLSFacts? {
        let row = try Prepared(database, select)
        row.bind(0, id)
        let certificates = try CertificateRows.read(tls: id, database)
        return try row.first { row in
            let agreement = row.text(2).map { version in
                TLSFacts.Agreement(
                    version: version, cipher: row.text(3) ?? "", group: row.text(4),
                    applicationProtocol: row.text(5), serverName: row.text(6), isResumed: row.integer(7) == 1)
            }
            let failure = row.text(10).map { code in
                TLSFacts.Failure(code: code, text: row.text(11) ?? "", alert: row.text(12))
            }
            return TLSFacts(
                row.text(0).flatMap(TLSLeg.init(rawValue:)) ?? .client, offer: offer(row), agreement: agreement,
                certificates: certificates, isVerified: row.integer(8).map { $0 == 1 }, toleratedProblem: row.text(9),
                failure: failure, duration: UInt64(max(0, row.span(1) ?? 0)))
        }
    }

    private static func offer(_ row: Prepared) -> TLSFacts.Offer? {
        guard let message = row.bytes(13) else { return nil }
        let versions = row.text(17) ?? ""
        return TLSFacts.Offer(
            serverName: row.bytes(14), serverNameProblem: row.text(15), protocols: row.bytes(16).map(parts),
            versions: versions.isEmpty ? [] : versions.split(separator: "\n").map(String.init),
            cipherSuites: numbers(row.bytes(18)), extensions: numbers(row.bytes(19)),
            fingerprint: row.text(20) ?? "", message: message)
    }

    // MARK: Lists, as TLS has them on the wire

    /// RFC 7301 §3.1: each name behind a byte with its length.
    private static func joined(_ names: [Bytes]) -> Bytes {
        var all: [UInt8] = []
        for name in names {
            all.append(UInt8(clamping: name.count))
            all.append(contentsOf: name.prefix(255))
        }
        return Bytes(all)
    }

    private static func parts(_ list: Bytes) -> [Bytes] {
        var names: [Bytes] = []
        var place = 0
        while place < list.count {
            let end = min(place + 1 + Int(list[place]), list.count)
            names.append(Bytes(Array(list.slice(place + 1..<end))))
            place = end
        }
        return names
    }

    /// RFC 8446 §4.1.2: numbers of two bytes, the high one first.
    private static func pairs(_ numbers: [UInt16]) -> Bytes {
        Bytes(numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] })
    }

    private static func numbers(_ pairs: Bytes?) -> [UInt16] {
        guard let pairs else { return [] }
        return (0..<pairs.count / 2).map { UInt16(pairs[2 * $0]) << 8 | UInt16(pairs[2 * $0 + 1]) }
    }
}
