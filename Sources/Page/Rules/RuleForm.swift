import Bytes

/// A common rule as a form: its action with places to fill, in braces. A value.
///
/// A word in quotes is one string of the rule, `/…/…/` is a substitution; any other word is quoted where it has to
/// be.
package struct RuleForm: Sendable {
    package struct Field: Sendable {
        package let name: String
        package let label: String
        /// What is there at first.
        package let value: String
        /// One of these; empty: any text.
        package let choices: [String]
        /// It may have many lines.
        package let isLong: Bool

        init(_ name: String, _ label: String, _ value: String, _ choices: [String] = [], isLong: Bool = false) {
            (self.name, self.label, self.value, self.choices, self.isLong) = (name, label, value, choices, isLong)
        }
    }

    package let title: String
    package let action: String
    package let fields: [Field]

    private static let message = Field("message", "Message", "response", ["request", "response"])

    package static let all = [
        RuleForm(
            title: "Mock", action: #"respond {status} "Content-Type: {type}" text "{body}""#,
            fields: [
                Field("status", "Status", "200"), Field("type", "Type", "application/json"),
                Field("body", "Body", #"{"ok": true}"#, isLong: true),
            ]),
        RuleForm(
            title: "Breakpoint", action: "break {message}",
            fields: [Field("message", "Hold", "both", ["request", "response", "both"])]),
        RuleForm(
            title: "Map", action: "map-to {url}", fields: [Field("url", "Send to", "http://localhost:3000")]),
        RuleForm(title: "Block", action: "block {status}", fields: [Field("status", "Status", "403")]),
        RuleForm(
            title: "Delay", action: "delay {place} {time}",
            fields: [
                Field("place", "Before", "response", ["request", "connect", "response", "each-chunk"]),
                Field("time", "Time", "2s"),
            ]),
        RuleForm(title: "Throttle", action: "throttle {rate}", fields: [Field("rate", "Rate", "3g")]),
        RuleForm(
            title: "Header", action: #"set-{message}-header "{name}: {value}""#,
            fields: [message, Field("name", "Name", "Cache-Control"), Field("value", "Value", "no-store")]),
        RuleForm(
            title: "Redirect", action: "redirect {status} {url}",
            fields: [
                Field("status", "Status", "302", ["301", "302", "303", "307", "308"]),
                Field("url", "To", "https://example.com/"),
            ]),
        RuleForm(
            title: "Fail", action: "{failure}",
            fields: [Field("failure", "How", "bad-gateway", ["bad-gateway", "reset", "drop", "dns-fail"])]),
        RuleForm(
            title: "Replace text", action: "substitute-{message}-body /{find}/{text}/g",
            fields: [message, Field("find", "Find", "staging"), Field("text", "Replace by", "production")]),
    ]
}

extension JSONWriter {
    mutating func ruleForms() {
        beginArray()
        for form in RuleForm.all {
            beginObject()
            member("title", form.title)
            member("action", form.action)
            beginArray("fields")
            for field in form.fields {
                beginObject()
                member("name", field.name)
                member("label", field.label)
                member("value", field.value)
                beginArray("choices")
                for choice in field.choices { string(choice) }
                endArray()
                member("long", field.isLong)
                endObject()
            }
            endArray()
            endObject()
        }
        endArray()
    }
}
