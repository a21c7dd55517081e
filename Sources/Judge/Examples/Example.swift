/// An exchange in a few words, to show a check with.
///
/// A literal is the lines of a response to a plain GET: `"Age: «five»"`. With `> ` in front it is a request, `< `
/// begins the response: `"> PUT /a | If-Match: W/\"1\" || x < 412"`. Lines are parted by ` | `, the content by ` ||
/// `. What a message needs is filled in unless it is written: the version, Host, Date, Content-Length; `-Date` says
/// that the line is not there. `«` and `»` stand around the bytes that a finding is about.
package struct Example: Sendable, ExpressibleByStringLiteral {
    package let text: String
    package let scheme: String
    /// Seconds after its Date at which the response came; nil when nobody looked at a clock.
    package let delay: Int64?
    /// Whether an open connection was used.
    package let isReused: Bool?
    /// The content's size without its coding.
    package let decodedSize: UInt64?
    /// An interim response that came before.
    package let interim: String?
    /// Whether the request was recorded.
    let hasRequest: Bool
    /// Whether its scheme was recorded.
    package let knowsScheme: Bool
    /// Whether it is known how it ended; not so for pasted messages.
    package let hasOutcome: Bool
    /// The content's letters stand for octets of their numbers, so that it can be no UTF-8.
    let isLatin: Bool
    /// What is recorded beneath its messages.
    package let evidence: Facts.Evidence

    package init(
        _ text: String, scheme: String = "https", delay: Int64? = 0, isReused: Bool? = nil,
        decodedSize: UInt64? = nil, interim: String? = nil, hasRequest: Bool = true,
        knowsScheme: Bool = true, hasOutcome: Bool = true, isLatin: Bool = false,
        evidence: Facts.Evidence = Facts.Evidence()
    ) {
        self.text = text
        self.scheme = scheme
        self.delay = delay
        self.isReused = isReused
        self.decodedSize = decodedSize
        self.interim = interim
        self.hasRequest = hasRequest
        self.knowsScheme = knowsScheme
        self.hasOutcome = hasOutcome
        self.isLatin = isLatin
        self.evidence = evidence
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }
}
