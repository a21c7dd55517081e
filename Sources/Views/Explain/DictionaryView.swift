package import Bytes
import Explain
package import Flow
package import HTTPSemantics

/// The dictionary's pages: what a status, a field, a method is. Owned by the command that prints one.
package struct DictionaryView {
    package var page: PageWriter

    package init(style: Style, width: Int?) {
        page = PageWriter(style: style, width: width)
    }

    package mutating func show(_ status: StatusMeaning) {
        page.heading("\(status.code) \(status.name)")
        page.prose(Prose(stringLiteral: status.text), at: 2)
        if !status.advice.isEmpty { page.prose(Prose(stringLiteral: status.advice), at: 2) }
        page.newline()
        row("class", "\(status.family.name): \(status.family.text)")
        row("specified", status.spec)
    }

    /// Of a code that nothing registers, its class says how it is treated (RFC 9110 §15).
    package mutating func show(_ family: StatusMeaning.Family, of code: Int) {
        page.heading("\(code)")
        page.prose("This code is not in Hark's dictionary. A client treats it as \(family.rawValue)00.", at: 2)
        page.newline()
        row("class", "\(family.name): \(family.text)")
        row("specified", family.spec)
    }

    package mutating func show(_ field: FieldMeaning) {
        page.heading(Prose(stringLiteral: field.name))
        page.prose(Prose(stringLiteral: field.text.capitalisedFirst), at: 2)
        page.newline()
        row("specified", field.spec)
    }

    /// The parts of a value that was given with the name.
    package mutating func show(value: Bytes, of name: Bytes, in kind: MessageKind) {
        let spans = FieldValue.dissect(name: name, value: value, at: 0, in: kind)
        guard !spans.isEmpty else { return }
        page.newline()
        for span in spans.flatMap(\.significantParts) where !span.isSeparator {
            page.pad(to: 2)
            page.raw(span.isMalformed ? .bad : .notice) { $0.wire(value.slice(span.range), limit: 24) }
            page.prose(Prose(stringLiteral: span.sentence), at: 28, ink: span.isMalformed ? .bad : .normal)
        }
    }

    package mutating func show(_ method: MethodMeaning) {
        page.heading(Prose(stringLiteral: method.name))
        page.prose(Prose(stringLiteral: "\(method.name) \(method.text)"), at: 2)
        page.prose(Prose(stringLiteral: method.advice), at: 2)
        page.newline()
        row("safe", method.isSafe ? "yes: it asks for nothing to be changed" : "no: it may change something")
        row(
            "idempotent",
            method.isIdempotent
                ? "yes: sent twice it does no more than once, so it may be sent again when the answer was lost"
                : "no: sent twice it may act twice, so a lost answer is no reason to send it again")
        row(
            "cacheable",
            method.isCacheable
                ? "yes: later requests may be answered from the response" : "no: its response is not reused"
        )
        let body =
            switch method.body {
            case .expected: "expected"
            case .optional: "possible"
            case .undefined: "without a meaning; some servers refuse it"
            }
        row("body", body)
        row("specified", method.spec)
    }

    /// What is not in the dictionary, and what is like it.
    package mutating func showNothing(_ what: String, _ name: String, similar: [String]) {
        page.prose("There is no \(Prose(stringLiteral: what)) \(name) in Hark's dictionary.", at: 0)
        if !similar.isEmpty { page.prose("Similar: " + .quoted(similar, separator: ", ") + ".", at: 0) }
    }

    private mutating func row(_ name: String, _ text: String) {
        page.pad(to: 2)
        page.raw(.quiet) { $0.wire(name) }
        page.prose(Prose(stringLiteral: text), at: 14)
    }
}
