/// What became of flows that are watched.
package enum LibraryChange: Sendable, Equatable {
    case none
    /// Flows were added by somebody else; their numbers.
    case grown([UInt64])
    /// Flows are gone.
    case shrunk
    /// The file is no longer there, or another one is in its place: as long as that is so.
    case deleted, replaced
    case damaged(String)
}
