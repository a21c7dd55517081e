import Bytes
import Flow
import HTTPModel
import HTTPSemantics

// What an answer names besides its content: other resources, and what to do next.

extension ExchangeSummary {
    /// Links told one by one.
    private static let linkLimit = 4
    private static let targetLimit = 80

    /// Each link with its relation (RFC 8288).
    mutating func links(_ fields: FieldSection) {
        let links = LinkValue.list(fields)
        if links.isEmpty { return }
        add(.link) { Self.told(links, to: &$0) }
    }

    /// `preload </style.css>, next </items?page=2> and 3 more`
    static func told(_ links: [LinkValue], to out: inout Phrase) {
        out.list(links, limit: linkLimit) { out, link in
            if let relation = link.relation, !relation.isEmpty {
                out.wire(relation, limit: 40)
                out.text(" ")
            }
            out.text("<")
            out.url(link.target, limit: targetLimit)
            out.text(">")
        }
        guard links.count > linkLimit else { return }
        out.text(" and ")
        out.number(links.count - linkLimit)
        out.text(" more")
    }

    /// When to come back, what is allowed, what will go away.
    mutating func hints(_ response: ResponseHead) {
        let fields = response.fields
        if let value = fields.first(.retryAfter), !value.isEmpty {
            add(.hint) { out in
                out.text("retry ")
                // RFC 9110 §10.2.3: a number of seconds, or a date.
                if let seconds = value.decimal {
                    out.text("in ")
                    out.duration(seconds: Int64(clamping: seconds))
                } else {
                    out.text("after ")
                    out.wire(value, limit: 40)
                }
                out.text(" (Retry-After)")
            }
        }
        // RFC 9110 §10.2.1: with 405 it is the point of the answer; with others it is told by --verbose.
        if response.status == 405, let allowed = fields.first(named: "allow") {
            add(.hint) { out in
                out.text(allowed.isEmpty ? "no method is allowed here (Allow)" : "allowed here: ")
                out.wire(allowed, limit: 80)
            }
        }
        retirement(fields)
    }

    /// RFC 9745 and RFC 8594: an interface that is no longer the one to use, and when it goes.
    private mutating func retirement(_ fields: FieldSection) {
        let deprecation = fields.first(named: "deprecation")
        let sunset = fields.first(named: "sunset")
        guard deprecation != nil || sunset != nil else { return }
        add(.hint, .warning) { out in
            if let deprecation {
                out.text("deprecated")
                // A structured date is `@` and seconds since 1970 (RFC 9651 §3.3.7).
                if deprecation.first == ASCII.at, let seconds = deprecation.slice(1..<deprecation.count).decimal {
                    out.text(" since ")
                    out.wire(HTTPDate.format(Int64(clamping: seconds)))
                }
            }
            guard let sunset else { return }
            out.text(deprecation == nil ? "will be removed on " : ", will be removed on ")
            out.wire(sunset, limit: 40)
        }
    }
}
