internal import CSQLite

/// Owns a statement that SQLite has compiled, until nobody has it any more.
@safe final class Statement {
    let pointer: OpaquePointer

    /// Takes over the statement.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe sqlite3_finalize(pointer)
    }
}
