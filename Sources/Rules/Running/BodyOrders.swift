package import Bytes
package import Flow

/// What rules make of a body.
package struct BodyOrders: Sendable {
    /// What goes on in its place; nil: it goes on as it came.
    package var content: Bytes?
    /// What becomes of the head with it.
    package var fields: [HeaderRule] = []
    /// What the client gets in place of a server's response.
    package var ending: RuleEnding?
    package var acts: [RuleAct] = []

    package init() {}
}
