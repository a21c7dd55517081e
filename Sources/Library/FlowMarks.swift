/// What people put on flows.
package struct FlowMarks: Sendable, Equatable {
    package var pin: Bool?
    /// The outer nil: it stays; the inner: it goes.
    package var comment: String??
    package var tag: String?
    package var untag: String?

    package init(pin: Bool? = nil, comment: String?? = nil, tag: String? = nil, untag: String? = nil) {
        self.pin = pin
        self.comment = comment
        self.tag = tag
        self.untag = untag
    }
}
