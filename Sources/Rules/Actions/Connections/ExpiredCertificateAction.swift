import Flow

/// `expired-certificate`.
struct ExpiredCertificateAction: RuleAction {
    static let entry = ActionEntry(
        "expired-certificate", "shows the client an expired certificate", ExpiredCertificateAction())

    var clause: String { "shows the client an expired certificate" }
    var isOfConnections: Bool { true }

    func change(_ orders: inout ConnectionOrders) -> String? {
        orders.showsExpired = true
        return "The client got an expired certificate."
    }
}
