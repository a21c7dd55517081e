package import Bytes
package import HTTPModel

extension BodyRelay {
    /// What is to be done for a body: orders, carried out in their order.
    package enum Action: Sendable {
        /// Send these bytes on, as a chunk of their own or as they are. `isDue`: their time has come, so they leave at
        /// once.
        case send(Bytes, asChunk: Bool, isDue: Bool)
        /// Send these fields after the content, with what rules make of them; nil: only those that rules add.
        case sendTrailers(FieldSection?)
        /// Signal the end of the content: the last chunk, or what the version of HTTP has for it.
        case sendEnd(asChunk: Bool)
        /// Show content to the scripts that see it as it passes, or its end.
        case show(Bytes, isLast: Bool)
        /// Tell the record of this content, which it has not seen.
        case record(Bytes)
        /// This number of bytes is held no longer.
        case release(Int)
        /// Read the next window elsewhere; `didRead` follows.
        case read(any StoredContent, Range<Int>)
        /// Call `timeCame` at this time, in nanoseconds.
        case wake(at: UInt64)
        /// Ask how long this number of bytes takes at the rate that this rule's exchanges share; `timed` follows.
        case share(Int, ThrottleRate, rule: String, from: UInt64)
        /// What was slow has gone: see what else may go.
        case moveOn
        /// All that was handed over has gone: more may be read.
        case resume
        /// What waited for the end of the response follows.
        case deliver
        /// A rule ends the body here; the reason is for the record.
        case cut(reason: String)
        /// A rule stops the response here.
        case stall
    }

    /// Where a part of the body goes that has come.
    package enum Way: Sendable, Hashable {
        /// Nowhere, or not yet.
        case nowhere
        /// On, as it is.
        case on
        /// On, as a chunk of its own.
        case asChunk
        /// Into the relay, by `take`.
        case through
        /// Into what is kept, by `keep`, up to this number of bytes of content.
        case kept(limit: Int)
        /// On, by `passTrailers`.
        case trailers
    }
}
