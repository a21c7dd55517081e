import Bytes
import Filter
import Flow

/// Which rules are asked at a stage, and which of them mean a message. Those that mean certain hosts alone are found by
/// the host, so that a long list of them costs an exchange no more than the few that may mean it; a filter that several
/// rules have is asked once.
struct RuleIndex: Sendable {
    /// Rules by their places, in order.
    struct Meant: Sendable {
        fileprivate(set) var places: [Int] = []
        /// Of all of them each message is the turn, and rules behind them have theirs.
        fileprivate(set) var arePlain = true
    }

    /// Rules that have the same filter.
    private struct Group: Sendable {
        let matcher: FilterMatcher
        var meant = Meant()
    }

    /// By stage.
    private var forAny: [[Group]]
    private var byHost: [[Bytes: [Group]]]
    /// Those that act on bodies, by kind of message.
    let ofRequestBodies: [Int]
    let ofResponseBodies: [Int]

    init(_ rules: [RuleBook.Ready]) {
        forAny = Array(repeating: [], count: RuleStage.allCases.count)
        byHost = Array(repeating: [:], count: RuleStage.allCases.count)
        /// Where the group of a filter stands, by stage and host.
        var groups: [GroupKey: Int] = [:]
        for (place, ready) in rules.enumerated() {
            let stage = ready.stage.rawValue
            // By its bytes, as messages are compared: texts are the same for Swift however their letters are composed.
            let filter = Bytes(ready.rule.filter.text)
            func add(_ list: inout [Group], _ host: Bytes?) {
                let key = GroupKey(filter: filter, stage: stage, host: host)
                let group = groups[key] ?? list.count
                if group == list.count {
                    groups[key] = group
                    list.append(Group(matcher: ready.matcher))
                }
                list[group].meant.places.append(place)
                if !ready.isAlways || ready.isFinal { list[group].meant.arePlain = false }
            }
            guard let hosts = ready.hosts else {
                add(&forAny[stage], nil)
                continue
            }
            for host in Set(hosts) { add(&byHost[stage][host, default: []], host) }
        }
        func places(_ kind: MessageKind) -> [Int] {
            rules.indices.filter { rules[$0].steps.contains { $0.action.bodyKind == kind } }
        }
        ofRequestBodies = places(.request)
        ofResponseBodies = places(.response)
    }

    private struct GroupKey: Hashable {
        let filter: Bytes
        let stage: Int
        let host: Bytes?
    }

    /// Nobody has to be asked at this stage.
    func isEmpty(_ stage: RuleStage) -> Bool { forAny[stage.rawValue].isEmpty && byHost[stage.rawValue].isEmpty }

    /// The rules of this stage whose filter passes the message.
    func meant(_ stage: RuleStage, _ subject: FilterSubject) -> Meant {
        var meant = Meant()
        var groups = 0
        func ask(_ list: [Group]) {
            for group in list where group.matcher.matches(subject) {
                groups += 1
                meant.arePlain = meant.arePlain && group.meant.arePlain
                if groups == 1 { meant.places = group.meant.places } else { meant.places += group.meant.places }
            }
        }
        ask(forAny[stage.rawValue])
        if !byHost[stage.rawValue].isEmpty, let host = subject.host?.lowercased {
            ask(byHost[stage.rawValue][host] ?? [])
        }
        if groups > 1 { meant.places.sort() }
        return meant
    }

    func ofBodies(_ kind: MessageKind) -> [Int] { kind == .request ? ofRequestBodies : ofResponseBodies }
}
