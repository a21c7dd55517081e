import Bytes
import Filter
import Flow

/// Which rules are asked at a stage. Those that mean certain hosts alone are found by the host, so that a long list of
/// them costs an exchange no more than the few that may mean it.
struct RuleIndex: Sendable {
    /// By stage, each list in the order of the rules.
    private var forAny: [[Int]]
    private var byHost: [[Bytes: [Int]]]
    /// Those that act on bodies, by kind of message.
    let ofRequestBodies: [Int]
    let ofResponseBodies: [Int]

    init(_ rules: [RuleBook.Ready]) {
        forAny = Array(repeating: [], count: RuleStage.allCases.count)
        byHost = Array(repeating: [:], count: RuleStage.allCases.count)
        for (place, ready) in rules.enumerated() {
            let stage = ready.stage.rawValue
            guard let hosts = ready.hosts else {
                forAny[stage].append(place)
                continue
            }
            for host in Set(hosts) { byHost[stage][host, default: []].append(place) }
        }
        func places(_ kind: MessageKind) -> [Int] {
            rules.indices.filter { rules[$0].steps.contains { $0.action.bodyKind == kind } }
        }
        ofRequestBodies = places(.request)
        ofResponseBodies = places(.response)
    }

    /// Nobody has to be asked at this stage.
    func isEmpty(_ stage: RuleStage) -> Bool { forAny[stage.rawValue].isEmpty && byHost[stage.rawValue].isEmpty }

    /// The places of the rules that are asked at this stage, in their order.
    func places(_ stage: RuleStage, _ subject: FilterSubject) -> [Int] {
        let others = forAny[stage.rawValue]
        guard !byHost[stage.rawValue].isEmpty, let host = subject.host?.lowercased,
            let meant = byHost[stage.rawValue][host]
        else { return others }
        return others.isEmpty ? meant : (others + meant).sorted()
    }

    func ofBodies(_ kind: MessageKind) -> [Int] { kind == .request ? ofRequestBodies : ofResponseBodies }
}
