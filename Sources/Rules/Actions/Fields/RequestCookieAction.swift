import Bytes
import Filter
import Flow

/// `set-cookie` and `remove-cookie`: a pair of the request's Cookie field.
struct RequestCookieAction: RuleAction {
    let name: Bytes
    /// nil: it is removed.
    let value: Bytes?

    static let entries = [
        ActionEntry("set-cookie", "NAME=VALUE", "sets a cookie of the request", mayBeRaw: true) {
            reader throws(FilterError) in
            let (name, value) = try reader.pair("a cookie", allowed: isCookieByte)
            return RequestCookieAction(name: name, value: value)
        },
        ActionEntry("remove-cookie", "NAME", "removes a cookie of the request") { reader throws(FilterError) in
            RequestCookieAction(name: Bytes(try reader.argument("the name of a cookie").text), value: nil)
        },
    ]

    /// What can stand in a Cookie pair (RFC 6265 §4.1.1, without the quotes that browsers send as they are).
    private static func isCookieByte(_ byte: UInt8) -> Bool {
        ASCII.isFieldText(byte) && byte != ASCII.semicolon && byte != ASCII.comma && byte != ASCII.space
            && byte != ASCII.tab
    }

    var clause: String {
        value.map { "sets the request's cookie \(name.text) to '\($0.text)'" }
            ?? "removes the request's cookie \(name.text)"
    }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard let value else {
            return work.fields.removeCookie(name, step.source) ? "The cookie \(name.text) was removed." : nil
        }
        return work.fields.setCookie(name, value, step.source) ? "The cookie \(name.text) was set." : nil
    }
}
