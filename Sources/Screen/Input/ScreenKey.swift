/// A key, as the terminal told it.
package enum ScreenKey: Sendable, Hashable {
    case character(Unicode.Scalar)
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, delete

    /// A control character as the key that it stands for; nil for what is no key.
    package init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x09: self = .tab
        case 0x0A, 0x0D: self = .enter
        case 0x08, 0x7F: self = .backspace
        case 0x1B: self = .escape
        case 0x03: self = .character("q")
        case 0x00...0x1F, 0x80...0x9F: return nil
        default: self = .character(scalar)
        }
    }

    /// As the key map calls it.
    var name: String {
        switch self {
        case .character(let scalar): String(scalar)
        case .up: "ArrowUp"
        case .down: "ArrowDown"
        case .left: "ArrowLeft"
        case .right: "ArrowRight"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .home: "Home"
        case .end: "End"
        case .enter: "Enter"
        case .escape: "Escape"
        case .tab: "Tab"
        case .backTab: "Shift+Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        }
    }
}
