import HTTPModel

/// Certificates, each kept once by its fingerprint: rows of `certificate`.
enum CertificateRows {
    private static let columns =
        "fingerprint, subject, issuer, names, not_before, not_after, key, signature, serial, is_authority, "
        + "is_self_issued"

    /// The number of the certificate's row, which is made when there is none.
    static func write(_ certificate: CertificateFacts, to database: Database) throws -> Int64 {
        let known = try Prepared(database, "SELECT id FROM certificate WHERE fingerprint = ?")
        known.bind(0, certificate.fingerprint)
        if let id = try known.first({ $0.integer(0) ?? 0 }) { return id }
        let row = try Prepared(database, "INSERT INTO certificate(\(columns)) VALUES(?,?,?,?,?,?,?,?,?,?,?)")
        row.bind([
            .text(certificate.fingerprint), .text(certificate.subject), .text(certificate.issuer),
            .text(certificate.names.joined(separator: "\n")), .integer(certificate.notBefore),
            .integer(certificate.notAfter), .text(certificate.key), .text(certificate.signature),
            .text(certificate.serial), .integer(certificate.isAuthority ? 1 : 0),
            .integer(certificate.isSelfIssued ? 1 : 0),
        ])
        try row.run()
        return database.lastInsertedRowID
    }

    /// What the peer of a connection showed, its own certificate first.
    static func read(tls: Int64, _ database: Database) throws -> [CertificateFacts] {
        var certificates: [CertificateFacts] = []
        let rows = try Prepared(
            database,
            """
            SELECT \(columns) FROM tls_certificate JOIN certificate ON certificate.id = certificate
            WHERE tls = ? ORDER BY position
            """)
        rows.bind(0, tls)
        try rows.forEachRow { row in
            let names = row.text(3) ?? ""
            certificates.append(
                CertificateFacts(
                    subject: row.text(1) ?? "", issuer: row.text(2) ?? "",
                    names: names.isEmpty
                        ? []
                        : names.split(separator: "\n", omittingEmptySubsequences: false)
                            .map(String.init),
                    notBefore: row.seconds(4) ?? 0, notAfter: row.seconds(5) ?? 0, key: row.text(6) ?? "",
                    signature: row.text(7) ?? "", fingerprint: row.text(0) ?? "", serial: row.text(8) ?? "",
                    isAuthority: row.integer(9) == 1, isSelfIssued: row.integer(10) == 1))
            return true
        }
        return certificates
    }
}
