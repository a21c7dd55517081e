import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeSummary {
    /// Schemes alone: what was sent as proof is never told.
    mutating func authentication(_ record: FlowRecord) {
        if let request = record.requestHead,
            request.fields.contains(.authorization) || request.fields.contains(.proxyAuthorization)
        {
            for line in request.fields.lines where line.known == .authorization || line.known == .proxyAuthorization {
                let scheme = Credentials.scheme(request.fields.value(of: line))
                add(.authentication) { out in
                    out.text("the client sent ")
                    if let scheme { out.wire(scheme, limit: 20) } else { out.text("unnamed") }
                    out.text(line.known == .authorization ? " credentials" : " credentials for the proxy")
                }
            }
        }
        guard let response = record.responseHead else { return }
        challenges(response.fields, .wwwAuthenticate, "the server asks for ")
        challenges(response.fields, .proxyAuthenticate, "a proxy asks for ")
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
