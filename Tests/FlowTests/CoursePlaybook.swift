import Bytes
import HTTPModel

@testable import Flow

/// Plays the course to a server: what was found goes in as lines of text, and what is looked for comes out as such.
///
///     >> wants a:80
///     << take a:80 from shared, bound, pool
///     >> none
///     << dial a:80
///     >> found, old
struct CoursePlaybook {
    private(set) var transcript: [String] = []
    private(set) var course = ServerCourse()
    /// What was taken, joined or dialed last.
    private var route = Route(Destination(host: "a", port: 80))

    init(isTunnel: Bool = false, asksScript: Bool = false, decided: Destination? = nil) {
        course.begin(isTunnel: isTunnel, asksScript: asksScript, decided: decided)
    }

    mutating func play(_ script: String) -> String {
        for line in script.split(separator: "\n").map({ String($0.drop { $0 == " " }) }) where line.hasPrefix(">> ") {
            happen(String(line.dropFirst(3)))
        }
        return transcript.joined(separator: "\n")
    }

    @discardableResult
    mutating func happen(_ event: String) -> [String] {
        transcript.append(">> \(event)")
        var actions: [ServerCourse.Action] = []
        if let event = self.event(event) {
            course.handle(event, &actions)
        } else {
            transcript.append("<< nobody knows this event")
        }
        let lines = actions.map { "<< \(word($0))" }
        transcript += lines
        return lines
    }

    static let proxies = ["p", "q", "r"].map { name in
        UpstreamProxy(.http, at: Destination(host: Bytes(name), port: 8080))
    }

    /// Through the proxy of this name, or direct.
    static func route(_ name: String) -> Route {
        let server = Destination(host: "a", port: 80)
        guard let proxy = proxies.first(where: { "\($0.server.host.text)" == name }) else { return Route(server) }
        return Route(through: [.connect(proxy)], to: server)
    }

    private func event(_ text: String) -> ServerCourse.Event? {
        let direct = Self.route("direct")
        switch text {
        case "wants": return .wanted(direct, .any, other: nil)
        case "wants a recent one": return .wanted(direct, .recent, other: nil)
        case "wants a new one": return .wanted(direct, .none, other: nil)
        case "wants it through p": return .wanted(Self.route("p"), .any, other: nil)
        case "wants, and a rule names p": return .wanted(direct, .any, other: Self.route("p"))
        case "script fails": return .unnamed("it threw", canSpare: false)
        case "script fails, but it can be spared": return .unnamed("it threw", canSpare: true)
        case "none": return .noneThere(route, mayShare: false)
        case "none, others could share": return .noneThere(route, mayShare: true)
        case "is first": return .joined(route, isFirst: true)
        case "is not first": return .joined(route, isFirst: false)
        case "others found one": return .othersFound(route, isUsable: true)
        case "others found none": return .othersFound(route, isUsable: false)
        case "others found one elsewhere": return .othersFound(Self.route("r"), isUsable: true)
        case "no WebSockets there": return .cannotExtend(route, "websocket")
        case "no such protocol there": return .cannotExtend(route, "connect-udp")
        case "found, old": return .found(isOld: true)
        case "found": return .found(isOld: false)
        case "refused": return .notFound(Outcome(.failed, by: .upstream, .connectionRefused), canSpare: false)
        case "refused, but it can be spared":
            return .notFound(Outcome(.failed, by: .upstream, .connectionRefused), canSpare: true)
        case "bad certificate": return .notFound(Outcome(.failed, by: .upstream, .handshakeTimedOut), canSpare: false)
        case "time passes": return .timePassed(canSpare: false)
        case "released": return .released
        default:
            guard text.hasPrefix("script names ") else { return nil }
            return .named(text.dropFirst(13).split(separator: " ").map { Self.route(String($0)) })
        }
    }

    private mutating func word(_ action: ServerCourse.Action) -> String {
        switch action {
        case .askScript(let server): return "ask the script for \(server)"
        case .reroute(let route): return "go \(Self.name(route))"
        case .take(let route, let reuse, let sources):
            self.route = route
            let word = reuse == .any ? "" : reuse == .recent ? ", recent" : ", new"
            return "take \(Self.name(route)) from \(sources.map { "\($0)" }.joined(separator: ", "))\(word)"
        case .join(let route): return "join \(Self.name(route))"
        case .dial(let route): return "dial \(Self.name(route))"
        case .cancel: return "cancel"
        case .leaseFound: return "lease theirs"
        case .leave(_, let isOld, let isFound): return "tell others\(isOld ? ": it is old" : isFound ? ": found" : "")"
        case .blame(let proxy): return "blame \(proxy.server.host.text)"
        case .goWithout: return "go without"
        case .giveUp(let outcome): return "give up: \(outcome.code) \(outcome.detail)".trimmed
        }
    }

    private static func name(_ route: Route) -> String {
        route.hops.first.map { "through \($0.proxy.server.host.text)" } ?? "direct"
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
