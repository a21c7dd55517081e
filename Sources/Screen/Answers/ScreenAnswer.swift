package import Filter
package import Page
package import Workbench

/// What came of an order.
package enum ScreenAnswer: Sendable {
    case found(Int, [UInt64], FilterClock, total: Int)
    case matched(Int, [UInt64])
    /// Of the flows that were asked for, those that are there.
    case rows([UInt64], [ScreenRow])
    case values(FilterField, [String])
    case tab(UInt64, ExchangeTab, width: Int, TextPage, parts: [ExchangeTab])
    case lens(UInt64, Lens, parts: [ExchangeTab])
    case page(ScreenPage, width: Int, TextPage)
    case story(UInt64, TextPage)
    case ghosts(GhostsFound)
    /// nil: there is none.
    case sought(UInt64?)
    case sent(UInt64?)
    /// What is shown is another session from now on.
    case began(PageSession)
    case request(ReplayedRequest)
    case rules(ScreenRules)
    /// What a rule would have changed, in lines.
    case tried(String, [String])
    /// A sentence for a person, and whether it is about something that went wrong.
    case notice(String, isBad: Bool)
}
