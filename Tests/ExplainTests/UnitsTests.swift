import Explain
import Testing

@Suite struct UnitsTests {
    @Test(
        arguments: [
            (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1075, "1.0 KiB"), (1076, "1.1 KiB"),
            (102_348, "99.9 KiB"), (102_349, "100 KiB"), (1_048_063, "1023 KiB"), (1_048_064, "1.0 MiB"),
            (1_048_576, "1.0 MiB"), (10_737_418_240, "10.0 GiB"), (UInt64.max, "16384 PiB"),
        ] as [(UInt64, String)])
    func sizesAreBinaryAndSaySo(size: UInt64, text: String) {
        var out: [UInt8] = []
        Units.append(size: size, to: &out)
        #expect(String(decoding: out, as: UTF8.self) == text)
    }

    /// One body has one size, on a line and on a page.
    @Test(
        arguments: [(1, "1 byte"), (1023, "1023 bytes"), (6_000, "5.9 KiB"), (123_456, "121 KiB")] as [(UInt64, String)]
    )
    func aPageHasTheSizesOfALine(size: UInt64, text: String) {
        #expect(Quantity.size(size) == text)
        var out: [UInt8] = []
        Units.append(size: size, to: &out)
        #expect(size < 1024 || String(decoding: out, as: UTF8.self) == text)
    }

    @Test(
        arguments: [(0, "0 µs"), (99, "99 µs"), (100, "0.1 ms"), (12_340, "12.3 ms"), (1_250_000, "1.25 s")]
            as [(Int64, String)])
    func aPageHasTheDurationsOfALine(microseconds: Int64, text: String) {
        #expect(Quantity.duration(microseconds) == text)
    }

    @Test(
        arguments: [
            (0, "0 µs"), (49_999, "49 µs"), (99_999, "99 µs"), (100_000, "0.1 ms"),
            (800_000, "0.8 ms"), (12_340_000, "12.3 ms"),
            (99_949_999, "99.9 ms"), (99_950_000, "100 ms"), (999_499_999, "999 ms"), (999_500_000, "1.00 s"),
            (1_250_000_000, "1.25 s"), (9_994_000_000, "9.99 s"), (9_995_000_000, "10.0 s"), (59_949_000_000, "59.9 s"),
            (59_950_000_000, "1 min"), (125_000_000_000, "2 min 5 s"), (12_000_000_000_000, "3 h 20 min"),
        ] as [(UInt64, String)])
    func durationsHaveThreeFiguresAtMost(nanoseconds: UInt64, text: String) {
        var out: [UInt8] = []
        Units.append(nanoseconds: nanoseconds, to: &out)

        #expect(String(decoding: out, as: UTF8.self) == text)
    }

    @Test(
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (588, "9 min 48 s"), (3600, "1 h"), (3601, "1 h"),
            (8640, "2 h 24 min"),
            (86_400, "1 d"), (2_592_000, "30 d"), (31_536_000, "1 y"), (34_560_000, "1 y 35 d"),
        ] as [(UInt64, String)])
    func secondsAreToldInTwoUnits(seconds: UInt64, text: String) {
        var out: [UInt8] = []
        Units.append(seconds: seconds, to: &out)
        #expect(String(decoding: out, as: UTF8.self) == text)
    }

    @Test(
        arguments: [(0, 2, "00"), (7, 2, "07"), (45, 2, "45"), (123, 2, "123"), (5, 3, "005")]
            as [(UInt64, Int, String)])
    func digitsAreFilledWithZeros(number: UInt64, digits: Int, text: String) {
        var out: [UInt8] = []
        Units.append(number: number, digits: digits, to: &out)
        #expect(String(decoding: out, as: UTF8.self) == text)
    }
}
