import Bytes
import Filter
import Flow
import HTTPModel
import Messages

/// Which runs of three bytes the texts of flows have, kept for some flows together: rows of `search`. Looking for a
/// word reads these rows alone, and then the flows of those that may have it.
///
/// A value of the session's writer, used within its transactions. FTS5 with the trigrams of each flow takes longer for
/// one than all the rest of writing it does; flows that follow one another have most of their text in common.
struct SearchIndex {
    /// So many flows share a row.
    private static let flowsARow = 64
    /// Content that is larger, as it came or decoded, is not looked into: its flow is among those that may have any
    /// word.
    static let contentLimit = 2 << 20

    private var grams = GramSet()
    private var row: Int64?
    private var count = 0
    /// Contents whose text is in already, where it is as it came.
    private var bodies: Set<Int64> = []

    /// The row for a flow that ends now, whose texts are added; nil when not all of them are at hand.
    ///
    /// - Parameters:
    ///   - request: the request's content, where it is text.
    ///   - response: the response's.
    mutating func add(
        _ subject: FilterSubject, request: SearchedContent, response: SearchedContent, _ database: Database
    ) throws -> Int64? {
        // Nothing of a flow that is not in a row may be in its grams' way.
        guard request.isAtHand, response.isAtHand else { return nil }
        for text in subject.wire { unsafe text.withUnsafeBytes { unsafe grams.add($0) } }
        guard add(request, subject.record, .request), add(response, subject.record, .response) else { return nil }
        let row = try openRow(database)
        count += 1
        if count >= Self.flowsARow || grams.count >= GramSet.fullCount { try close(database) }
        return row
    }

    private mutating func openRow(_ database: Database) throws -> Int64 {
        if let row { return row }
        try Prepared(database, "INSERT INTO search(grams) VALUES(NULL)").run()
        let made = database.lastInsertedRowID
        row = made
        return made
    }

    /// Writes what was gathered. Until then, any word may be in the flows of the row.
    mutating func close(_ database: Database) throws {
        guard let row else { return }
        let update = try Prepared(database, "UPDATE search SET grams = ? WHERE id = ?")
        update.bind(0, grams.packed)
        update.bind(1, row)
        try update.run()
        forget()
    }

    /// Begins anew: what was gathered is not in the file, or somebody else may have changed it there.
    mutating func forget() {
        grams.removeAll()
        row = nil
        count = 0
        bodies.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ content: SearchedContent, _ record: FlowRecord, _ kind: MessageKind) -> Bool {
        switch content {
        case .nothing: return true
        case .elsewhere: return false
        case .decoded(let bytes):
            unsafe bytes.withUnsafeBytes { unsafe grams.add($0) }
            return true
        case .text(let bytes, let body):
            switch ContentDecoder.plan(record.fields(kind) ?? .none) {
            // What cannot be decoded here is not searched either.
            case .unknown: return true
            case .nothing:
                guard bodies.insert(body).inserted else { return true }
                unsafe bytes.withUnsafeBytes { unsafe grams.add($0) }
                return true
            case .codings(let codings):
                var run = GramSet.Run()
                let decoded = unsafe ContentDecoder.decode(.inline(bytes), codings, limit: Self.contentLimit) { piece in
                    unsafe grams.add(piece, &run)
                }
                switch decoded.fault?.reason {
                case .tooLarge, .bomb, .unavailable: return false
                // Up to the damage it is searched.
                case .malformed, .needsDictionary, .cutOff, .trailingBytes, nil: return true
                }
            }
        }
    }
}

/// The content of a message, as far as it is searched.
enum SearchedContent {
    /// There is none, or it is no text.
    case nothing
    /// With its codings taken off already.
    case decoded(Bytes)
    /// As it was transferred, and the row that has it.
    case text(Bytes, row: Int64)
    /// It is too large to be looked into.
    case elsewhere

    var isAtHand: Bool {
        switch self {
        case .nothing, .decoded, .text: true
        case .elsewhere: false
        }
    }
}
