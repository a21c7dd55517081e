import Bytes
package import Flow
import HTTPModel
package import HTTPSemantics
import Registry

extension ExchangeLines {
    /// The redirect a response makes, or nil.
    package static func redirect(_ record: FlowRecord) -> Redirect? {
        guard let head = record.responseHead, (300..<400).contains(head.status), let request = record.requestHead,
            let location = head.fields.first(.location), let url = ExchangeURL.of(record)
        else { return nil }
        return Redirect(status: head.status, location: location, method: request.method, requestURL: url)
    }

    /// Where a redirect leads and what happens to the method; or that a chain ended here.
    mutating func redirectLines(_ record: FlowRecord, _ place: RedirectFollower.Place) {
        if case .end(let hops) = place {
            writer.detail("redirect") { out in
                out.text("reached after ")
                out.number(hops)
                out.text(hops == 1 ? " redirect" : " redirects")
            }
            return
        }
        guard let redirect = Self.redirect(record) else { return }
        let hasContent = record.request.contentSize > 0
        let limit = writer.width.map { 2 * ($0 - DetailWriter.textColumn) } ?? 4000
        writer.detail("redirect", ink: redirect.isDowngrade ? .warning : .normal) { out in
            out.number(redirect.status)
            if let term = Vocabulary.statuses[redirect.status] { out.wire(" \(term.name)") }
            out.text(" -> ")
            out.wire(Secrets.redacted(url: redirect.target.raw), limit: max(limit, 40))
            out.text("  ")
            Self.methodWords(redirect, hasContent: hasContent, to: &out)
            switch redirect.status {
            case 301, 308: out.text(", permanent")
            case 302, 307: out.text(", temporary")
            default: break
            }
            if redirect.changesOrigin {
                out.text(", to another origin")
                if record.requestHead?.fields.contains(.authorization) == true {
                    out.text(": Authorization stays behind")
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
    private static func methodWords(_ redirect: Redirect, hasContent: Bool, to out: inout LineBuffer) {
        out.wire(redirect.method.name, limit: 16)
        out.text(redirect.nextMethod == redirect.method ? " stays " : " becomes ")
        out.wire(redirect.nextMethod.name, limit: 16)
        if hasContent { out.text(redirect.keepsContent ? ", the body is sent again" : ", the body is dropped") }
    }
}
