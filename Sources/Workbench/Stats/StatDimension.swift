/// What flows are grouped by.
package enum StatDimension: String, Sendable, CaseIterable {
    /// Method, host and path, what varies in the path being a name in braces.
    case endpoint
    case host, status, type
    /// The client's address without its port, and the first product of User-Agent.
    case client
}
