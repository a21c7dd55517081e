package import Formats

/// The forms in which an exchange is copied and saved.
package enum ScreenCopy: Sendable, Hashable {
    case url
    case form(ExportFormat)

    /// Files are of these.
    static let formats: [ExportFormat] = [.curl, .httpie, .python, .javascript, .raw, .har, .markdown, .html]
    static let all: [ScreenCopy] = [.url] + formats.map { .form($0) }

    package var title: String {
        switch self {
        case .url: "URL"
        case .form(let format): format.rawValue
        }
    }
}
