package import Bytes
package import Flow

/// What rules make of a body.
package struct BodyOrders: Sendable {
    /// What goes on in its place; nil: it goes on as it came.
    package var content: Bytes?
    /// What becomes of the head with it.
    package var fields: [HeaderRule] = []
    package var acts: [RuleAct] = []

    package init() {}
}
