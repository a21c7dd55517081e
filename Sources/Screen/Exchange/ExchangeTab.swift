/// What of an exchange is shown.
package enum ExchangeTab: Int, Sendable, Hashable, CaseIterable {
    case story, bytes, changes, timing, body, cookies, cache, tls, messages, frames

    /// Those that only some exchanges have.
    static let optional: [ExchangeTab] = [.messages, .frames]

    var title: String {
        switch self {
        case .story: "Story"
        case .bytes: "Bytes"
        case .changes: "Changes"
        case .timing: "Timing"
        case .body: "Body"
        case .cookies: "Cookies"
        case .cache: "Cache"
        case .tls: "TLS"
        case .messages: "Messages"
        case .frames: "Frames"
        }
    }
}
