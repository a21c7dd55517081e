import Filter
import Testing

@testable import Fleet

/// The schema as text: complete, and within what several engines have.
@Suite struct FleetSchemaTests {
    private let today = FleetDay(of: 1_795_262_400_000_000)

    /// A field of the filter language that no column has is asked of every record, so that it is to be decided, not
    /// forgotten.
    @Test func everyFieldHasItsColumnOrAReason() {
        let columns = Set(FleetColumn.all.map(\.name) + FleetColumn.lists)
        // What the tables have under other types; the key; what is always so; the start, which is a column of its own;
        // texts of any number and size.
        let others: Set = ["id", "run", "open", "time", "message_text", "proxy", "tenant", "trace"]
        let fields = Set(FilterFields.all.compactMap(\.column))
        #expect(fields.subtracting(columns) == others)
        #expect(columns.subtracting(fields).isEmpty)
        for column in FleetColumn.all { #expect(FilterFields.column(column.name)?.columnReading != nil) }
        #expect(Set(FleetColumn.all.map(\.name)).count == FleetColumn.all.count)
    }

    @Test(arguments: FleetLayout.allCases)
    func noStatementNeedsWhatEnginesLack(layout: FleetLayout) {
        let text = FleetSchema.statements(layout, today: today).uppercased()
        for word in [
            "LISTEN", "ADVISORY", "LOCK TABLE", "TEMPORARY", "COPY ", "TRIGGER", "INHERITS", "BRIN", "GIST",
            "DEFERRABLE",
            "EXCLUDE", "GENERATED", "RECURSIVE", "TABLESAMPLE", "GROUPING SETS", "EXTENSION", "SERIAL", "SEQUENCE",
        ] { #expect(!text.contains(word), "\(word)") }
        #expect(text.contains("PARTITION OF") == (layout != .plain))
        #expect(text.contains("CREATE_DISTRIBUTED_TABLE") == (layout == .citus))
    }

    @Test func aWriterReadsNothingButItsCursors() {
        let text = FleetSchema.statements(.partitioned, today: today)
        for line in text.split(separator: "\n") where line.contains("hark_writer") {
            // What a policy asks of rows is no right.
            let right = line.replacing(#/ (?:USING|WITH CHECK) .*/#, with: "")
            guard right.contains(/SELECT|UPDATE|DELETE/) else { continue }
            let isCursor = right.contains("hark.run ") || right.contains("hark.meta ")
            #expect(isCursor && !right.contains("DELETE"), "\(line)")
        }
    }

    @Test func partitionsReachAWeekAhead() {
        let text = FleetSchema.statements(.partitioned, today: today)
        for day in ["20261121", "20261128"] {
            for table in ["flow", "pack", "body"] { #expect(text.contains("hark.\(table)_\(day) ")) }
        }
        #expect(!text.contains("20261129 ") && !text.contains("20261120"))
        #expect(text.contains("FROM ('2026-11-28') TO ('2026-11-29')"))
    }

    @Test func daysAreThoseOfUTC() {
        #expect(FleetDay(of: 0).text == "1970-01-01" && FleetDay(of: -1).text == "1969-12-31")
        #expect(FleetDay(of: 1_709_164_800_000_000).text == "2024-02-29")
        #expect(FleetDay(of: 1_709_251_199_999_999).text == "2024-02-29")
        #expect(FleetDay(of: 1_709_251_200_000_000).text == "2024-03-01")
    }

    @Test func aNameCannotEndItsQuotes() {
        #expect(FleetAdministrator.identifier(#"a"; DROP TABLE x; --"#) == #""a""; DROP TABLE x; --""#)
    }

    @Test func waitingDoublesToAMinute() {
        var backoff = FleetBackoff()
        #expect((1...8).map { _ in backoff.next(jitter: 1) / 1_000_000 } == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(backoff.next(jitter: 0) == 0 && backoff.next(jitter: 7) == 60_000_000)
        backoff.reset()
        #expect(backoff.next(jitter: 0.5) == 500_000)
    }
}
