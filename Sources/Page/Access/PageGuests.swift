/// How other devices are let in. A value.
package struct PageGuests: Sendable {
    let password: [UInt8]
    /// They look, and change nothing.
    let isViewOnly: Bool

    /// So many bytes a password has at least.
    package static let leastPassword = 8

    package init(password: [UInt8], isViewOnly: Bool) {
        self.password = password
        self.isViewOnly = isViewOnly
    }
}

/// What a request may do.
enum PageRight: Int, Sendable, Comparable {
    /// Look at what is shown.
    case look
    /// Mark, delete, send and decide.
    case act
    /// Open other sessions and files, write rules: what reads or changes this computer's files.
    case own

    /// As answers have it.
    var name: String {
        switch self {
        case .look: "viewer"
        case .act: "guest"
        case .own: "owner"
        }
    }

    static func < (one: PageRight, other: PageRight) -> Bool { one.rawValue < other.rawValue }
}
