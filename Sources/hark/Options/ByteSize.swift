import Bytes

/// Sizes as people write them.
enum ByteSize {
    /// `1048576`, `64k`, `16M`, `16MiB`, `1GiB`; nil when it is none, or too large.
    static func parse(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).lowercased().trimmingPrefix { $0 == " " }
        let factors = ["": 1, "b": 1, "k": 1 << 10, "kib": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mib": 1 << 20]
        let largeFactors = ["mb": 1 << 20, "g": 1 << 30, "gib": 1 << 30, "gb": 1 << 30]
        guard let number = Bytes(String(digits)).decimal, let count = Int(exactly: number),
            let factor = factors[String(unit)] ?? largeFactors[String(unit)]
        else { return nil }
        let (size, overflow) = count.multipliedReportingOverflow(by: factor)
        return overflow ? nil : size
    }
}
