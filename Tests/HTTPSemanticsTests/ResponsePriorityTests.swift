import Bytes
import HTTPSemantics
import Testing

@Suite struct ResponsePriorityTests {
    private static let rows: [(value: Bytes, urgency: Int, isIncremental: Bool)] = [
        ("", 3, false), ("u=0", 0, false), ("u=7, i", 7, true), ("i", 3, true), ("i=?0", 3, false),
        ("u=1, i=?1", 1, true),
        // RFC 9218 §4: what is out of bounds, or of another type, is ignored; so is what nobody knows.
        ("u=8", 3, false), ("u=-1, i", 3, true), ("u=1.0", 3, false), ("u=\"1\"", 3, false), ("i=1", 3, false),
        ("x=5, u=2", 2, false), ("u=(1 2)", 3, false),
        // The last one holds (RFC 9651 §3.2).
        ("u=1, u=5", 5, false),
    ]

    @Test(arguments: rows.indices)
    func whatIsSaidIsRead(_ index: Int) throws {
        let (value, urgency, isIncremental) = Self.rows[index]
        let priority = try #require(ResponsePriority(value))
        #expect(priority.urgency == urgency && priority.isIncremental == isIncremental)
    }

    @Test(arguments: ["u=", "u=1,", "=1", "U=1", "u=1 i"] as [Bytes])
    func whatIsNoDictionarySaysNothing(_ value: Bytes) {
        #expect(ResponsePriority(value) == nil)
    }
}
