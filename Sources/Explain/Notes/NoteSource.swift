public import Flow

/// A family of checks: each looks at one exchange, and yields the notes that apply.
public protocol NoteSource {
    static var codes: [String] { get }
    static func notes(about exchange: FlowRecord) -> [Note]
}
