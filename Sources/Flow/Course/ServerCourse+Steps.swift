package import Bytes

extension ServerCourse {
    /// What can happen on the course to a server.
    package enum Event: Sendable {
        /// The exchange wants a connection along this route. `other`: the route that a rule names for its tunnel.
        case wanted(Route, Exchange.Reuse, other: Route?)
        /// The script that was asked has named these, the first to be tried first.
        case named([Route])
        /// It could not be asked, or has no answer.
        ///
        /// `canSpare`: what wants the server can be without.
        case unnamed(String, canSpare: Bool)
        /// No connection is there that could be used. `mayShare`: one that is made could serve others too.
        case noneThere(Route, mayShare: Bool)
        /// Whether this is the first that makes a connection along the route; else it hears of what another one found.
        case joined(Route, isFirst: Bool)
        /// Another one looks no further along this route. `isUsable`: what it found serves here too.
        case othersFound(Route, isUsable: Bool)
        /// The connection of HTTP/2 along this route has no extended CONNECT, which asked for this protocol.
        case cannotExtend(Route, Bytes)
        /// A connection was made. `isOld`: the server speaks HTTP/1 on it.
        case found(isOld: Bool)
        /// No connection could be made.
        indirect case notFound(Outcome, canSpare: Bool)
        /// It has taken as long as it may.
        case timePassed(canSpare: Bool)
        /// The exchange needs no connection any more.
        case released
    }

    /// What is to be done.
    package enum Action: Sendable, Hashable {
        /// Ask the script which routes lead to this server; `named` or `unnamed` follows.
        case askScript(Destination)
        /// The exchange goes along this route.
        case reroute(Route)
        /// Lease a connection that is there already, from the first of these that has one; else `noneThere` follows.
        case take(Route, Exchange.Reuse, from: [Source])
        /// Say that a connection is made along this route that others could share; `joined` follows.
        case join(Route)
        /// Make a connection; `found` or `notFound` follows.
        case dial(Route)
        /// Make none any more.
        case cancel
        /// Lease what another one found.
        case leaseFound
        /// Tell those that wait for a connection along this route.
        case leave(Route, isOld: Bool, isFound: Bool)
        /// This proxy led nowhere: it comes last for a while.
        case blame(UpstreamProxy)
        /// The exchange continues without a server.
        case goWithout
        /// The exchange hears that there is none.
        indirect case giveUp(Outcome)
    }

    /// Where a connection may come from.
    package enum Source: Sendable, Hashable {
        /// One of HTTP/2 that others use too.
        case shared
        /// One that belongs to this client.
        case bound
        /// One that is kept for any client.
        case pool
    }
}
