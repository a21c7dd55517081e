import Filter
import Flow

/// `throttle`: a rate, and the latency of a network.
struct ThrottleAction: RuleAction {
    let rate: ThrottleRate

    static let entry = ActionEntry(
        "throttle", "RATE [down RATE up] [LATENCY]|gprs|edge|3g|4g|dsl|satellite [shared]", "limits the transfer rate"
    ) { reader throws(FilterError) in ThrottleAction(rate: try reader.rate()) }

    var clause: String {
        "limits to \(Self.speed(rate.down)) down, \(Self.speed(rate.up)) up"
            + (rate.latency > 0 ? ", \(RuleWords.duration(rate.latency)) latency" : "")
            + (rate.isShared ? ", shared by all its exchanges" : "")
    }

    private static func speed(_ rate: Int64) -> String {
        if rate == .max { return "unlimited" }
        if rate % 1_024 == 0 { return "\(rate / 1_024) KiB/s" }
        // As the profiles of networks are written: in bits, with a decimal where there is one.
        let tenths = rate / 12_500
        guard rate % 12_500 == 0, tenths >= 10 else {
            return rate % 125 == 0 ? "\(rate / 125) kbit/s" : "\(rate) bytes/s"
        }
        return tenths % 10 == 0 ? "\(tenths / 10) Mbit/s" : "\(tenths / 10).\(tenths % 10) Mbit/s"
    }

    var stage: RuleStage { .response }
    var actsOnResponses: Bool { true }
    func bearsOnAnswers(isUnasked: Bool) -> Bool { true }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.orders.shape.throttle = rate
        work.orders.shape.throttledBy = ready.key.text
        return "The transfer rate was limited."
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.orders.shape.throttle = rate
        work.orders.shape.throttledBy = ready.key.text
        // Decided by the request, it was told there.
        return ready.stage == .response || work.isUnasked ? "The transfer rate was limited." : nil
    }
}

extension ThrottleRate {
    /// Bits a second as these networks are usually simulated, in bytes.
    static let profiles: [ThrottleRate] = [
        ThrottleRate(name: "gprs", down: 6_250, up: 2_500, latency: 500_000, isShared: false),
        ThrottleRate(name: "edge", down: 30_000, up: 25_000, latency: 400_000, isShared: false),
        ThrottleRate(name: "3g", down: 200_000, up: 96_000, latency: 200_000, isShared: false),
        ThrottleRate(name: "4g", down: 1_250_000, up: 500_000, latency: 70_000, isShared: false),
        ThrottleRate(name: "dsl", down: 250_000, up: 48_000, latency: 50_000, isShared: false),
        ThrottleRate(name: "satellite", down: 3_125_000, up: 375_000, latency: 600_000, isShared: false),
    ]
}

extension ActionReader {
    fileprivate mutating func rate() throws(FilterError) -> ThrottleRate {
        scanner.skipSpace()
        let start = scanner.position
        let word = scanner.ahead()
        if let profile = ThrottleRate.profiles.first(where: { $0.name == word }) {
            _ = takes(word)
            return takes("shared")
                ? ThrottleRate(
                    name: profile.name, down: profile.down, up: profile.up, latency: profile.latency, isShared: true)
                : profile
        }
        let first = try speed()
        var (down, up) = (first, first)
        if takes("down") {
            up = isDone || scanner.ahead().contains("/s") == false ? first : try speed()
            _ = takes("up")
        } else if takes("up") {
            down = .max
        }
        var latency: Int64 = 0
        if !isDone, scanner.ahead() != "shared" { latency = try duration() }
        guard down > 0, up > 0 else {
            throw FilterError(
                start..<scanner.position,
                "this rate would let nothing arrive")
        }
        return ThrottleRate(name: "", down: down, up: up, latency: latency, isShared: takes("shared"))
    }

    /// `48KiB/s`.
    private mutating func speed() throws(FilterError) -> Int64 {
        let value = try argument("a rate, such as 48KiB/s,")
        guard value.text.hasSuffix("/s"),
            case .integers(let range)? = FilterValues.read(String(value.text.dropLast(2)), as: .size)
        else {
            let names = ThrottleRate.profiles.map(\.name)
            let nearest = NearestName.find(value.text, among: names).map { ". Did you mean '\($0)'?" }
            throw FilterError(
                value.range,
                "'\(value.text)' is not a rate, such as 48KiB/s, and not one of \(names.joined(separator: ", "))"
                    + (nearest ?? ""))
        }
        return range.lowerBound
    }
}
