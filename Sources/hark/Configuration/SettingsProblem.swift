import Bytes

/// What is wrong with a file of settings, or with a variable, and where.
struct SettingsProblem: Error, Equatable {
    /// A sentence; with a place in front where there is one, and the line with a caret under it.
    let text: String
    /// nil when it is none of a file.
    let place: TOMLPlace?

    init(_ text: String) { (self.text, place) = (text, nil) }

    /// - Parameters:
    ///   - name: the file as a person writes it.
    ///   - bytes: what is in it.
    init(_ text: String, in name: String, _ bytes: Bytes, at place: TOMLPlace) {
        let (line, before) = TOMLParser.excerpt(of: bytes, at: place)
        let head = "\(name.terminalEscaped):\(place.line):\(place.column): \(text)"
        let caret = String(repeating: " ", count: line.prefix(before).terminalEscapedCount) + "^"
        self.place = place
        self.text = line.count > 200 ? head : "\(head)\n  \(line.terminalEscaped)\n  \(caret)"
    }
}

extension StringProtocol {
    fileprivate var terminalEscapedCount: Int { String(self).terminalEscaped.count }
}
