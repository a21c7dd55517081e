import Bytes
import HTTPSemantics
import Platform

/// How a terminal is told to draw a picture. What goes to it is the picture in base64, so that no byte of it can be a
/// command; a terminal that cannot draw gets none.
enum TerminalImage {
    /// Inline images (iTerm2, WezTerm): all kinds that the terminal knows.
    case inline
    /// The graphics protocol of kitty, which Ghostty has too: PNG.
    case kitty

    /// Larger pictures are not drawn.
    static let limit = 4 << 20
    /// Rows that a picture has at most.
    private static let rows = 20

    /// nil when the terminal cannot draw, or when what stands between would not let it through (tmux, screen).
    init?(_ value: (String) -> String?) {
        guard value("TMUX") == nil, value("STY") == nil else { return nil }
        let (program, term) = (value("TERM_PROGRAM") ?? "", value("TERM") ?? "")
        if program == "iTerm.app" || program == "WezTerm" || value("LC_TERMINAL") == "iTerm2" {
            self = .inline
        } else if value("KITTY_WINDOW_ID") != nil || term.contains("kitty") || program == "ghostty" {
            self = .kitty
        } else {
            return nil
        }
    }

    /// The picture as the terminal takes it; nil when it is none, or of a kind that it does not know.
    func sequence(_ picture: Bytes) -> [UInt8]? {
        guard picture.count <= Self.limit, let kind = ContentSignature(picture) else { return nil }
        let base64 = Array(Base64.encode(picture).utf8)
        switch self {
        case .inline:
            guard [.png, .jpeg, .gif, .webp].contains(kind) else { return nil }
            let head = "\u{1B}]1337;File=inline=1;size=\(picture.count);height=\(Self.rows);preserveAspectRatio=1:"
            return Array(head.utf8) + base64 + [0x07, ASCII.lineFeed]
        case .kitty: return kind == .png ? Self.chunks(base64) : nil
        }
    }

    /// At most 4096 bytes a command, all but the last with `m=1`; `q=2`: no answer is wanted.
    private static func chunks(_ base64: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var start = 0
        while start < base64.count {
            let end = min(start + 4096, base64.count)
            let first = start == 0 ? "a=T,f=100,q=2,r=\(rows)," : ""
            out += Array("\u{1B}_G\(first)m=\(end < base64.count ? 1 : 0);".utf8)
            out += base64[start..<end]
            out += [0x1B, ASCII.backslash]
            start = end
        }
        return out + [ASCII.lineFeed]
    }
}
