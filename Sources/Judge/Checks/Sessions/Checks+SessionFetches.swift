import Bytes
import Explain
import HTTPModel

// How a client fetches what it needs, over several exchanges.
extension Checks {
    private static let second: Int64 = 1_000_000

    static let sessionFetches: [Check] = Array {
        Check(
            session: "timing-serial", .info, .timing, "Lighthouse §network-dependency-tree-insight",
            "Requests one after another",
            """
            \(.count) GET requests to \(.host) each began when the one before had ended, and took \(.time) together.
            """,
            advice: "If they do not depend on each other, send them at the same time.",
            bad: [
                (0..<4).map { Example("> GET /\($0) < 200 | Content-Type: image/x-raw || abc", delay: Int64($0)) },
                (0..<6).map { Example("> GET /a?p=\($0) < 200 | Content-Type: image/x-raw || abc", delay: Int64($0)) },
            ],
            good: [
                (0..<3).map { Example("> GET /\($0) < 200 | Content-Type: image/x-raw || abc", delay: Int64($0)) },
                (0..<4).map { Example("> GET /\($0) < 200 | Content-Type: image/x-raw || abc", delay: Int64($0) * 9) },
                (0..<4).map { Example("> POST /\($0) | Content-Type: a/b || x < 204", delay: Int64($0)) },
            ]
        ) { session, found in
            for places in session.byOrigin where places.count > 3 {
                var run: [Int] = []
                var longest: [Int] = []
                for place in places {
                    let visit = session.all[place]
                    if visit.method != .get || visit.status != 200 || visit.trace.start == nil {
                        run = []
                        continue
                    }
                    let continues = run.last.map { isNext(visit, session.all[$0]) } ?? true
                    run = continues ? run + [place] : [place]
                    if run.count > longest.count { longest = run }
                    if run.count >= 1_000 { break }
                }
                guard longest.count > 3, let first = longest.first, let last = longest.last else { continue }
                let span = (session.all[last].end ?? 0) - (session.all[first].trace.start ?? 0)
                guard span > second else { continue }
                found(
                    longest,
                    [
                        .count: .number(Int64(longest.count)), .host: .bytes(session.all[first].host),
                        .time: .seconds((span + second - 1) / second),
                    ])
            }
        }
        Check(
            session: "timing-cache-unused", .info, .timing, "practice", "Much is fetched again",
            """
            \(.percent) % of the bytes from \(.host) (\(.size)) were responses that the client already had, and that \
            were still fresh or unchanged.
            """,
            advice: "Give the client a cache.",
            bad: [
                (0..<2).map { Example("> GET /a < 200 | \(Self.large)", delay: Int64($0)) },
                (0..<3).map { Example("> GET /a < 200 | \(Self.large)", delay: Int64($0) * 5) },
            ],
            good: [
                (0..<2).map { Example("> GET /\($0) < 200 | \(Self.large)", delay: Int64($0)) },
                (0..<2).map { Example("> GET /a < 200 | Cache-Control: no-store | \(Self.large)", delay: Int64($0)) },
            ]
        ) { session, found in
            for places in session.byOrigin where places.count > 1 {
                var total: UInt64 = 0
                var saved: UInt64 = 0
                var stored: [Bytes: Int] = [:]
                var again: [Int] = []
                for place in places {
                    let visit = session.all[place]
                    total &+= visit.contentSize
                    guard visit.method == .get, visit.status == 200, !visit.hasRange, visit.content != nil else {
                        continue
                    }
                    if let first = stored[visit.url], session.all[first].content == visit.content,
                        session.all[first].isSelected(by: visit)
                    {
                        saved &+= visit.contentSize
                        again.append(place)
                    }
                    stored[visit.url] = visit.isKept ? place : nil
                }
                guard saved > 65_536, saved * 5 > total, let last = again.last else { continue }
                found(
                    again,
                    [
                        .percent: .number(Int64(saved * 100 / max(1, total))), .size: .size(saved),
                        .host: .bytes(session.all[last].host),
                    ])
            }
        }
    }

    private static let large =
        "Content-Type: image/x-raw | ETag: \"a\" | Cache-Control: max-age=600 || "
        + String(repeating: "x", count: 70_000)

    /// Whether a request began within a moment after the one before had ended.
    private static func isNext(_ next: SessionVisit, _ last: SessionVisit) -> Bool {
        guard let end = last.end, let start = next.trace.start else { return false }
        return start >= end && start - end <= second && next.url != last.url && last.target == nil
    }
}

extension SessionVisit {
    /// When it was over.
    fileprivate var end: Int64? { trace.finish ?? trace.end }
}
