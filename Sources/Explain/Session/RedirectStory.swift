public import Flow
import HTTPModel
public import HTTPSemantics

/// Redirects as stories: which entries of a session are one journey, what each hop said, and whether the client did as it
/// should.
public struct RedirectStory: Sendable {
    public struct Journey: Sendable {
        /// The entries it went through, counted as the session counts.
        public let entries: [Int]
        /// A sentence or two for each hop, in order, and one for the end.
        public let story: [Prose]
        public let trail: RedirectTrail
    }

    public let journeys: [Journey]

    public init(_ session: [FlowRecord]) {
        journeys = RedirectTrail.find(in: session.map(\.redirectHop)).map { trail in
            Journey(entries: trail.hops.map(\.index), story: Self.story(trail), trail: trail)
        }
    }

    private static func story(_ trail: RedirectTrail) -> [Prose] {
        var lines: [Prose] = []
        for (place, hop) in trail.hops.enumerated() {
            if place > 0, place <= trail.steps.count {
                lines += trail.steps[place - 1].deviations.map(RedirectWords.deviation)
                let dropped = trail.steps[place - 1].dropped
                if !dropped.isEmpty { lines.append("The client left out " + .list(dropped) + ".") }
            }
            guard let redirect = hop.redirect, let status = hop.status else { continue }
            var line: Prose = "\(hop.method.name) \(hop.url) is answered \(status): go to \(redirect.target.raw). "
            line =
                line + RedirectWords.permanence(redirect) + " "
                + RedirectWords.method(redirect, hasContent: hop.hasContent)
            if redirect.changesOrigin { line = line + " " + RedirectWords.origin(redirect, hop.request) }
            if redirect.isDowngrade {
                line = line + " It leads from https to http: from here on anybody on the way can read along."
            }
            lines.append(line)
        }
        if trail.isLoop {
            lines.append("It leads back to where it has been: a loop, unless something changes, such as a cookie.")
        } else if trail.comesBack {
            lines.append("It came back to where it had been, and got another answer there.")
        }
        if trail.isTooLong {
            lines.append(
                "These are \(trail.redirects) redirects; browsers follow \(RedirectTrail.usualLimit) and then give up.")
        }
        lines.append(ending(trail))
        return lines
    }

    private static func ending(_ trail: RedirectTrail) -> Prose {
        guard let last = trail.hops.last else { return "" }
        switch trail.ending {
        case .answered(let status):
            return "\(last.method.name) \(last.url) is answered \(status): the journey ends there."
        case .notFollowed: return "The session has no request that follows it."
        case .noResponse: return "\(last.method.name) \(last.url) got no answer."
        }
    }
}
