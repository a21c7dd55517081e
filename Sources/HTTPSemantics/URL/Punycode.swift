public import Bytes

/// Names in other scripts as the DNS carries them: `xn--` labels (RFC 5890 §2.3.2.1, RFC 3492). Decoding only.
public enum Punycode {
    // RFC 3492 §5.
    private static let base: UInt32 = 36
    private static let tmin: UInt32 = 1
    private static let tmax: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700
    private static let initialBias: UInt32 = 72
    private static let initialN: UInt32 = 128
    /// A label of the DNS has at most 63 octets (RFC 1035 §2.3.4); longer ones are not decoded.
    private static let longestLabel = 63

    /// A host name with each `xn--` label as people would write it, or nil when no label is one that can be decoded.
    public static func decodeHost(_ host: Bytes) -> String? {
        var changed = false
        let labels = host.split(separator: ASCII.period, omittingEmptySubsequences: false).map { label -> String in
            let label = Bytes(Array(label))
            guard label.hasPrefix(ignoringCase: "xn--"),
                let decoded = decode(label.slice(4..<label.count))
            else { return label.text }
            changed = true
            return decoded
        }
        return changed ? labels.joined(separator: ".") : nil
    }

    /// One label without its `xn--` (RFC 3492 §6.2), or nil when it is malformed.
    public static func decode(_ label: Bytes) -> String? {
        guard !label.isEmpty, label.count <= longestLabel else { return nil }
        var output: [UInt32] = []
        var index = 0
        if let delimiter = label.lastIndex(of: ASCII.hyphen) {
            for byte in label.slice(0..<delimiter) {
                guard byte < 0x80 else { return nil }
                output.append(UInt32(byte))
            }
            index = delimiter + 1
        }
        var n = initialN
        var i: UInt32 = 0
        var bias = initialBias
        while index < label.count {
            let before = i
            var weight: UInt32 = 1
            var k = base
            while true {
                guard index < label.count, let digit = digit(label[index]) else { return nil }
                index += 1
                let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
                let (sum, carry) = i.addingReportingOverflow(product)
                guard !overflow, !carry else { return nil }
                i = sum
                let threshold = k <= bias ? tmin : k >= bias + tmax ? tmax : k - bias
                if digit < threshold { break }
                let (next, tooLarge) = weight.multipliedReportingOverflow(by: base - threshold)
                guard !tooLarge else { return nil }
                weight = next
                k += base
            }
            let count = UInt32(output.count) + 1
            bias = adapt(i - before, count: count, isFirst: before == 0)
            let (code, overflow) = n.addingReportingOverflow(i / count)
            guard !overflow else { return nil }
            n = code
            i %= count
            output.insert(n, at: Int(i))
            i += 1
        }
        var scalars = String.UnicodeScalarView()
        for code in output {
            guard let scalar = Unicode.Scalar(code) else { return nil }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// RFC 3492 §6.1.
    private static func adapt(_ difference: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? difference / damp : difference / 2
        delta += delta / count
        var k: UInt32 = 0
        while delta > (base - tmin) * tmax / 2 {
            delta /= base - tmin
            k += base
        }
        return k + (base - tmin + 1) * delta / (delta + skew)
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        if ASCII.isDigit(byte) { return UInt32(byte) - 0x30 + 26 }
        return ASCII.isAlpha(byte) ? UInt32(byte | 0x20) - 0x61 : nil
    }
}
