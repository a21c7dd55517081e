/// Why there is no answer: a status, a code for programs, and one sentence for people.
package struct PageError: Error, Sendable, Hashable {
    package enum Code: String, Sendable {
        case request, token, password, access, origin, route, view, flow, part, method, matched
        case readOnly = "read-only"
        case open, size, host, filter, message, tries, busy, session, rules, revision, held, file
    }

    package let status: Int
    package let code: Code
    package let text: String
    /// The place in what was asked that is meant, in bytes.
    package var range: Range<Int>?
    /// The same as people count: what has lines, and in which of them.
    package var line: (source: String, number: Int, column: Int)? {
        get { lineNumber.map { (lineSource, $0, column) } }
        set { (lineSource, lineNumber, column) = (newValue?.source ?? "", newValue?.number, newValue?.column ?? 0) }
    }
    private var lineSource = ""
    private var lineNumber: Int?
    private var column = 0
    /// What may have been meant.
    var nearest: String?
    /// Methods that the route has.
    var allowed: String?

    package init(_ status: Int, _ code: Code, _ text: String, at range: Range<Int>? = nil) {
        self.status = status
        self.code = code
        self.text = text
        self.range = range
    }

    /// The body, or a parameter, is not what is asked for.
    static func request(_ text: String) -> PageError { PageError(400, .request, text) }

    static func noFlow(_ number: UInt64) -> PageError {
        PageError(404, .flow, "There is no flow \(number) in this session; it may have been deleted.")
    }
}
