import Bytes
import Testing

@testable import Fleet

/// Parameters and rows in the binary forms of the server: what is written is what is read, and what is no such form is
/// nothing.
@Suite struct PostgresValueTests {
    private func row(_ value: PostgresValue) -> PostgresRow { PostgresRow(values: [value.bytes]) }

    @Test(arguments: [0, 1, -1, .max, .min, 1_795_946_000] as [Int64])
    func integersAreBigEndian(number: Int64) {
        #expect(row(.integer(number)).integer(0) == number)
        #expect(row(.integers([number, number])).integers(0) == [number, number])
    }

    /// Section 8.5.1: PostgreSQL counts from 2000-01-01.
    @Test func timesCountFromTheYear2000() {
        #expect(row(.time(946_684_800_000_000)).integer(0) == 0)
        #expect(row(.time(946_684_800_000_000)).time(0) == 946_684_800_000_000)
        #expect(row(.time(nil)).time(0) == nil)
    }

    @Test func anArrayHasTheFormOfTheServer() {
        // array_recv: one dimension, a NULL, type 25; 2 elements from 1; "a", then NULL.
        let expected: [UInt8] =
            [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 25, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, UInt8(ascii: "a")]
            + [255, 255, 255, 255]
        #expect(PostgresValue.texts(["a", nil]).bytes == Bytes(expected))
        // An empty one has no dimension.
        #expect(PostgresValue.integers([]).bytes == Bytes([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20]))
        #expect(row(.integers([])).integers(0) == [])
    }

    /// What a server sends is read within its bounds, wherever it ends.
    @Test func anArrayThatEndsEarlyIsNone() throws {
        let whole = try #require(PostgresValue.integers([1, 2, 3]).bytes)
        for end in 0..<whole.count {
            let found = PostgresRow(values: [whole.slice(0..<end)]).integers(0)
            #expect(found != [1, 2, 3], "\(end)")
        }
        #expect(PostgresRow(values: []).integers(0) == nil)
        #expect(PostgresRow(values: [Bytes([1, 2, 3])]).integer(0) == nil)
    }

    @Test(arguments: [
        ("57P01", PostgresError.Kind.unreachable), ("53100", .unreachable), ("08006", .unreachable),
        ("40P01", .unreachable), ("25006", .unreachable), ("42501", .forbidden), ("28P01", .forbidden),
        ("3F000", .missing), ("42P01", .missing), ("23514", .rejected), ("22021", .rejected), ("54000", .rejected),
        ("42P06", .exists), ("XX000", .other), ("42601", .other),
    ])
    func aStateSaysWhatToDo(state: String, kind: PostgresError.Kind) {
        #expect(PostgresError(state: state, "").kind == kind)
    }

    @Test func aRefusedConnectionIsNamedByItsWords() {
        func kind(_ text: String) -> PostgresError.Kind { PostgresConnection.refusal(text).kind }
        #expect(kind("FATAL:  password authentication failed for user \"a\"\n") == .forbidden)
        #expect(kind("FATAL:  role \"a\" does not exist") == .forbidden)
        #expect(kind("FATAL:  database \"a\" does not exist") == .missing)
        #expect(kind("connection refused\n\tIs the server running?") == .unreachable)
        // What belongs to an attempt is beside it, and attempts are told apart.
        let tried = PostgresConnection.refusal(
            "connection to \"::1\" failed: refused\n\tIs the server running?\nconnection to \"127.0.0.1\" failed:  x\n")
        let first = "connection to \"::1\" failed: refused (Is the server running?)"
        #expect(tried.text == first + "; connection to \"127.0.0.1\" failed: x")
        #expect(PostgresConnection.refusal("\tb\n\n \n").text == "b" && PostgresConnection.refusal("").text.isEmpty)
    }
}
