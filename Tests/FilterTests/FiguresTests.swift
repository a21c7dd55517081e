import Filter
import Testing

/// Sizes and lengths of time are read in one way, wherever they are written.
@Suite struct FiguresTests {
    @Test(
        arguments: [
            ("0", 0), ("500", 500), ("500B", 500), ("16kB", 16_000), ("16KB", 16_000), ("16KiB", 16_384),
            ("16 kib", 16_384),
            ("1MB", 1_000_000), ("1MiB", 1_048_576), ("1.5kB", 1_500), ("0.5KiB", 512), ("2GB", 2_000_000_000),
            ("1TiB", 1_099_511_627_776), ("0.000001MB", 1),
        ] as [(String, Int64)])
    func sizes(text: String, bytes: Int64) throws {
        #expect(try Figures.bytes(text) == bytes)
    }

    @Test(
        arguments: [
            ("0", 0), ("40us", 40), ("40µs", 40), ("250ms", 250_000), ("1.5s", 1_500_000), ("2 s", 2_000_000),
            ("5m", 300_000_000), ("5min", 300_000_000), ("12h", 43_200_000_000), ("7d", 604_800_000_000),
            ("4w", 2_419_200_000_000), ("0.25H", 900_000_000),
        ] as [(String, Int64)])
    func times(text: String, microseconds: Int64) throws {
        #expect(try Figures.microseconds(text) == microseconds)
    }

    @Test(arguments: ["16k", "1M", "2 g", "1.5T"]) func aLetterAloneIsNoUnitOfSize(text: String) {
        #expect(throws: Figures.Fault.ambiguousUnit) { try Figures.bytes(text) }
    }

    @Test(arguments: ["1", "1000", "0.5"]) func aTimeNeedsAUnit(text: String) {
        #expect(throws: Figures.Fault.unitMissing) { try Figures.microseconds(text) }
    }

    @Test(arguments: [
        "", " ", "-1s", "+1s", "1e3s", "1,5s", ".5s", "1.s", "1.2.3s", "1  s", "s", "٣s", "1 ", "1sec", "1bs",
        "1.1234567s", "99999999999999999999s", "9223372036854775807w", "0x10s",
    ])
    func whatIsNoFigure(text: String) {
        #expect(throws: Figures.Fault.unreadable) { try Figures.microseconds(text) }
        #expect(throws: Figures.Fault.unreadable) { try Figures.bytes(text.replacing("s", with: "kBs")) }
    }
}
