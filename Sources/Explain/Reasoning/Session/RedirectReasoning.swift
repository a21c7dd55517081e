import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// What one redirecting answer asks of a client: where to, with which method, with what left behind.
package enum RedirectReasoning {
    /// nil when the answer does not redirect.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let response = exchange.responseHead else { return nil }
        guard (300..<400).contains(response.status), response.status != 304 else { return refresh(response) }
        var list = StepCollector()
        let status = response.status
        guard let redirect = exchange.redirect else {
            let conclusion = notFollowed(exchange, response)
            list.add("status", held: false, conclusion, RedirectWords.spec(status))
            return Reasoning(.redirects, conclusion, steps: list.steps)
        }
        if Redirect.isMadeByBrowser(status: status, response: response.fields) {
            let conclusion: Prose =
                "The browser went from \(exchange.url) to \(redirect.target.raw) by itself (HSTS): it sent no request."
            list.add("status", held: false, conclusion, "RFC 6797 §8.3")
            return Reasoning(.redirects, conclusion, steps: list.steps)
        }
        list.add(
            "status", held: true, RedirectWords.permanence(redirect, exchange.redirectUse), RedirectWords.spec(status))
        guard exchange.isRecorded(.host) else { return unasked(redirect, &list) }
        list.add("Location", RedirectWords.location(redirect, from: exchange.url), "RFC 9110 §10.2.2")
        if let browsers = BrowserReading(redirect.location, relativeTo: exchange.url, as: redirect.target) {
            if browsers.isElsewhere {
                list.fault("browsers", browsers.text, BrowserReading.spec)
            } else {
                list.add("browsers", browsers.text, BrowserReading.spec)
            }
        }
        guard redirect.isHTTP else {
            let conclusion = RedirectWords.elsewhere(redirect)
            list.add("scheme", held: false, conclusion, "RFC 9110 §10.2.2")
            return Reasoning(.redirects, conclusion, steps: list.steps)
        }
        if let fragment = exchange.reference.bytes(exchange.reference.fragment), redirect.target.fragment == nil {
            list.add(
                "fragment",
                "Location has no fragment, so the client keeps \("#" + fragment.text).", "RFC 9110 §10.2.2")
        }
        list.add(
            "method", held: redirect.nextMethod == redirect.method,
            RedirectWords.method(redirect, hasContent: exchange.requestHasContent), RedirectWords.spec(status))
        list.add(
            "origin", held: exchange.isRecorded(.url) || !redirect.changesOrigin ? !redirect.changesOrigin : nil,
            RedirectWords.origin(
                redirect, exchange.requestFields, from: exchange.url, knowsScheme: exchange.isRecorded(.url)),
            "RFC 9110 §15.4")
        let isUpgraded =
            exchange.isRecorded(.url) && redirect.isUpgraded(by: response.fields, from: exchange.reference)
        if redirect.isDowngrade {
            let browsers: Prose =
                isUpgraded ? " Browsers use https anyway, because of Strict-Transport-Security." : ""
            list.fault("scheme", "The redirect goes from https to http." + browsers, "RFC 9110 §4.2.2")
        }
        if redirect.leadsBack(to: exchange.reference, knowsScheme: exchange.isRecorded(.url)) {
            list.fault(
                "loop",
                "The redirect goes to the requested URL itself. Unless a cookie changes the response, it never ends.",
                "RFC 9110 §15.4")
        }
        let next: Prose = "\(redirect.nextMethod.name) \(withoutFragment(redirect.target.raw))"
        // RFC 9110 §10.2.2: one is allowed, and browsers stop at two that differ.
        let locations = response.fields.values(named: "location")
        let conclusion: Prose =
            if locations.contains(where: { $0 != redirect.location }) {
                "There are \(locations.count) Location fields, and clients differ. By the first, the next request is "
                    + next + "."
            } else if isUpgraded {
                "The client next requests " + next + "; browsers use https there (HSTS)."
            } else {
                "The client next requests " + next + "."
            }
        return Reasoning(.redirects, conclusion, steps: list.steps)
    }

    /// What Refresh has a browser do, which is no redirect of HTTP; nil without the field.
    private static func refresh(_ response: ResponseHead) -> Reasoning? {
        guard let value = response.fields.first(named: "refresh").flatMap({ RefreshValue($0) }) else { return nil }
        let time: Prose = value.seconds == 0 ? "at once" : "after \(Quantity.seconds(value.seconds))"
        let act: Prose = value.target.map { "requests \($0) " } ?? "reloads the page "
        let text: Prose =
            "Refresh is not a redirect: a browser that shows the response " + act + time
            + ". Other clients ignore it."
        return Reasoning(
            .redirects, text, steps: [Reasoning.Step("Refresh", held: false, text, spec: "HTML §4.2.5.3")])
    }

    /// Nobody asks at Location.
    static func hasObstacle(_ exchange: FlowRecord) -> Bool {
        guard let response = exchange.responseHead else { return false }
        guard let redirect = exchange.redirect else { return true }
        if redirect.isHTTP || Redirect.isMadeByBrowser(status: response.status, response: response.fields) {
            return false
        }
        return exchange.isRecorded(.host) || URLReference(redirect.location).isAbsolute
    }

    /// For a response whose request is missing: nothing follows from where it may have been sent.
    private static func unasked(_ redirect: Redirect, _ list: inout StepCollector) -> Reasoning {
        let reference = URLReference(redirect.location)
        let isWhole = reference.isAbsolute
        let kind: Prose =
            if isWhole {
                "Location is a whole URL: \(redirect.location)."
            } else if reference.authority != nil {
                "Location \(redirect.location) has no scheme, so the request's scheme applies."
            } else {
                "Location \(redirect.location) is relative to the URL of the request, which is unknown here."
            }
        list.add("Location", kind, "RFC 9110 §10.2.2")
        list.add(
            "origin",
            isWhole || reference.authority != nil
                ? "Whether the origin changes is unknown: the request is missing." : "The origin stays the same.",
            "RFC 9110 §15.4")
        let isSameHost = !isWhole && reference.authority == nil
        return Reasoning(
            .redirects,
            "The client next requests \(withoutFragment(redirect.location))"
                + (isSameHost ? " on the same host." : "."),
            steps: list.steps)
    }

    /// No request has the fragment (RFC 9110 §4.2.5); one that is all there is stays.
    private static func withoutFragment(_ url: Bytes) -> Bytes {
        guard let place = url.firstIndex(of: UInt8(ascii: "#")), place > 0 else { return url }
        return url.slice(0..<place)
    }

    /// Why nothing follows.
    private static func notFollowed(_ exchange: FlowRecord, _ response: ResponseHead) -> Prose {
        let status = response.status
        if status == 308, Redirect.isResumeIncomplete(response, asked: exchange.requestFields) {
            return "308 in Google's resumable upload protocol: " + RedirectWords.resumption(response.fields)
        }
        guard let location = response.fields.first(.location) else {
            switch status {
            case 300: return "It offers a choice, which the user has to make; clients do not choose on their own."
            case 305, 306: return "\(status) is obsolete; clients do nothing with it."
            default: return "Without Location there is no target; clients show the body."
            }
        }
        if CORSRequest.isPreflight(exchange.method, exchange.requestFields) {
            return "Browsers do not follow a redirect of a preflight, so the actual request is not sent."
        }
        switch status {
        // RFC 9110 §15.4.1 lets a client follow; Fetch §2.2.3 counts 300 among no redirects.
        case 300: return "Browsers do not follow a 300 with Location; curl -L and some libraries do."
        case 305, 306: return "\(status) is obsolete; clients do nothing with it."
        // RFC 3986 §4.4.
        case _ where location.isEmpty && [301, 302, 303, 307, 308].contains(status):
            return "The redirect leads to the requested URL itself: it has no other target."
        default: return "Clients do not follow a \(status)."
        }
    }
}
