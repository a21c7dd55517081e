import Flow

/// `tunnel`: a connection that is not decrypted.
struct TunnelAction: RuleAction {
    static let entry = ActionEntry("tunnel", "forwards without decrypting", TunnelAction())

    var clause: String { "forwards it without decrypting" }
    var isOfConnections: Bool { true }

    func change(_ orders: inout ConnectionOrders) -> String? {
        orders.isRelayed = true
        return "The connection is tunneled without decrypting."
    }
}
