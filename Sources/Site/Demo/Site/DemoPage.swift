import Bytes
import HTTPModel

/// One feature of the demo site: the first path segment it answers for, and how.
///
/// Each page is a constant in a file of its own and knows nothing of its siblings; `DemonstrationSite` lists them. Its
/// function is pure and is called from any thread.
struct DemoPage: Sendable {
    /// The first segment of its paths; empty for the index.
    let name: String
    /// What may be done here. Empty: everything but TRACE and CONNECT.
    var methods: [Method] = [.get, .head]
    /// Content larger than this is refused with 413.
    var bodyLimit = 65_536
    /// What the index says about it.
    var cards: [SitePage.Card] = []
    /// What is said when the connection is to become another protocol's; nil when it is not.
    var converse: @Sendable (_ request: SiteRequest) -> (SiteAnswer, any SiteConversation)? = { _ in nil }
    /// Answers, or nil when there is nothing below this name at that path.
    let respond: @Sendable (_ request: SiteRequest, _ body: Bytes) -> SiteResponse?

    func allows(_ method: Method) -> Bool {
        // A reflected request may hold credentials, so TRACE is off everywhere (RFC 9110 §9.3.8).
        methods.isEmpty ? method != .trace && method != .connect : methods.contains(method)
    }

    /// The value of Allow: the methods, and OPTIONS, which the site answers for every page.
    var allow: String {
        let named = methods.isEmpty ? [.get, .head, .post, .put, .patch, .delete] : methods
        return (named.filter { $0 != .options } + [.options]).map { $0.name.text }.joined(separator: ", ")
    }
}
