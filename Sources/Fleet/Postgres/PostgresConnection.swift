import Bytes
internal import CPostgres

/// A connection to a server through libpq. Its calls wait for the server. Used by one thread.
@safe package final class PostgresConnection: PostgresLink {
    /// Nil once it is closed.
    private var connection: OpaquePointer?

    /// Loads libpq; throws when this machine has none.
    package static func load() throws(PostgresError) {
        guard let why = unsafe cpostgres_load() else { return }
        let reason = unsafe String(cString: why)
        throw PostgresError(
            state: nil, "the client library of PostgreSQL is missing (install libpq5, on macOS libpq): \(reason)")
    }

    /// The version of libpq as it counts it: 150015 for 15.15.
    package static var libraryVersion: Int { Int(cpostgres_version()) }

    /// Connects, and waits for it.
    ///
    /// - Parameter settings: keywords of libpq and their values, later ones before earlier ones; the value of `dbname`
    ///   may be a URL.
    package init(_ settings: [(keyword: String, value: String)]) throws(PostgresError) {
        try Self.load()
        let opened = unsafe Self.withStrings(settings.map(\.keyword)) { keywords in
            unsafe Self.withStrings(settings.map(\.value)) { values in
                unsafe cpostgres_connect(keywords, values)
            }
        }
        guard let opened = unsafe opened else { throw PostgresError(state: nil, "no memory for a connection") }
        guard unsafe cpostgres_is_open(opened) != 0 else {
            let error = unsafe Self.refusal(String(cString: cpostgres_message(opened)))
            unsafe cpostgres_close(opened)
            throw error
        }
        unsafe connection = unsafe opened
    }

    deinit { close() }

    package func close() {
        guard let connection = unsafe connection else { return }
        unsafe cpostgres_close(connection)
        unsafe self.connection = nil
    }

    /// libpq gives no SQLSTATE of a connection that was refused, only words, and the server's may be in any language:
    /// what is known by its words in English is named, everything else may work later.
    static func refusal(_ message: String) -> PostgresError {
        let text = PostgresError.line(of: message)
        let forbidden = [
            "authentication failed", "no password supplied", "no pg_hba.conf entry", "permission denied for database",
            "certificate verify failed", "is not permitted to log in", "server certificate for",
        ]
        if forbidden.contains(where: { text.contains($0) }) || text.contains("role \"") && text.contains("not exist") {
            return PostgresError(state: "28000", text)
        }
        if text.contains("database \""), text.contains("does not exist") { return PostgresError(state: "3D000", text) }
        return PostgresError(state: nil, text)
    }

    package func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
        guard let connection = unsafe connection else { throw PostgresError(state: nil, "the connection is closed") }
        let values = statement.values
        let types = values.map(\.type)
        let lengths = values.map { Int32(clamping: $0.bytes?.count ?? 0) }
        let formats = values.map { Int32($0.isBinary ? 1 : 0) }
        let result = unsafe Self.withBytes(values.map(\.bytes)) { pointers in
            unsafe cpostgres_run(
                connection, statement.sql, Int32(clamping: values.count), types, pointers, lengths, formats)
        }
        return try unsafe rows(of: result, connection)
    }

    package func run(script: String) throws(PostgresError) {
        guard let connection = unsafe connection else { throw PostgresError(state: nil, "the connection is closed") }
        _ = try unsafe rows(of: cpostgres_script(connection, script), connection)
    }

    private func rows(of result: OpaquePointer?, _ connection: OpaquePointer) throws(PostgresError) -> PostgresRows {
        guard let result = unsafe result else { throw unsafe failure(of: nil, connection) }
        defer { unsafe cpostgres_clear(result) }
        guard unsafe cpostgres_succeeded(result) != 0 else { throw unsafe failure(of: result, connection) }
        let values = unsafe Self.values(of: result)
        let changed = unsafe cpostgres_changed(result).map { unsafe String(cString: $0) } ?? ""
        return PostgresRows(values, changed: Int(changed) ?? 0)
    }

    /// All values lie in one array, so that a row of many columns costs no allocation for each.
    private static func values(of result: OpaquePointer) -> [[Bytes?]] {
        let columns = unsafe cpostgres_columns(result)
        let rows = unsafe cpostgres_rows(result)
        var text: [UInt8] = []
        var lengths: [Int] = []
        lengths.reserveCapacity(Int(clamping: rows) * Int(clamping: columns))
        for row in 0..<rows {
            for column in 0..<columns {
                guard unsafe cpostgres_is_null(result, row, column) == 0,
                    let start = unsafe cpostgres_value(result, row, column)
                else {
                    lengths.append(-1)
                    continue
                }
                let length = Int(unsafe cpostgres_length(result, row, column))
                unsafe text.append(contentsOf: UnsafeRawBufferPointer(start: start, count: length))
                lengths.append(length)
            }
        }
        let all = Bytes(text)
        var (place, index) = (0, 0)
        return (0..<Int(rows)).map { _ in
            (0..<Int(columns)).map { _ -> Bytes? in
                defer { index += 1 }
                guard lengths[index] >= 0 else { return nil }
                defer { place += lengths[index] }
                return all.slice(place..<place + lengths[index])
            }
        }
    }

    private func failure(of result: OpaquePointer?, _ connection: OpaquePointer) -> PostgresError {
        let state = unsafe result.flatMap { unsafe cpostgres_state($0) }.map { unsafe String(cString: $0) }
        let text =
            unsafe result.flatMap { unsafe cpostgres_sentence($0) }.map { unsafe String(cString: $0) }
            ?? (unsafe String(cString: cpostgres_message(connection)))
        let isOpen = unsafe cpostgres_is_open(connection) != 0
        return PostgresError(state: isOpen ? state : state ?? "08006", PostgresError.line(of: text))
    }

    // MARK: Lending to C

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        unsafe withBytes(strings.map { Bytes($0) }, body)
    }

    /// One pointer for each, nil for what is nil, and a nil behind the last. A zero follows each value.
    private static func withBytes<Result>(
        _ values: [Bytes?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var arena: [CChar] = []
        arena.reserveCapacity(values.reduce(0) { $0 + 1 + ($1?.count ?? 0) })
        let starts = values.map { value -> Int? in
            guard let value else { return nil }
            let start = arena.count
            unsafe value.withUnsafeBytes { unsafe arena.append(contentsOf: unsafe $0.bindMemory(to: CChar.self)) }
            arena.append(0)
            return start
        }
        return unsafe arena.withUnsafeBufferPointer { bytes in
            var pointers: [UnsafePointer<CChar>?] = unsafe starts.map { start in
                unsafe start.flatMap { start in unsafe bytes.baseAddress.map { unsafe $0 + start } }
            }
            unsafe pointers.append(nil)
            return unsafe pointers.withUnsafeBufferPointer { unsafe body(unsafe $0.baseAddress.unsafelyUnwrapped) }
        }
    }
}
