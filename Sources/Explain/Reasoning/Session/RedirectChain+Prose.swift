public import Flow
import HTTPModel
public import HTTPSemantics

// Redirects as stories: which entries of a session are one journey, what each hop said, and whether the client did as
// it should.
extension RedirectChain {
    /// The chains of a session, in the order of their first hops.
    public static func find(in session: [FlowRecord]) -> [RedirectChain] {
        find(in: session.map(\.redirectHop))
    }

    /// The indexes of its entries in the session.
    public var entries: [Int] { hops.map(\.index) }

    /// A sentence or two for each hop, in order, and one for the end.
    public var story: [Prose] {
        var lines: [Prose] = []
        for (place, hop) in hops.enumerated() {
            if place > 0, place <= steps.count {
                lines += steps[place - 1].deviations.map(RedirectWords.deviation)
                let dropped = steps[place - 1].dropped
                if !dropped.isEmpty { lines.append("The client left out " + .list(dropped) + ".") }
            }
            guard let redirect = hop.redirect, let status = hop.status else { continue }
            if hop.isMadeByBrowser {
                lines.append(
                    "The browser went from \(hop.url) to \(redirect.target.raw) by itself (HSTS): it sent no request.")
                continue
            }
            var line: Prose = "\(hop.method.name) \(hop.url) got \(status), a redirect to \(redirect.target.raw). "
            guard redirect.isHTTP else {
                lines.append(line + RedirectWords.elsewhere(redirect))
                continue
            }
            line =
                line + RedirectWords.permanence(redirect, hop.use) + " "
                + RedirectWords.method(redirect, hasContent: hop.hasContent)
            if redirect.changesOrigin {
                line = line + " " + RedirectWords.origin(redirect, hop.request, from: hop.url, knowsScheme: true)
            }
            if redirect.isDowngrade {
                line =
                    line + """
                         The redirect goes from https to http: from here on anyone on the network can read the exchange.
                        """
            }
            lines.append(line)
        }
        if isLoop {
            lines.append(
                """
                The redirect goes back to an earlier URL: a loop, unless something changes, such as a cookie.
                """)
        } else if comesBack {
            lines.append("The redirect went back to an earlier URL, and got another response there.")
        }
        if isTooLong {
            lines.append("These are \(redirects) redirects; browsers follow \(Self.usualLimit) and then give up.")
        }
        lines.append(endingProse)
        return lines
    }

    private var endingProse: Prose {
        guard let last = hops.last else { return "" }
        switch ending {
        case .answered(let status):
            return "\(last.method.name) \(last.url) got \(status), the end of the chain."
        case .notFollowed: return "The session has no request that follows this redirect."
        case .noResponse: return "\(last.method.name) \(last.url) got no response."
        }
    }
}
