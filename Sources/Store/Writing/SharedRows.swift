import Bytes
import Flow
import HTTPModel

/// The numbers of rows that many flows share, so that most flows cost no look-up. A value of the writer, used on its
/// queue. What it knows of rows holds until somebody else changes the file, or a transaction fails: then it is
/// forgotten.
struct SharedRows {
    /// More than this of one kind are not remembered.
    private static let limit = 2_000

    private var edits: [[Change]: Int64] = [:]
    /// The facts are held, so that no others get their identity.
    private var tls: [ObjectIdentifier: (facts: TLSFacts, id: Int64)] = [:]
    private var runs: [RunID: Int64] = [:]
    /// By hash.
    private var bodies: [Bytes: Int64] = [:]
    /// By themselves.
    private var littleBodies: [Bytes: Int64] = [:]
    private var listed: [[ListedRows.Entry]: Int64] = [:]
    private var lastList: Int64?
    private var lastListed: Int64?
    private var prepared: WriterStatements?
    private let hasher = RunningHash()

    /// What may have gone.
    enum Kind {
        /// Content alone: that of flows that were removed.
        case bodies
        /// Everything but runs, which stay.
        case all
    }

    mutating func forget(_ kind: Kind = .all) {
        bodies = [:]
        littleBodies = [:]
        guard kind == .all else { return }
        edits = [:]
        tls = [:]
        runs = [:]
        listed = [:]
        lastList = nil
        lastListed = nil
    }

    mutating func statements(_ database: Database) throws -> WriterStatements {
        if let prepared { return prepared }
        let made = try WriterStatements(database)
        prepared = made
        return made
    }

    /// Statements end before their connection.
    mutating func close() {
        prepared = nil
    }

    func digest(_ content: Bytes) -> Bytes {
        unsafe content.withUnsafeBytes { unsafe hasher.add($0) }
        return hasher.finish()
    }

    mutating func run(_ run: RunID?, _ database: Database) throws -> Int64? {
        guard let run else { return nil }
        if let id = runs[run] { return id }
        let known = try Prepared(database, "SELECT id FROM run WHERE name = ?")
        known.bind(0, run.text)
        let id: Int64
        if let found = try known.first({ $0.integer(0) ?? 0 }) {
            id = found
        } else {
            let row = try Prepared(database, "INSERT INTO run(name) VALUES(?)")
            row.bind(0, run.text)
            try row.run()
            id = database.lastInsertedRowID
        }
        runs[run] = id
        return id
    }

    /// Nil for no edits at all.
    mutating func list(_ edits: [Change], _ database: Database) throws -> Int64? {
        guard !edits.isEmpty else { return nil }
        if let list = self.edits[edits] { return list }
        let last =
            try lastList ?? Prepared(database, "SELECT max(list) FROM edit").first { $0.integer(0) ?? 0 } ?? 0
        try EditRows.write(edits, as: last + 1, to: database)
        lastList = last + 1
        if self.edits.count >= Self.limit { self.edits.removeAll() }
        self.edits[edits] = last + 1
        return last + 1
    }

    /// The number of a list with these members; nil for none at all.
    mutating func listed(_ entries: [ListedRows.Entry], _ database: Database) throws -> Int64? {
        guard !entries.isEmpty else { return nil }
        if let list = listed[entries] { return list }
        let last =
            try lastListed ?? Prepared(database, "SELECT max(list) FROM listed").first { $0.integer(0) ?? 0 } ?? 0
        try ListedRows.write(entries, as: last + 1, to: database)
        lastListed = last + 1
        if listed.count >= Self.limit { listed.removeAll() }
        listed[entries] = last + 1
        return last + 1
    }

    mutating func tls(_ facts: TLSFacts?, _ database: Database) throws -> Int64? {
        guard let facts else { return nil }
        if let known = tls[ObjectIdentifier(facts)] { return known.id }
        let id = try TLSRows.write(facts, to: database) { try CertificateRows.write($0, to: database) }
        if tls.count >= Self.limit { tls.removeAll() }
        tls[ObjectIdentifier(facts)] = (facts, id)
        return id
    }

    /// The number of a body that is kept already.
    mutating func body(_ hash: Bytes, _ database: Database) throws -> Int64? {
        if let id = bodies[hash] { return id }
        let known = try statements(database).findBody
        known.bind(0, hash)
        guard let id = try known.first({ $0.integer(0) ?? 0 }) else { return nil }
        remember(hash, id)
        return id
    }

    /// The number of little content that is kept already, if it came not long ago.
    func littleBody(_ content: Bytes) -> Int64? { littleBodies[content] }

    mutating func remember(little content: Bytes, _ id: Int64) {
        if littleBodies.count >= Self.limit { littleBodies.removeAll(keepingCapacity: true) }
        littleBodies[content] = id
    }

    mutating func remember(_ hash: Bytes, _ id: Int64) {
        if bodies.count >= Self.limit { bodies.removeAll() }
        bodies[hash] = id
    }
}
