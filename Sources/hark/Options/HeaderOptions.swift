import ArgumentParser
import Flow
import Synchronization

/// The flags that rewrite headers. Each kind has a list of its own, and each rule its place on the command line, as the
/// order counts whichever flags they came with.
struct HeaderOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Set a request header. Repeatable.", valueName: "N: V"),
        transform: PlacedRule.reader(.setRequest))
    var setRequestHeader: [PlacedRule] = []

    @Option(
        name: .long, help: ArgumentHelp("Add a request header. Repeatable.", valueName: "N: V"),
        transform: PlacedRule.reader(.addRequest))
    var addRequestHeader: [PlacedRule] = []

    @Option(
        name: .long, help: ArgumentHelp("Remove a request header. Repeatable.", valueName: "N"),
        transform: PlacedRule.reader(.removeRequest))
    var removeRequestHeader: [PlacedRule] = []

    @Option(
        name: .long, help: ArgumentHelp("Set a response header. Repeatable.", valueName: "N: V"),
        transform: PlacedRule.reader(.setResponse))
    var setResponseHeader: [PlacedRule] = []

    @Option(
        name: .long, help: ArgumentHelp("Add a response header. Repeatable.", valueName: "N: V"),
        transform: PlacedRule.reader(.addResponse))
    var addResponseHeader: [PlacedRule] = []

    @Option(
        name: .long, help: ArgumentHelp("Remove a response header. Repeatable.", valueName: "N"),
        transform: PlacedRule.reader(.removeResponse))
    var removeResponseHeader: [PlacedRule] = []

    @Flag(name: .long, help: "Add Via to requests and responses.")
    var via = false

    @Flag(name: .long, help: "Add Forwarded to requests: client address, Host, scheme.")
    var forwarded = false

    /// What others are told of Hark.
    var announcements: Announcements {
        var announcements: Announcements = []
        if via { announcements.insert(.via) }
        if forwarded { announcements.insert(.forwarded) }
        return announcements
    }

    /// The rules in the order of their flags.
    var rules: HeaderRules {
        HeaderRules(
            request: Self.inOrder(setRequestHeader + addRequestHeader + removeRequestHeader),
            response: Self.inOrder(setResponseHeader + addResponseHeader + removeResponseHeader))
    }

    private static func inOrder(_ rules: [PlacedRule]) -> [HeaderRule] {
        rules.sorted { $0.place < $1.place }.map(\.rule)
    }
}

/// A header rule, and how many rules were read before it.
struct PlacedRule: Sendable {
    let rule: HeaderRule
    let place: Int

    private static let count = Atomic(0)

    /// Reads the values of one flag. The parser reads values in the order in which they stand on the command line, and
    /// groups them by flag afterwards.
    static func reader(_ flag: HeaderRule.Flag) -> @Sendable (String) throws -> PlacedRule {
        { value in
            do throws(HeaderRule.Invalid) {
                let rule = try HeaderRule.parse(value, flag: flag)
                return PlacedRule(rule: rule, place: count.add(1, ordering: .relaxed).newValue)
            } catch {
                throw ValidationError("\(error.text) (at byte \(error.offset))")
            }
        }
    }
}
