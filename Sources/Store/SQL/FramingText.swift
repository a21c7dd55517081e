import Bytes
import HTTPModel

/// A framing in one word: kind, length where there is one, and the rule of RFC 9112 §6.3 that decided: `length 13 (6)`.
enum FramingText {
    static func text(_ framing: Framing) -> String {
        let kind =
            switch framing.kind {
            case .none: "none"
            case .length(let count): "length \(count)"
            case .chunked: "chunked"
            case .close: "close"
            case .tunnel: "tunnel"
            case .frames: "frames"
            }
        return "\(kind) (\(framing.rule))"
    }

    static func framing(_ text: String) -> Framing? {
        let words = text.split(separator: " ")
        guard let last = words.last, last.hasPrefix("("), last.hasSuffix(")"),
            let rule = Int(last.dropFirst().dropLast())
        else { return nil }
        switch (words.first, words.count) {
        case ("none", 2): return Framing(.none, rule: rule)
        case ("length", 3): return UInt64(words[1]).map { Framing(.length($0), rule: rule) }
        case ("chunked", 2): return Framing(.chunked, rule: rule)
        case ("close", 2): return Framing(.close, rule: rule)
        case ("tunnel", 2): return Framing(.tunnel, rule: rule)
        case ("frames", 2): return Framing(.frames, rule: rule)
        default: return nil
        }
    }
}
