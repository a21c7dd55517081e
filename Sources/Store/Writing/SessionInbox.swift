import Flow

/// What waits to be written to a session. Of a flow that goes on only its newest state waits: what it was a moment
/// before would be written over at once.
package struct SessionInbox: Sendable {
    /// In the order they came; nil where something newer took the place.
    private var entries: [FlowChange?] = []
    /// Where the state of a flow that goes on waits.
    private var states: [FlowID: Int] = [:]
    /// What it is taken to cost in bytes.
    package private(set) var cost = 0

    package init() {}

    /// Changes that came, whether or not something newer took their place.
    package var count: Int { entries.count }

    /// What is to be written, in order.
    package var changes: [FlowChange] { entries.compactMap { $0 } }

    package mutating func append(_ change: FlowChange) {
        cost += change.cost
        switch change {
        case .open(let flow):
            if let place = states[flow.id] {
                cost -= entries[place]?.cost ?? 0
                entries[place] = change
                return
            }
            states[flow.id] = entries.count
        case .over(let flow, _):
            if !states.isEmpty, let place = states.removeValue(forKey: flow.id) {
                cost -= entries[place]?.cost ?? 0
                entries[place] = nil
            }
        case .content, .contentDropped, .connection:
            break
        }
        entries.append(change)
    }
}
