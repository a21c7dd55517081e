import Bytes
import HTTPSemantics

/// Numbers and times as explanations write them, for people.
package enum Quantity {
    /// `1 byte`, `2 bytes`.
    package static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        number == 1 ? "1 " + noun : "\(number) \(noun)s"
    }

    package static func bytes(_ number: some BinaryInteger) -> String { count(number, "byte") }

    /// `1 byte`, `512 bytes`, `14.2 KiB`.
    package static func size(_ bytes: UInt64) -> String {
        bytes < 1024 ? count(bytes, "byte") : text { Units.append(size: bytes, to: &$0) }
    }

    package static func size(_ bytes: Int) -> String { size(UInt64(max(0, bytes))) }

    /// Of microseconds: `40 µs`, `0.3 ms`, `12.3 ms`, `2.50 s`.
    package static func duration(_ microseconds: Int64) -> String {
        let (nanoseconds, overflow) = max(0, microseconds).multipliedReportingOverflow(by: 1000)
        return text { Units.append(nanoseconds: overflow ? .max : UInt64(nanoseconds), to: &$0) }
    }

    private static func text(_ write: (inout [UInt8]) -> Void) -> String {
        var out: [UInt8] = []
        write(&out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Of seconds: `45 seconds`, `3 minutes`, `2 hours`, `5 days`.
    package static func span(_ seconds: Int64) -> String {
        let (count, unit): (Int64, String) =
            switch seconds.magnitude {
            case ..<120: (seconds, "second")
            case ..<7200: (seconds / 60, "minute")
            case ..<172_800: (seconds / 3600, "hour")
            default: (seconds / 86_400, "day")
            }
        return Self.count(count.magnitude, unit)
    }

    /// Of seconds, and beside them the same in larger units: `90 seconds (1 minute 30 seconds)`.
    static func seconds(_ seconds: UInt64) -> String {
        let plain = count(seconds, "second")
        guard seconds >= 60 else { return plain }
        let units: [(UInt64, String)] = [
            (31_536_000, "year"), (86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"),
        ]
        var rest = seconds
        var parts: [String] = []
        for (size, unit) in units where parts.count < 2 {
            let number = rest / size
            rest %= size
            if number > 0 {
                parts.append(count(number, unit))
            } else if !parts.isEmpty {
                break
            }
        }
        return "\(plain) (\(rest == 0 ? "" : "about ")\(parts.joined(separator: " ")))"
    }

    /// A moment in seconds since 1970, as fields write it: `Sun, 01 Mar 2026 12:00:00 GMT`.
    package static func date(_ seconds: Int64) -> String { HTTPDate.format(seconds).text }

    /// A moment in seconds since 1970, in the order of its size: `2026-03-01 12:00:00 UTC`.
    static func moment(_ secondsSince1970: Int64) -> String {
        let time = CivilTime(secondsSince1970: secondsSince1970)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(time.year)-\(two(time.month))-\(two(time.day))"
        return "\(date) \(two(time.hour)):\(two(time.minute)):\(two(time.second)) UTC"
    }

    /// A part of a whole in per cent, held within 0 to 999.
    package static func percent(_ part: UInt64, of whole: UInt64) -> Int {
        guard whole > 0 else { return 0 }
        let (product, overflow) = part.multipliedReportingOverflow(by: 100)
        return Int(min(overflow ? part / max(1, whole / 100) : product / whole, 999))
    }
}
