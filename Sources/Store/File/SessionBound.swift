/// What one session file may hold. Beyond it, the oldest flows are removed; pinned ones stay.
package struct SessionBound: Sendable, Hashable {
    /// nil: as many as come.
    package var flows: Int?
    /// Bytes of the file; nil: as many as it takes.
    package var bytes: Int?

    package init(flows: Int? = nil, bytes: Int? = nil) {
        self.flows = flows
        self.bytes = bytes
    }

    var isBounded: Bool { flows != nil || bytes != nil }
}
