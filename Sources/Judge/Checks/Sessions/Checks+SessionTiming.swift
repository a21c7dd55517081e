import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// How often, how densely and on how many connections a client asks.
extension Checks {
    private static let second: Int64 = 1_000_000

    static let sessionTiming: [Check] = Array {
        Check(
            session: "timing-repeated", .info, .timing, "practice", "The same request several times",
            """
            The client sent this GET \(.count) times \(.time) and got the same response each time.
            """,
            advice: "Keep the response, or let the parts of the program share one request.",
            bad: [
                (0..<3).map { Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: Int64($0)) },
                (0..<4).map { Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: Int64($0) * 3) },
            ],
            good: [
                (0..<2).map { Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: Int64($0)) },
                (0..<3).map { Example("> GET /a < 200 | Content-Type: image/x-raw || ab\($0)", delay: Int64($0)) },
                (0..<3).map { Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: Int64($0) * 20) },
                // Reloads.
                (0..<3).map {
                    Example(
                        "> GET /a | Cache-Control: no-cache < 200 | Content-Type: image/x-raw || abc",
                        delay: Int64($0))
                },
                // Something was written in between.
                [
                    Example("> GET /a < 200 | Content-Type: image/x-raw || abc"),
                    Example("> POST /a || x < 204", delay: 1),
                    Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: 2),
                    Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: 3),
                ],
                // No clock was read.
                (0..<3).map { _ in Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: nil) },
            ]
        ) { session, found in
            // A write ends a run; what is read again then is no repetition.
            let parts = session.byResource.flatMap { places in
                places.split(whereSeparator: { !session.all[$0].method.isSafe })
            }
            for places in parts where places.count > 2 {
                let reads = places.filter {
                    let visit = session.all[$0]
                    return visit.method == .get && visit.status == 200 && !visit.hasRange && !visit.isConditional
                        && !visit.isReload && visit.content != nil && visit.contentSize > 0 && visit.trace.start != nil
                }
                var start = reads.startIndex
                while start + 2 < reads.endIndex {
                    var end = start
                    while end + 1 < reads.endIndex, isSame(session.all[reads[start]], session.all[reads[end + 1]]) {
                        end += 1
                    }
                    let run = Array(reads[start...end])
                    if run.count > 2 {
                        let span = time(session, run[run.count - 1]) - time(session, run[0])
                        let within: Prose
                        if span == 0 {
                            within = "at the same time"
                        } else {
                            let seconds = Quantity.span((span + second - 1) / second)
                            within = Prose(pieces: [.text("within "), .code(seconds)])
                        }
                        found(run, [.count: .number(Int64(run.count)), .time: .words(within)])
                        break
                    }
                    start = end + 1
                }
            }
        }
        Check(
            session: "timing-n-plus-one", .warning, .timing, "practice", "One request for each element of a list",
            """
            After the list in \(.others), the client fetched \(.count) of its elements one by one within five \
            seconds.
            """,
            advice: "Offer the elements with the list, or several in one request.",
            bad: [
                listSession(10, of: "application/json"),
                [Example("> GET /v1/users?page=1 < 200 | Content-Type: application/json || [1]")]
                    + (1...12).map {
                        Example("> GET /v1/users/a\($0)7 < 200 | Content-Type: application/hal+json || {}", delay: 2)
                    },
            ],
            good: [
                listSession(9, of: "application/json"),
                // Pictures.
                listSession(12, of: "image/x-raw"),
                // Files of a page.
                [Example("> GET /users < 200 | Content-Type: text/html; charset=utf-8 || x")]
                    + (1...12).map {
                        Example("> GET /users/\($0) < 200 | Content-Type: application/json || {}", delay: 1)
                    },
                listSession(12, of: "application/json", every: 5),
            ]
        ) { session, found in
            for places in session.byOrigin where places.count > 10 {
                var lists: [Bytes: Int] = [:]
                var elements: [Bytes: [Int]] = [:]
                for place in places where session.all[place].method == .get {
                    let visit = session.all[place]
                    let path = path(of: visit)
                    if visit.type.isExactly("application/json"), visit.status == 200 {
                        lists[path] = place
                        elements[path] = nil
                    }
                    guard hasJSON(visit) else { continue }
                    guard let (parent, name) = split(path), name.contains(where: { ASCII.isDigit($0) }),
                        let list = lists[parent], let start = visit.trace.start,
                        let listed = session.all[list].trace.start,
                        start - listed < 5 * second
                    else { continue }
                    elements[parent, default: []].append(place)
                }
                for (parent, places) in elements.sorted(by: { $0.value[0] < $1.value[0] }) {
                    let count = Set(places.map { path(of: session.all[$0]) }).count
                    guard count >= 10, let list = lists[parent] else { continue }
                    found(places, [.others: number(session.all[list]), .count: .number(Int64(count))])
                }
            }
        }
        Check(
            session: "timing-polling", .info, .timing, "practice", "Polling",
            """
            The client requested this URL \(.count) times, about every \(.seconds), and the response changed \
            \(.difference) times.
            """,
            advice: """
                Poll with If-None-Match, or use server-sent events or a WebSocket, which cost nothing while nothing \
                changes.
                """,
            bad: [
                (0..<10).map { Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: Int64($0) * 30) },
                (0..<12).map {
                    Example("> GET /a < 200 | Content-Type: image/x-raw || \($0 / 11)", delay: Int64($0) * 60)
                },
            ],
            good: [
                (0..<9).map { Example("> GET /a < 200 | Content-Type: image/x-raw || abc", delay: Int64($0) * 30) },
                (0..<10).map { Example("> GET /a < 200 | Content-Type: image/x-raw || \($0)", delay: Int64($0) * 30) },
                (0..<10).map { Example("> GET /a < 200 | Content-Type: image/x-raw || a", delay: Int64($0 * $0) * 9) },
            ]
        ) { session, found in
            for places in session.byResource where places.count > 9 {
                let polls = places.filter {
                    session.all[$0].method == .get && session.all[$0].trace.start != nil
                        && session.all[$0].status == 200
                }
                guard polls.count > 9 else { continue }
                let pauses = zip(polls, polls.dropFirst()).map { time(session, $1) - time(session, $0) }
                let middle = pauses.sorted()[pauses.count / 2]
                guard middle >= second, pauses.allSatisfy({ abs($0 - middle) * 5 <= middle }) else { continue }
                let changes = zip(polls, polls.dropFirst()).count {
                    session.all[$0].content != session.all[$1].content
                }
                guard polls.allSatisfy({ session.all[$0].content != nil }), changes * 5 < polls.count else { continue }
                found(
                    polls,
                    [
                        .count: .number(Int64(polls.count)), .seconds: .seconds(middle / second),
                        .difference: .number(Int64(changes)),
                    ])
            }
        }
        Check(
            session: "timing-retry-storm", .warning, .timing, "RFC 9110 §10.2.3", "Retries without longer pauses",
            """
            The server answered \(.status) and the client tried \(.count) times more, without waiting longer each \
            time. Many such clients keep an overloaded server down.
            """,
            advice: "Double the pause after each try, and add a random time to it.",
            bad: [
                (0..<6).map { Example("> GET /a < 503", delay: Int64($0)) },
                (0..<7).map { Example("> GET /a < 429", delay: Int64($0) * 2) },
            ],
            good: [
                (0..<5).map { Example("> GET /a < 503", delay: Int64($0)) },
                [0, 1, 3, 7, 15, 31, 63].map { Example("> GET /a < 503", delay: $0) },
                (0..<6).map { Example("> GET /a < 404", delay: Int64($0)) },
                // The server said how long to wait.
                (0..<6).map { Example("> GET /a < 503 | Retry-After: 5", delay: Int64($0) * 5) },
            ]
        ) { session, found in
            let overloaded: Set = [429, 502, 503, 504]
            for places in session.byResource where places.count > 5 {
                let refused = places.split(whereSeparator: { !overloaded.contains(session.all[$0].status) })
                for run in refused.flatMap({ retries(session, $0) }) where run.count > 5 {
                    let pauses = zip(run, run.dropFirst()).map { time(session, $1) - time(session, $0) }
                    // The last pause tells: with growing pauses it is several times the first.
                    guard let first = pauses.first, let last = pauses.last, last < 2 * max(first, second / 10),
                        last < 60 * second
                    else { continue }
                    found(
                        run,
                        [
                            .count: .number(Int64(run.count - 1)),
                            .status: .number(Int64(session.all[run[0]].status)),
                        ])
                }
            }
        }
        Check(
            session: "connection-not-reused", .info, .connection, "RFC 9112 §9.3", "A new connection for each request",
            """
            \(.count) requests to this server came one after another, each on a new connection. Each costs a round \
            trip, and with TLS two or more.
            """,
            advice: "Use one client or session object for all requests, and read each response to its end.",
            bad: [
                (0..<5).map { Example("> GET /\($0) < 204", delay: Int64($0), isReused: false) },
                (0..<7).map { Example("> POST /\($0) || x < 204", delay: Int64($0), isReused: false) },
            ],
            good: [
                (0..<4).map { Example("> GET /\($0) < 204", delay: Int64($0), isReused: false) },
                (0..<6).map { Example("> GET /\($0) < 204", delay: Int64($0), isReused: $0 > 0) },
                // The server ends each connection.
                (0..<6).map {
                    Example("> GET /\($0) < 204 | Connection: close", delay: Int64($0), isReused: false)
                },
                // It was not recorded.
                (0..<6).map { Example("> GET /\($0) < 204", delay: Int64($0)) },
            ]
        ) { session, found in
            for places in session.byOrigin where places.count > 4 {
                var (run, longest): ([Int], [Int]) = ([], [])
                for place in places {
                    let visit = session.all[place]
                    guard visit.isReused == false else {
                        run = []
                        continue
                    }
                    let continues = run.last.map { follows(visit, session.all[$0]) && !session.all[$0].closes }
                    run = continues == true ? run + [place] : [place]
                    if run.count > longest.count { longest = run }
                    // What is counted is enough.
                    if run.count >= 1_000 { break }
                }
                guard longest.count >= 5 else { continue }
                found(longest, [.count: .number(Int64(longest.count))])
            }
        }
        Check(
            session: "connections-many", .info, .connection, "RFC 9112 §9.4", "Many connections at a time",
            """
            \(.count) requests of one client to this server were open at the same time over HTTP/1.1, each on a \
            connection of its own. Browsers open six. HTTP/2 needs one connection.
            """,
            advice: "Use HTTP/2, or limit the client's connections.",
            bad: [
                (0..<7).map { Example("> GET /\($0) < 204", isReused: false) },
                (0..<9).map { Example("> GET /\($0) < 204", isReused: true) },
            ],
            good: [
                (0..<6).map { Example("> GET /\($0) < 204", isReused: false) },
                (0..<9).map { Example("> GET /\($0) HTTP/2 < HTTP/2 204", isReused: true) },
                (0..<9).map { Example("> GET /\($0) < 204", delay: Int64($0), isReused: true) },
            ]
        ) { session, found in
            for places in session.byOrigin where places.count > 6 {
                let timed = places.filter {
                    let visit = session.all[$0]
                    return visit.isHTTP1 && visit.isReused != nil && visit.trace.start != nil
                        && (visit.trace.finish ?? visit.trace.end) != nil
                }
                // Those that are open, by when they end.
                var open: [(end: Int64, place: Int)] = []
                var most: [Int] = []
                for place in timed {
                    let start = time(session, place)
                    open.removeAll { $0.end < start }
                    open.append((session.all[place].trace.finish ?? session.all[place].trace.end ?? start, place))
                    if open.count > most.count { most = open.map(\.place) }
                    // What is counted is enough.
                    if open.count > 1_000 { break }
                }
                guard most.count > 6 else { continue }
                found(most, [.count: .number(Int64(most.count))])
            }
        }
    }

    /// Runs of requests that began when the one before was refused, and before the time that the refusal named.
    private static func retries(_ session: SessionVisits, _ places: ArraySlice<Int>) -> [[Int]] {
        var runs: [[Int]] = []
        for place in places where session.all[place].trace.start != nil {
            if let last = runs.last?.last, isRetry(session.all[place], of: session.all[last]) {
                runs[runs.count - 1].append(place)
            } else {
                runs.append([place])
            }
        }
        return runs
    }

    private static func isRetry(_ next: SessionVisit, of last: SessionVisit) -> Bool {
        guard let start = next.trace.start, let end = last.trace.end ?? last.trace.start, start >= end else {
            return false
        }
        guard let wait = last.retryAfter else { return true }
        return start - end < min(wait, 1 << 30) * second
    }

    /// A list, and requests of its elements, for examples.
    private static func listSession(_ count: Int, of type: String, every pause: Int64 = 0) -> [Example] {
        var session = [Example("> GET /users < 200 | Content-Type: application/json || [1]")]
        for number in 1...count {
            let delay = 1 + Int64(number) * pause
            session.append(Example("> GET /users/\(number) < 200 | Content-Type: \(type) || {}", delay: delay))
        }
        return session
    }

    private static func hasJSON(_ visit: SessionVisit) -> Bool {
        let type = visit.type.text
        return type == "application/json" || type.hasSuffix("+json")
    }

    /// Whether a request began when the one before had ended, and before servers close what is idle.
    private static func follows(_ next: SessionVisit, _ last: SessionVisit) -> Bool {
        guard let end = last.trace.finish ?? last.trace.end, let start = next.trace.start else { return false }
        return start >= end && start - end < 5 * second
    }

    private static func time(_ session: SessionVisits, _ place: Int) -> Int64 { session.all[place].trace.start ?? 0 }

    private static func isSame(_ first: SessionVisit, _ other: SessionVisit) -> Bool {
        guard let start = first.trace.start, let next = other.trace.start else { return false }
        return next - start < 10 * second && first.content == other.content
            && first.authorization == other.authorization
    }

    /// Without query.
    private static func path(of visit: SessionVisit) -> Bytes {
        let url = URLReference(visit.url)
        return url.bytes(url.path) ?? Bytes()
    }

    /// A path as its parent and its last segment.
    private static func split(_ path: Bytes) -> (parent: Bytes, name: Bytes)? {
        guard let slash = path.lastIndex(of: ASCII.slash), slash > 0, slash + 1 < path.count else { return nil }
        return (path.slice(0..<slash), path.slice(slash + 1..<path.count))
    }
}
