/// Why a statement, or a connection, failed.
package struct PostgresError: Error, Sendable, Hashable {
    /// SQLSTATE (PostgreSQL documentation, appendix A); nil when no server answered.
    package let state: String?
    /// The server's sentence, or that of libpq.
    package let text: String

    package init(state: String?, _ text: String) {
        self.state = state
        self.text = text
    }

    /// The lines of libpq as one: what was tried, one after the other, each with what belongs to it (lines that begin
    /// with a tab) in parentheses.
    static func line(of message: String) -> String {
        var parts: [String] = []
        for line in message.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !words.isEmpty else { continue }
            if line.first == "\t", let last = parts.popLast() {
                parts.append("\(last) (\(words))")
            } else {
                parts.append(words)
            }
        }
        return parts.joined(separator: "; ")
    }

    /// What to do about it.
    package enum Kind: Sendable, Hashable {
        /// Nobody answers, or whoever does cannot take anything now: it may work later.
        case unreachable
        /// The role may not do it, or is not let in.
        case forbidden
        /// There is no such database, schema, table or column: none of Hark's, or another version's.
        case missing
        /// A value or a row is refused: another would be taken.
        case rejected
        /// What is to be made is there.
        case exists
        /// Anything else.
        case other
    }

    package var kind: Kind {
        guard let state else { return .unreachable }
        switch state {
        // insufficient_privilege; read_only_sql_transaction is a standby that may become a primary.
        case "42501": return .forbidden
        case "25006": return .unreachable
        case "42P04", "42P06", "42P07", "42710": return .exists
        case "3D000", "3F000", "42P01", "42703", "42883", "42704": return .missing
        // query_canceled (by a time limit), lock_not_available.
        case "57014", "55P03": return .unreachable
        default: break
        }
        switch state.prefix(2) {
        case "08", "53", "57", "58": return .unreachable
        // Another transaction was in the way: the same will do.
        case "40": return .unreachable
        case "28": return .forbidden
        case "22", "23", "54": return .rejected
        default: return .other
        }
    }

    /// Another transaction was in the way: the same may work at once.
    var isConflictOfTransactions: Bool { state?.hasPrefix("40") == true }

    /// The connection is of no more use.
    package var isLost: Bool { state == nil || state?.hasPrefix("08") == true || state?.hasPrefix("57P") == true }
}
