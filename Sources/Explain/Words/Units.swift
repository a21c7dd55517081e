import Bytes

/// Numbers as people read them, the same everywhere: on a line, on a page, in a list.
///
/// Sizes are binary and say so: 1 KiB is 1,024 bytes, 1 MiB is 1,024 KiB. Below 1 KiB every byte is told; above, two to
/// four figures. Durations likewise: 40 µs, 0.8 ms, 12.3 ms, 123 ms, 1.25 s, 2 min 5 s. The page's `words.js` writes
/// the same; `Figures` reads them.
package enum Units {
    /// `0 B`, `1023 B`, `1.2 KiB`, `12.3 KiB`, `123 KiB`, `4.5 GiB`; at most eight columns.
    package static func append(size: UInt64, to out: inout [UInt8]) {
        if size < 1024 {
            append(number: size, to: &out)
            append(" B", to: &out)
            return
        }
        var divisor: UInt64 = 1024
        var unit = 0
        // What rounds up to 1,024 is 1.0 of the next unit.
        while unit < units.count - 1, size / divisor >= 1024 || size >= divisor * 1024 - divisor / 2 {
            divisor *= 1024
            unit += 1
        }
        let (whole, rest) = size.quotientAndRemainder(dividingBy: divisor)
        let tenths = whole * 10 + (rest * 10 + divisor / 2) / divisor
        if tenths < 1000 {
            append(number: tenths / 10, to: &out)
            out.append(ASCII.period)
            append(number: tenths % 10, to: &out)
        } else {
            append(number: whole + (rest >= divisor / 2 ? 1 : 0), to: &out)
        }
        append(units[unit], to: &out)
    }

    private static let units: [StaticString] = [" KiB", " MiB", " GiB", " TiB", " PiB"]

    /// `40 µs`, `0.8 ms`, `12.3 ms`, `123 ms`, `1.25 s`, `59.9 s`, `2 min 5 s`, `3 h 20 min`, `4 d 2 h`.
    package static func append(nanoseconds: UInt64, to out: inout [UInt8]) {
        if nanoseconds < 100_000 {
            append(number: nanoseconds / 1000, to: &out)
            append(" µs", to: &out)
            return
        }
        let tenthsOfMilliseconds = (nanoseconds / 10_000 + 5) / 10
        if tenthsOfMilliseconds < 1000 {
            append(number: tenthsOfMilliseconds, tenthsOf: " ms", to: &out)
            return
        }
        let milliseconds = (nanoseconds / 100_000 + 5) / 10
        if milliseconds < 1000 {
            append(number: milliseconds, to: &out)
            append(" ms", to: &out)
            return
        }
        if milliseconds < 9_995 {
            let hundredths = (milliseconds + 5) / 10
            append(number: hundredths / 100, to: &out)
            out.append(ASCII.period)
            append(number: hundredths % 100, digits: 2, to: &out)
            append(" s", to: &out)
        } else if milliseconds < 59_950 {
            append(number: (milliseconds + 50) / 100, tenthsOf: " s", to: &out)
        } else {
            append(seconds: (milliseconds + 500) / 1000, to: &out)
        }
    }

    /// Whole seconds in the two largest units that matter: `45 s`, `2 min 5 s`, `10 min`, `30 d`, `1 y 35 d`.
    package static func append(seconds: UInt64, to out: inout [UInt8]) {
        for (place, step) in steps.enumerated() where seconds >= step.0 {
            append(number: seconds / step.0, to: &out)
            append(step.1, to: &out)
            if place + 1 < steps.count, seconds % step.0 >= steps[place + 1].0 {
                out.append(ASCII.space)
                append(number: seconds % step.0 / steps[place + 1].0, to: &out)
                append(steps[place + 1].1, to: &out)
            }
            return
        }
        append("0 s", to: &out)
    }

    private static let steps: [(UInt64, StaticString)] = [
        (31_536_000, " y"), (86_400, " d"), (3600, " h"), (60, " min"), (1, " s"),
    ]

    package static func append(number: UInt64, to out: inout [UInt8]) {
        if number < 10 {
            out.append(ASCII.zero + UInt8(number))
            return
        }
        var divisor: UInt64 = 10
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            out.append(ASCII.zero + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    /// With zeros before it, to this many digits.
    package static func append(number: UInt64, digits: Int, to out: inout [UInt8]) {
        if digits == 2, number < 100 {
            // A time of day, on each line.
            out.append(ASCII.zero + UInt8(number / 10))
            out.append(ASCII.zero + UInt8(number % 10))
            return
        }
        var limit: UInt64 = 10
        for _ in 1..<max(digits, 1) {
            if number < limit { out.append(ASCII.zero) }
            limit *= 10
        }
        append(number: number, to: &out)
    }

    private static func append(number tenths: UInt64, tenthsOf unit: StaticString, to out: inout [UInt8]) {
        append(number: tenths / 10, to: &out)
        out.append(ASCII.period)
        append(number: tenths % 10, to: &out)
        append(unit, to: &out)
    }

    private static func append(_ text: StaticString, to out: inout [UInt8]) {
        text.withUTF8Buffer { out.append(contentsOf: $0) }
    }
}
