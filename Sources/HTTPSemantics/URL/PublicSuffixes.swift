public import Bytes
internal import CPsl

/// Names under which anyone can register, such as `com`, `co.uk` and `github.io`. No cookie may be set for one of them
/// (RFC 6265 §5.3 step 5), and a name directly below one is a site.
///
/// The list is that of the system's libpsl, which may be out of date. Pure functions.
public enum PublicSuffixes {
    /// Whether the name is a public suffix: according to the list, or because it has only one label.
    public static func contains(_ name: Bytes) -> Bool {
        guard !name.isEmpty, name.count <= longestName, !name.contains(0), name.first != ASCII.period,
            !name.contains(ASCII.colon)
        else { return false }
        guard let list = psl_builtin() else { return !name.contains(ASCII.period) }
        return psl_is_public_suffix(list, name.lowercased.text) == 1
    }

    /// The registrable domain of a host, which names its site (`a.example.com`: `example.com`); an address, a public
    /// suffix and a name without one are their own site. Expects the form of `HostName.compared`.
    public static func site(of host: Bytes) -> Bytes {
        let name = HostName.compared(host)
        guard name.count <= longestName, !name.contains(0), !name.contains(ASCII.colon), !HostName.isAddress(name),
            let list = psl_builtin()
        else { return name }
        let text = name.text
        return text.withCString { start in
            // It points into the name that was given.
            psl_registrable_domain(list, start).map { Bytes(String(cString: $0)) } ?? name
        }
    }

    /// The date of the list, in seconds since 1970; nil when libpsl has no list, so that only single labels are known.
    public static var date: Int64? {
        guard psl_builtin() != nil else { return nil }
        let seconds = Int64(psl_builtin_file_time())
        return seconds > 0 ? seconds : nil
    }

    /// The date as text: `2023-02-09`.
    public static var dateText: String? {
        date.map { seconds in
            let time = CivilTime(secondsSince1970: seconds)
            return [time.month, time.day].reduce("\(time.year)") { $0 + ($1 < 10 ? "-0" : "-") + "\($1)" }
        }
    }

    /// Names of the DNS have at most 253 characters (RFC 1035 §2.3.4).
    private static let longestName = 255
}
