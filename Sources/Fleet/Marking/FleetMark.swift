/// What a person puts on flows, or takes away. A value.
package enum FleetMark: Sendable, Equatable {
    case pin(Bool)
    /// nil removes it.
    case comment(String?)
    case tag(String, isOn: Bool)
}
