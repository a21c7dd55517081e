package import Filter
package import Formats
package import Library
package import Page
package import Rules
package import Workbench

/// What the screen wants to know or to have done; an answer comes later, or none.
package enum ScreenOrder: Sendable {
    /// The flows that a filter matches, sorted or as they were recorded. A number tells orders apart, as only the last
    /// one counts.
    case find(Int, FlowFilter, FlowOrder?)
    /// Those of these flows that it means.
    case match(Int, FlowFilter, FilterClock, [UInt64])
    case rows([UInt64])
    /// The values that a field has in the newest flows, up to this one.
    case values(FilterField, upTo: UInt64)
    /// A part of an exchange, for so many columns.
    case tab(UInt64, ExchangeTab, width: Int)
    case lens(UInt64, width: Int)
    /// A page about several flows.
    case page(ScreenPage, [UInt64], FlowFilter, FilterClock, width: Int)
    /// The story of an exchange, without what proves who one is.
    case story(UInt64, width: Int)
    /// What caches would have answered of these flows, and of all up to the last; at most so many more are looked at.
    case ghosts([UInt64], last: UInt64, atMost: UInt64)
    /// The next of these flows of which something is to be noted.
    case seek([UInt64])
    case resend(UInt64)
    /// The request of a flow, to be edited.
    case readRequest(UInt64)
    /// Opens it in an editor: that takes the terminal.
    case editRequest(ReplayedRequest)
    case send(ReplayedRequest)
    case copy(UInt64, ScreenCopy)
    case save(UInt64, ExportFormat)
    case openPage
    /// The recording goes on in another session.
    case newSession
    /// The rules in force and what they hold.
    case rules
    /// - Parameter revision: of the rules that were seen.
    case changeRules(PageRuleChange, _ revision: UInt64)
    /// What a rule would have changed in a flow.
    case tryRule(String, UInt64)
    case makeRule(RuleMaker.Kind, UInt64)
    case decide(UInt64, PageVerdict)
    case decideAll([UInt64], PageVerdict)
    /// Opens a held message in an editor: it takes the terminal.
    case editHeld(UInt64)
}

/// A screen beside the list.
package enum ScreenPage: String, Sendable, Hashable {
    case lanes, jar, endpoints, comparison

    var title: String {
        switch self {
        case .lanes: "Connections"
        case .jar: "Cookies"
        case .endpoints: "Endpoints"
        case .comparison: "Compared"
        }
    }
}
