import Bytes
import Filter
import Flow

/// `set-response-cookie` and `remove-response-cookie`: a Set-Cookie field of the response.
struct ResponseCookieAction: RuleAction {
    let name: Bytes
    /// With the cookie's attributes; nil: it is removed.
    let value: Bytes?

    static let entries = [
        ActionEntry(
            "set-response-cookie", "\"NAME=VALUE; Path=/\"", "makes the client store this cookie", mayBeRaw: true
        ) {
            reader throws(FilterError) in
            let (name, value) = try reader.pair("a cookie", allowed: ASCII.isFieldText)
            return ResponseCookieAction(name: name, value: value)
        },
        ActionEntry("remove-response-cookie", "NAME", "removes a Set-Cookie from the response") {
            reader throws(FilterError) in
            ResponseCookieAction(name: Bytes(try reader.argument("the name of a cookie").text), value: nil)
        },
    ]

    var clause: String {
        value.map { "makes the client store the cookie \(name.text)=\($0.text)" }
            ?? "removes the response's cookie \(name.text)"
    }

    var stage: RuleStage { .response }
    var actsOnResponses: Bool { true }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { true }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard let value else {
            return work.fields.removeResponseCookie(name, step.source) ? "The cookie \(name.text) was removed." : nil
        }
        return work.fields.setResponseCookie(name, value, step.source) ? "The cookie \(name.text) was set." : nil
    }
}
