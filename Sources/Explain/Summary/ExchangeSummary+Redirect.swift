import Flow
import HTTPModel
import HTTPSemantics
import Registry

extension ExchangeSummary {
    /// Where a redirect leads and what happens to the method; or that a chain ended here.
    mutating func redirect(_ record: FlowRecord, _ place: RedirectFollower.Place) {
        if case .end(let hops) = place {
            add(.redirect) { out in
                out.text("reached after ")
                out.number(hops)
                out.text(hops == 1 ? " redirect" : " redirects")
            }
            return
        }
        guard let redirect = record.redirect else { return }
        add(.redirect, redirect.isDowngrade ? .warning : .normal, verdict: .redirect(redirect)) { out in
            out.number(redirect.status)
            if let term = Vocabulary.statuses[redirect.status] {
                out.text(" ")
                out.string(term.name)
            }
            out.text(" -> ")
            out.url(redirect.target.raw)
            if Redirect.isMadeByBrowser(status: redirect.status, response: record.responseHead?.fields ?? .none) {
                return out.text("  by the browser itself (HSTS): no request was sent")
            }
            guard redirect.isHTTP else { return out.text("  no HTTP request follows") }
            out.text("  ")
            Self.method(redirect, hasContent: record.request.contentSize > 0, to: &out)
            switch redirect.status {
            case 301, 308: out.text(", permanent")
            case 302, 307: out.text(", temporary")
            default: break
            }
            if redirect.changesOrigin {
                out.text(redirect.changesSite ? ", to another origin" : ", to another origin of the same site")
                if record.requestFields.contains(.authorization) {
                    out.text(": clients should not send Authorization there")
                }
            }
            if redirect.isDowngrade { out.text(", from https to http") }
            if case .hop(let hop) = place {
                out.text(" (hop ")
                out.number(hop)
                out.text(" of this chain)")
            }
        }
    }

    /// `GET stays GET`, `POST becomes GET, the body is dropped`.
    private static func method(_ redirect: Redirect, hasContent: Bool, to out: inout Phrase) {
        out.wire(redirect.method.name, limit: 16)
        out.text(redirect.nextMethod == redirect.method ? " stays " : " becomes ")
        out.wire(redirect.nextMethod.name, limit: 16)
        if hasContent { out.text(redirect.keepsContent ? ", the body is sent again" : ", the body is dropped") }
    }
}
