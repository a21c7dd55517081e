internal import Flow

/// What a driver has yet to do: one thing after the other, in the order in which it came up.
struct PendingWork {
    /// Reused, so that an exchange costs no array.
    var actions: [Exchange.Action] = []
    /// Events that came up while actions were carried out; they have their turn after these.
    var events: [Exchange.Event] = []
    var isDriving = false
    /// Bytes that were left unread are to be looked at again.
    var isRequestDue = false
    var isResponseDue = false
}
