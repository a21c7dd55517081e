/// What has to be there for a check to find anything: without it, the check is not asked.
///
/// A status is a condition of the check, which need not look at it again. Fields only save asking: a check that has
/// them in its trigger finds nothing without them.
///
/// It is found by looking whether fields are there, what the status is and which of the `Circumstances` hold, where the
/// check itself would take values apart. Most exchanges are healthy, and of most checks they have nothing to look at.
package struct Trigger: Sendable {
    /// The response's status is one of these; nil: whatever it is.
    package let statuses: ClosedRange<Int>?
    /// The request has at least one of these fields; empty: whatever it has.
    package let asked: [StaticName]
    /// The response has at least one of these fields; empty: whatever it has.
    package let answered: [StaticName]

    /// All of these hold; empty: whatever holds.
    let circumstances: Circumstances

    private init(
        statuses: ClosedRange<Int>? = nil, asked: [StaticString] = [], answered: [StaticString] = [],
        circumstances: Circumstances = []
    ) {
        self.statuses = statuses
        self.circumstances = circumstances
        self.asked = asked.map { StaticName($0) }
        self.answered = answered.map { StaticName($0) }
    }

    /// Asked of every message of its scope.
    static let always = Trigger()

    /// Responses with this status.
    static func status(_ status: Int) -> Trigger { Trigger(statuses: status...status) }

    /// Responses with one of these statuses.
    static func status(_ statuses: ClosedRange<Int>) -> Trigger { Trigger(statuses: statuses) }

    /// Requests with one of these fields, in lower case.
    static func asked(_ fields: StaticString...) -> Trigger { Trigger(asked: fields) }

    /// Responses with one of these fields, in lower case.
    static func answered(_ fields: StaticString...) -> Trigger { Trigger(answered: fields) }

    /// Exchanges of which these hold.
    static func given(_ circumstances: Circumstances) -> Trigger { Trigger(circumstances: circumstances) }

    /// Responses with this status, where these hold.
    static func status(_ status: Int, given circumstances: Circumstances) -> Trigger {
        Trigger(statuses: status...status, circumstances: circumstances)
    }

    /// Responses with one of these statuses, where these hold.
    static func status(_ statuses: ClosedRange<Int>, given circumstances: Circumstances) -> Trigger {
        Trigger(statuses: statuses, circumstances: circumstances)
    }

    /// Responses with one of these fields, in lower case, where these hold.
    static func answered(_ fields: StaticString..., given circumstances: Circumstances) -> Trigger {
        Trigger(answered: fields, circumstances: circumstances)
    }
}
