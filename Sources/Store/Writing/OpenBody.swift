import Bytes

/// The content of one message on its way into the file. Small content is held until the message is whole; what is
/// larger, and what takes long, goes into the file in parts, so that it never is in memory as a whole.
struct OpenBody {
    /// No part is larger.
    static let partSize = 256 << 10
    /// Content up to here is looked for among what came last, by itself; what is larger in the whole file, by its hash.
    static let littleSize = 128

    private var pending: [Bytes] = []
    private(set) var pendingCount = 0
    /// Where what was written is.
    private var place = Place()
    /// Where it is as far as transactions have gone through.
    private var confirmed = Place()
    private var hash: RunningHash?
    private struct Place {
        /// The row, once a part was written.
        var id: Int64?
        var partCount = 0
        var written = 0
    }

    /// Nothing more is kept, for want of room or by a limit.
    private(set) var isCut = false
    /// Somebody handed over content, if only none.
    private(set) var hasContent = false

    /// Bytes kept so far.
    var count: Int { place.written + pendingCount }
    /// The row that has what was written.
    var row: Int64? { place.id }

    /// All of it, while all of it is in memory.
    var whole: Bytes? {
        guard hasContent, place.id == nil, pendingCount <= Self.partSize else { return nil }
        return pending.count == 1 ? pending[0] : Bytes(pending.flatMap { $0 })
    }

    /// Takes the next piece, as far as `limit` bytes of the whole.
    mutating func append(_ bytes: Bytes, limit: Int) {
        hasContent = true
        guard !isCut, !bytes.isEmpty else { return }
        let room = limit - count
        if bytes.count > room { isCut = true }
        guard room > 0 else { return }
        let kept = bytes.count > room ? bytes.slice(0..<room) : bytes
        pending.append(kept)
        pendingCount += kept.count
    }

    /// What comes from here on is not kept.
    mutating func cut() {
        isCut = true
    }

    /// The transaction went through that wrote what was written.
    mutating func confirm() {
        confirmed = place
    }

    /// The transaction failed: what it was to write is gone, and what follows would not fit behind it.
    mutating func lose() {
        guard pendingCount > 0 || place.written > confirmed.written else { return }
        place = confirmed
        hash = nil
        isCut = true
        pending = []
        pendingCount = 0
    }

    /// The transaction failed that was to end it: nothing follows, and what is in the file stays as it is.
    mutating func loseEnd() {
        lose()
        hash = nil
    }

    /// Writes what waits as parts.
    mutating func flush(_ database: Database) throws {
        guard pendingCount > 0 else { return }
        var gathered: [UInt8] = []
        gathered.reserveCapacity(min(pendingCount, Self.partSize))
        for piece in pending {
            var rest = 0..<piece.count
            while !rest.isEmpty {
                let end = min(rest.upperBound, rest.lowerBound + Self.partSize - gathered.count)
                gathered.append(contentsOf: piece.slice(rest.lowerBound..<end))
                rest = end..<rest.upperBound
                if gathered.count == Self.partSize { try write(&gathered, database) }
            }
        }
        if !gathered.isEmpty { try write(&gathered, database) }
        pending = []
        pendingCount = 0
    }

    private mutating func write(_ part: inout [UInt8], _ database: Database) throws {
        let running = hash ?? RunningHash()
        hash = running
        try unsafe part.withUnsafeBytes { bytes in
            unsafe running.add(bytes)
            if let id = place.id {
                let row = try Prepared(database, "INSERT INTO body_part(body, number, bytes) VALUES(?,?,?)")
                row.bind(0, id)
                row.bind(1, Int64(place.partCount))
                unsafe row.bind(2, bytes: bytes)
                try row.run()
                let size = try Prepared(database, "UPDATE body SET size = ? WHERE id = ?")
                size.bind([.integer(Int64(place.written + bytes.count)), .integer(id)])
                try size.run()
            } else {
                let row = try Prepared(database, "INSERT INTO body(size, bytes) VALUES(?,?)")
                row.bind(0, Int64(bytes.count))
                unsafe row.bind(1, bytes: bytes)
                try row.run()
                place.id = database.lastInsertedRowID
            }
        }
        place.partCount += 1
        place.written += part.count
        part.removeAll(keepingCapacity: true)
    }

    /// Writes the rest; the number of the row that has the whole, which may be one that was there before. Nil when
    /// nobody handed over anything.
    mutating func finish(_ shared: inout SharedRows, _ database: Database) throws -> Int64? {
        guard hasContent else { return nil }
        if let whole { return try finishSmall(whole, &shared, database) }
        try flush(database)
        // What lost a part in the middle has no hash, and stands alone.
        guard let id = place.id, let digest = hash?.finish() else { return place.id }
        hash = nil
        if let known = try shared.body(digest, database), known != id {
            try BodyRows.remove(id, database)
            place.id = known
            return known
        }
        let row = try Prepared(database, "UPDATE body SET sha256 = ? WHERE id = ?")
        row.bind([.blob(digest), .integer(id)])
        try row.run()
        shared.remember(digest, id)
        return id
    }

    /// One part: it is looked for before it is written.
    private mutating func finishSmall(
        _ whole: Bytes, _ shared: inout SharedRows, _ database: Database
    ) throws -> Int64? {
        // A hash and its place in the index would take more room than little content does.
        let isLittle = whole.count <= Self.littleSize
        let digest = isLittle ? nil : shared.digest(whole)
        pending = []
        pendingCount = 0
        let known = try digest.map { try shared.body($0, database) } ?? shared.littleBody(whole)
        if let known {
            place.id = known
            return known
        }
        let row = try shared.statements(database).addBody
        row.bind(0, digest)
        row.bind(1, Int64(whole.count))
        row.bind(2, whole.count == 0 ? Bytes() : whole)
        try row.run()
        let made = database.lastInsertedRowID
        place.id = made
        if let digest { shared.remember(digest, made) } else { shared.remember(little: whole, made) }
        return made
    }
}
