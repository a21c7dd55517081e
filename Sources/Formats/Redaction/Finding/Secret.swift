package import Bytes
import HTTPSemantics

/// Where a secret stands in some bytes, and how it is written there.
package struct Secret: Sendable, Hashable {
    /// How the place writes what it means.
    package enum Coding: Sendable, Hashable {
        case plain
        /// Percent-encoded (RFC 3986 §2.1).
        case percent
        /// As in forms: `+` is a space too (WHATWG URL §5.1).
        case form
        /// Inside the quotes of a JSON string.
        case quoted
        /// A number of JSON: what stands in its place needs quotes.
        case number
    }

    package let range: Range<Int>
    package let coding: Coding

    package init(_ range: Range<Int>, _ coding: Coding = .plain) {
        self.range = range
        self.coding = coding
    }

    /// What is meant, however it is written, so that equal secrets are known as equal.
    func value(in bytes: Bytes) -> Bytes {
        let written = bytes.slice(range)
        switch coding {
        case .plain, .number: return written
        case .percent: return PercentCoding.decode(written)
        case .form: return PercentCoding.decode(written, plusIsSpace: true)
        case .quoted: return written.contains(ASCII.backslash) ? Self.unescaped(written) : written
        }
    }

    /// The escapes of one letter (RFC 8259 §7); what is written otherwise stays as it is.
    private static func unescaped(_ written: Bytes) -> Bytes {
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in written {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "n"): plain.append(ASCII.lineFeed)
                case UInt8(ascii: "r"): plain.append(ASCII.carriageReturn)
                case UInt8(ascii: "t"): plain.append(ASCII.tab)
                case ASCII.quote, ASCII.backslash, ASCII.slash: plain.append(byte)
                default: plain += [ASCII.backslash, byte]
                }
                isEscaped = false
            } else if byte == ASCII.backslash {
                isEscaped = true
            } else {
                plain.append(byte)
            }
        }
        return Bytes(isEscaped ? plain + [ASCII.backslash] : plain)
    }
}

extension [Secret] {
    /// In order, none overlapping another: of two that do, the one that begins first, and of those the longer.
    var apart: [Secret] {
        guard count > 1 else { return self }
        var result: [Secret] = []
        for secret in sorted(by: Self.isBefore) {
            guard let last = result.last else {
                result.append(secret)
                continue
            }
            if secret.range.lowerBound >= last.range.upperBound {
                result.append(secret)
            } else if secret.range.upperBound > last.range.upperBound {
                // Both are secrets, so that what either covers is.
                result[result.count - 1] = Secret(last.range.lowerBound..<secret.range.upperBound, last.coding)
            }
        }
        return result
    }

    private static func isBefore(_ left: Secret, _ right: Secret) -> Bool {
        left.range.lowerBound == right.range.lowerBound
            ? left.range.upperBound > right.range.upperBound : left.range.lowerBound < right.range.lowerBound
    }
}

extension Bytes {
    /// With an ellipsis in place of each secret; these come in order, none overlapping another.
    package func hiding(_ secrets: [Secret]) -> Bytes {
        guard !secrets.isEmpty else { return self }
        var shown: [UInt8] = []
        var position = 0
        for secret in secrets {
            shown += Array(slice(position..<secret.range.lowerBound)) + Array("…".utf8)
            position = secret.range.upperBound
        }
        return Bytes(shown + Array(slice(position..<count)))
    }
}
