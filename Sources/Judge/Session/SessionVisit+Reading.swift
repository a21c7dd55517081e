import Bytes
import HTTPModel
import HTTPSemantics

/// What is wrong with the cookies of a request, as far as the responses before it tell.
struct CookieFaults: Sendable {
    /// Sent, though a rule that was seen forbids it.
    var undue: [(name: Bytes, rule: String)] = []
    /// Not sent, though set before, and by which exchange.
    var withheld: [(name: Bytes, setBy: Int)] = []
    /// A cookie that is sent before one with a longer path.
    var early: (name: Bytes, next: Bytes)?
    /// The session that a login does not replace, and by which exchange it was set.
    var fixed: (name: Bytes, setBy: Int)?
}

// What takes more than a line to read.
extension SessionVisit {
    static func unfit(_ x: Facts) -> (field: String, value: Bytes)? {
        if x.varies(by: "origin"), let origin = x.asked(named: "origin"),
            let allowed = x.answered(named: "access-control-allow-origin"), allowed != "*", allowed != origin
        {
            return ("Origin", allowed)
        }
        if x.varies(by: "accept-language"), !x.languages.isEmpty,
            let language = x.answered(named: "content-language")?.trimmed, !language.contains(ASCII.comma),
            Preference.forLanguage(language, in: x.languages) == nil
        {
            return ("Accept-Language", language)
        }
        return nil
    }

    static func digest(_ x: Facts) -> (key: Int, count: Bytes)? {
        guard let line = x.credentials.first(where: { !$0.isForProxy }), line.hasScheme("digest"),
            let value = line.value, let nonce = value.parameter("nonce"), let count = value.parameter("nc")
        else { return nil }
        var hasher = Hasher()
        hasher.combine(nonce)
        hasher.combine(count)
        hasher.combine(value.parameter("cnonce"))
        return (hasher.finalize(), count)
    }
}
