internal import HTTPSemantics

/// Moments in certificates: ASN.1's times as seconds since 1970, and as words for people.
package enum CertificateTime {
    package static let day: Int64 = 86_400

    /// `2031-04-01`, in UTC.
    package static func date(_ seconds: Int64) -> String {
        let time = CivilTime(secondsSince1970: seconds)
        return "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
