/// Which columns the list has besides the usual ones. One key goes from one to the next.
enum ListChoice: CaseIterable, Sendable {
    case usual
    /// The media type, too.
    case type
    /// No waterfall: its room is the URL's.
    case url

    var next: ListChoice {
        switch self {
        case .usual: .type
        case .type: .url
        case .url: .usual
        }
    }

    var words: String {
        switch self {
        case .usual: "The usual columns. C adds the media type."
        case .type: "With the media type. C gives the waterfall's room to the URL."
        case .url: "Without the waterfall. C shows the usual columns."
        }
    }
}
