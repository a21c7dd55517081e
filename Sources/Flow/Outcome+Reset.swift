package import Bytes
import HTTPModel
import Registry

// A stream of HTTP/2 that was ended at once, or with its connection, as the end of a flow.

extension Outcome {
    /// RST_STREAM came from this side, with this code (RFC 9113 §6.4).
    package static func reset(by party: Party, code: UInt32) -> Outcome {
        Outcome(
            .aborted, by: party, party == .client ? .resetByClient : .resetByUpstream,
            detail: Vocabulary.errorCodes[Int(code)].map { "\($0.name): \($0.text)" } ?? "code \(code)")
    }

    /// GOAWAY came from the server (RFC 9113 §6.8), and the request was not answered.
    ///
    /// - Parameters:
    ///   - last: the last stream that the server looked at, where this one is above it; else nil.
    ///   - debug: what the server said besides, any bytes.
    package static func goAway(code: UInt32, last: UInt32?, debug: Bytes) -> Outcome {
        Outcome(
            .failed, by: .upstream, code == enhanceYourCalm ? .serverOverloaded : .serverGoingAway,
            detail: goAwayText(code: code, last: last, debug: debug))
    }

    /// `ENHANCE_YOUR_CALM (11); it looked at no stream above 5: “too_many_pings”`
    package static func goAwayText(code: UInt32, last: UInt32?, debug: Bytes) -> String {
        let name = Vocabulary.errorCodes[Int(code)].map { "\($0.name) (\(code))" } ?? "code \(code)"
        let seen = last.map { "; it processed no stream above \($0)" } ?? ""
        return name + seen + (debug.isEmpty ? "" : said(debug))
    }

    /// A client may send the request again at once, where the server did not look at it: nothing was wrong with it.
    var invitesRepetition: Bool {
        code != .serverOverloaded && (code != .serverGoingAway || detail.hasPrefix("NO_ERROR"))
    }

    /// What the server said, for whoever may not see it: the rest stays.
    package var withoutForeignWords: Outcome {
        guard code == .serverGoingAway || code == .serverOverloaded || code == .upstreamClosed,
            let start = detail.firstRange(of: Self.opening)
        else { return self }
        return Outcome(kind, by: by, code, error: error, detail: String(detail[..<start.lowerBound]))
    }

    private static let enhanceYourCalm: UInt32 = 11
    private static let opening = ": “"
    /// A line of a record is not for essays.
    private static let debugLimit = 200

    private static func said(_ debug: Bytes) -> String {
        let shown = ForeignText.text(debug.slice(0..<min(debug.count, debugLimit)))
        return opening + shown + (debug.count > debugLimit ? "…" : "") + "”"
    }
}
