import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeSummary {
    /// Schemes alone: what was sent as proof is never told.
    mutating func credentials(_ fields: FieldSection) {
        guard fields.contains(.authorization) || fields.contains(.proxyAuthorization) else { return }
        for line in fields.lines where line.known == .authorization || line.known == .proxyAuthorization {
            let scheme = Credentials.scheme(fields.value(of: line))
            add(.authentication) { out in
                out.text("the client sent ")
                if let scheme { out.wire(scheme, limit: 20) } else { out.text("unnamed") }
                out.text(line.known == .authorization ? " credentials" : " credentials for the proxy")
            }
        }
    }

    /// Who asks for credentials, and for which.
    mutating func challenges(_ head: ResponseHead) {
        // RFC 9110 §11.6.1: beside another status nothing is asked.
        challenges(head.fields, .wwwAuthenticate, head.status == 401 ? "the server asks for " : "the server offers ")
        challenges(head.fields, .proxyAuthenticate, head.status == 407 ? "a proxy asks for " : "a proxy offers ")
    }

    private mutating func challenges(_ fields: FieldSection, _ field: KnownField, _ words: StaticText) {
        guard fields.contains(field) else { return }
        let challenges = Challenge.list(field, in: fields)
        add(.authentication) { out in
            out.text(words)
            out.list(challenges, limit: 8, separator: " or ") { out, challenge in
                out.wire(challenge.scheme, limit: 20)
                // Servers offer Digest by several algorithms at once, which would read the same without their names.
                let parameter = challenge.parameters.first { $0.name.equalsIgnoringCase("algorithm") }
                if let algorithm = parameter?.value {
                    out.text(" ")
                    out.wire(algorithm, limit: 20)
                }
                guard let realm = challenge.realm else { return }
                out.text(" (realm \"")
                out.wire(realm, limit: 40)
                out.text("\")")
            }
        }
    }
}
