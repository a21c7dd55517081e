import Bytes
import Filter
import GRDB
import GRDBSQLite

/// The functions that a session's conditions call, given to a connection that asks them.
enum SessionFunctions {
    /// `(grams, text)`: whether a text in lower case may occur in what the grams are of.
    static let mayHold = "search_may_hold"
    /// `(value, text)`: whether a text in lower case occurs in a value, whatever the case; not in NULL.
    static let holds = "search_holds"
    /// `(value, 0)`: the value as text, ASCII letters in lower case; SQLite's own ends at a NUL.
    static let fold = "filter_fold"

    static func install(_ database: Database) throws {
        for function in SQLFunction.allCases {
            let make: SQLCallback
            switch function {
            case .glob: make = { context, _, values in SessionFunctions.ask(.glob, context, values) }
            case .finds: make = { context, _, values in SessionFunctions.ask(.finds, context, values) }
            case .findsAnyCase: make = { context, _, values in SessionFunctions.ask(.findsAnyCase, context, values) }
            case .mediaType: make = { context, _, values in SessionFunctions.ask(.mediaType, context, values) }
            }
            try install(function.rawValue, make, database)
        }
        try install(
            fold,
            { context, _, values in
                guard let values, let value = values[0] else { return }
                guard sqlite3_value_type(value) != SQLITE_NULL else { return sqlite3_result_null(context) }
                SessionFunctions.bytes(value).lowercased.withUnsafeBytes { folded in
                    guard let start = folded.bindMemory(to: CChar.self).baseAddress, !folded.isEmpty else {
                        return sqlite3_result_text(context, "", 0, Prepared.copies)
                    }
                    sqlite3_result_text64(context, start, UInt64(folded.count), Prepared.copies, UInt8(SQLITE_UTF8))
                }
            }, database)
        try install(
            holds,
            { context, _, values in
                guard let values, let value = values[0], let text = values[1] else { return }
                let wanted = SessionFunctions.kept(context) { WantedText(SessionFunctions.bytes(text)) }
                let count = Int(sqlite3_value_bytes(value))
                let isThere = wanted.occurs(
                    in: UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: count))
                sqlite3_result_int(context, isThere ? 1 : 0)
            }, database)
        try install(
            mayHold,
            { context, _, values in
                guard let values, let grams = values[0], let text = values[1] else { return }
                let wanted = SessionFunctions.kept(context) { WantedGrams(SessionFunctions.bytes(text)) }
                let count = Int(sqlite3_value_bytes(grams))
                let isThere = wanted.mayBe(in: UnsafeRawBufferPointer(start: sqlite3_value_blob(grams), count: count))
                sqlite3_result_int(context, isThere ? 1 : 0)
            }, database)
    }

    private typealias SQLCallback =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private static func install(_ name: String, _ callback: SQLCallback, _ database: Database) throws {
        let code = sqlite3_create_function_v2(
            database.sqliteConnection, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, callback, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    private static func ask(
        _ function: SQLFunction, _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let values, let value = values[0], let argument = values[1] else { return }
        guard sqlite3_value_type(value) != SQLITE_NULL else { return sqlite3_result_null(context) }
        let test = kept(context) { ValueQuestion(function.test(bytes(argument))) }
        sqlite3_result_int(context, test.holds(bytes(value)) ? 1 : 0)
    }

    private static func bytes(_ value: OpaquePointer) -> Bytes {
        guard let start = sqlite3_value_blob(value) else { return Bytes() }
        return Bytes(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
    }

    /// What was made of the second argument, which SQLite keeps as long as that stays the same.
    private static func kept<Kept: AnyObject>(_ context: OpaquePointer?, _ make: () -> Kept) -> Kept {
        if let known = sqlite3_get_auxdata(context, 1) {
            return Unmanaged<Kept>.fromOpaque(known).takeUnretainedValue()
        }
        let made = make()
        sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(made).toOpaque()) { pointer in
            if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
        }
        return made
    }
}

/// What a function asks of values. Owned by SQLite while a statement runs.
private final class ValueQuestion {
    private let test: (@Sendable (Bytes) -> Bool)?

    init(_ test: (@Sendable (Bytes) -> Bool)?) {
        self.test = test
    }

    func holds(_ value: Bytes) -> Bool { test?(value) ?? false }
}
