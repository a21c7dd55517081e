package import Bytes
internal import CSQLite

/// One call of a function that a statement makes: its arguments, and where its result goes. Valid during the call. What
/// gets no answer is NULL.
@safe package struct FunctionCall {
    private let context: OpaquePointer?
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    fileprivate init(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
        unsafe self.context = unsafe context
        unsafe self.values = unsafe values
    }

    /// - Parameter place: less than the function's count of arguments.
    private func value(_ place: Int) -> OpaquePointer? { unsafe values?[place] }

    package func isNull(_ place: Int) -> Bool { unsafe sqlite3_value_type(value(place)) == SQLITE_NULL }

    /// The bytes of an argument, a text's among them; none of NULL.
    package func bytes(_ place: Int) -> Bytes { unsafe withBytes(place) { unsafe Bytes(Array($0)) } }

    /// Lends the bytes of an argument without a copy.
    package func withBytes<Result>(_ place: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // The address first: asking for it may turn a number into a text (sqlite.org/c3ref/value_blob.html).
        let start = unsafe sqlite3_value_blob(value(place))
        let count = unsafe start == nil ? 0 : Int(sqlite3_value_bytes(value(place)))
        return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// What was made of an argument, which SQLite keeps as long as that stays the same from row to row.
    ///
    /// - Parameter make: always makes the same type for one argument of one function.
    package func kept<Kept: AnyObject>(_ place: Int32, _ make: () -> Kept) -> Kept {
        if let known = unsafe sqlite3_get_auxdata(context, place) {
            return unsafe Unmanaged<Kept>.fromOpaque(known).takeUnretainedValue()
        }
        let made = make()
        unsafe sqlite3_set_auxdata(context, place, Unmanaged.passRetained(made).toOpaque()) { pointer in
            if let pointer = unsafe pointer { unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release() }
        }
        return made
    }

    package func answer(_ isSo: Bool) {
        unsafe sqlite3_result_int(context, isSo ? 1 : 0)
    }

    /// Answers with bytes as text, whatever they are.
    package func answer(text: Bytes) {
        unsafe text.withUnsafeBytes { bytes in
            guard let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress, unsafe !bytes.isEmpty else {
                return unsafe sqlite3_result_text(context, "", 0, Prepared.copies)
            }
            unsafe sqlite3_result_text64(
                context, start, UInt64(bytes.count), Prepared.copies, UInt8(SQLITE_UTF8))
        }
    }
}

/// What a function does. Owned by the connection that has it.
private final class FunctionBody {
    let run: (FunctionCall) -> Void

    init(_ run: @escaping (FunctionCall) -> Void) {
        self.run = run
    }
}

extension Database {
    /// Gives statements a function, which answers the same whenever its arguments are the same.
    ///
    /// - Parameter count: of its arguments.
    package func define(
        _ name: String, argumentCount count: Int32, _ body: @escaping (FunctionCall) -> Void
    ) throws(DatabaseError) {
        let code = unsafe sqlite3_create_function_v2(
            connection, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            Unmanaged.passRetained(FunctionBody(body)).toOpaque(),
            { context, _, values in
                guard let body = unsafe sqlite3_user_data(context) else { return }
                unsafe Unmanaged<FunctionBody>.fromOpaque(body).takeUnretainedValue()
                    .run(FunctionCall(context, values))
            }, nil, nil,
            // Called for the last use, and also when the function cannot be made.
            { pointer in
                if let pointer = unsafe pointer { unsafe Unmanaged<FunctionBody>.fromOpaque(pointer).release() }
            })
        guard code == SQLITE_OK else { throw DatabaseError(result: code) }
    }
}
